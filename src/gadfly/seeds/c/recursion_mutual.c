/* Functions that call themselves and each other. */
static int female(int n);
static int male(int n) { return n ? n - female(male(n - 1)) : 0; }
static int female(int n) { return n ? n - male(female(n - 1)) : 1; }

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int moves;
static void hanoi(int discs, int from, int to) {
    if (discs == 0)
        return;
    hanoi(discs - 1, from, 3 - from - to);
    moves += to > from ? 1 : 2;
    hanoi(discs - 1, 3 - from - to, to);
}

int main(void) {
    int differ = 0;
    for (int n = 0; n < 9; n++)
        if (male(n) != female(n))
            differ++;
    for (unsigned n = 0; n < 3; n++)
        differ += (int)ackermann(2, n);
    hanoi(4, 0, 2);
    return moves == differ;
}
