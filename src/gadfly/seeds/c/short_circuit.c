/* && and || decide how much of a condition is evaluated; the calls leave traces. */
static int trace, calls;

static int yes(int mark) { trace = trace * 3 % 9973 + mark; calls++; return mark; }
static int no(int mark) { trace = trace * 5 % 9973 + mark; calls++; return 0; }

static int first_over(const int *list, int count, int limit) {
    int i = 0;
    while (i < count && list[i] <= limit)
        i++;
    return i < count ? i : -1;
}

int main(void) {
    static const int list[5] = {2, 3, 5, 7, 11};
    int both = 0, either = 0, value = 0;
    for (int i = 0; i < 6; i++) {
        if ((i & 1 ? yes(i) : no(i)) && yes(2))
            both++;
        if (no(i) || (i > 2 && yes(i)) || no(1))
            either++;
        value += first_over(list, 5, 2 * i) >= 0 && !(i == 3 || no(4));
    }
    both += yes(3) && no(2) && yes(1);
    either += !(no(1) || yes(2));
    if (!(value = calls > 30) || trace % 2)
        either = -either;
    return both == either;
}
