/* double: Newton's method until it stands still, powers of two that vanish, and signs of zero. */
static double root(double of, int *rounds) {
    double guess = of, better = (of + 1.0) / 2.0;
    *rounds = 0;
    while (better < guess) {
        guess = better;
        better = (guess + of / guess) / 2.0;
        ++*rounds;
    }
    return guess;
}

int main(void) {
    static const double list[] = {4.0, 2.0, 1e6, 0.5};
    double tiny = 1.0, zero = 0.0, sum = 0.0;
    int total = 0, exact = 0, halvings = 0;
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
        int rounds;
        double found = root(list[i], &rounds);
        total += rounds;
        if (found * found == list[i])
            exact++;
        sum += found;
    }
    while (1.0 + tiny > 1.0) {
        tiny /= 2.0;
        halvings++;
    }
    if (-zero == zero && !(zero < -zero))
        exact += 10;
    if ((long)(sum * 100.0) % 2)
        exact = -exact;
    return total + halvings == exact;
}
