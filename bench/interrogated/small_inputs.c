/* Two inputs, a few branches. */
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char small = __VERIFIER_nondet_uchar();
    int y = 3;
    if (x > 10 && x < 100)
        y = x - small;
    if (small < 7)
        y = y / 2;
    return y == x;
}
