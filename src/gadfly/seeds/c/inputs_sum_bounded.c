/* Reads a bounded number of inputs and adds those in range. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int(), sum = 0, skipped = 0;
    if (count < 0 || count > 5)
        count = 3;
    for (int i = 0; i < count; i++) {
        int value = __VERIFIER_nondet_int();
        if (value < -100 || value > 100) {
            skipped++;
            continue;
        }
        sum += value;
    }
    if (sum > 150)
        sum = 150;
    return 0;
}
