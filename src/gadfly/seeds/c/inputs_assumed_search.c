/* Binary search in a table made from an input that is assumed to be small. */
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int table[16], step = __VERIFIER_nondet_int(), low = 0, high = 15, rounds = 0, found = -1;
    char wanted = __VERIFIER_nondet_char();
    __VERIFIER_assume(step > 0 && step < 20);
    for (int i = 0; i < 16; i++)
        table[i] = i * step - 64;
    while (low <= high && found < 0) {
        int middle = low + (high - low) / 2;
        rounds++;
        if (table[middle] == wanted)
            found = middle;
        else if (table[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    if (found >= 0 && table[found] != wanted)
        rounds = -rounds;
    return 0;
}
