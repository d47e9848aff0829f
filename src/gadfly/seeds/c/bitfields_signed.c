/* Signed and unsigned bit-fields that keep only the low bits of what they are given. */
struct fields {
    signed int small : 3;
    unsigned int nibble : 4;
    signed int wide : 20;
    unsigned long long rest : 35;
};

int main(void) {
    struct fields f = {0, 0, 0, 0};
    int negative = 0, wrapped = 0;
    for (int i = 0; i < 20; i++) {
        f.small = i;
        f.nibble += 3;
        f.wide = f.wide * 5 - i;
        f.rest = f.rest * 1000003 + f.nibble;
        if (f.small < 0)
            negative++;
        if (f.nibble < 3)
            wrapped++;
    }
    while (f.rest > 1000)
        f.rest >>= f.nibble / 4 + 1;
    if (f.nibble - 13 < 0)
        wrapped = -wrapped;
    if (f.wide < -(1 << 17))
        negative = -1;
    return negative == wrapped;
}
