/* do, while and for with break and continue at every depth. */
int main(void) {
    int skipped = 0, inner = 0, outer = 0, collatz = 27, steps = 0;
    for (int i = 0; i < 10; i++) {
        int j = 0;
        if (i % 3 == 1) {
            skipped++;
            continue;
        }
        do {
            if (j == i)
                continue;
            if (j > 6)
                break;
            inner += j;
        } while (j++ < i + 2);
        while (1) {
            if (++j % 5 == 0)
                break;
        }
        outer += j;
    }
    do {
        collatz = collatz % 2 ? 3 * collatz + 1 : collatz / 2;
        steps++;
    } while (collatz > 100);
    for (int a = 0, b = 20; a < b; a += 2, b--) {
        for (;;) {
            if (a * b % 7 == 0)
                break;
            a++;
        }
        inner++;
    }
    return skipped + inner == outer + steps;
}
