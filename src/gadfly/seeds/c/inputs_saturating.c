/* Saturating and wrapping arithmetic on inputs of several widths. */
extern short __VERIFIER_nondet_short(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);

static short saturated(int value) {
    if (value > 32767)
        return 32767;
    if (value < -32768)
        return -32768;
    return (short)value;
}

int main(void) {
    short level = 0;
    unsigned hash = 2166136261u;
    int limits = 0;
    for (int i = 0; i < 4; i++) {
        level = saturated(level + 3 * __VERIFIER_nondet_short());
        if (level == 32767 || level == -32768)
            limits++;
        hash = (hash ^ __VERIFIER_nondet_uint()) * 16777619u;
    }
    long wide = __VERIFIER_nondet_long();
    while (wide > 1000 || wide < -1000) {
        wide /= 256;
        limits++;
    }
    if (hash % 2)
        limits = -limits;
    return 0;
}
