/* Static locals keep their values between calls, one for every function and block. */
static unsigned next_random(void) {
    static unsigned state = 12345;
    state = state * 1103515245u + 12345u;
    return state >> 16 & 0x7fff;
}

static int remembered(int value) {
    static int last[4], used;
    for (int i = 0; i < used; i++)
        if (last[i] == value)
            return i;
    if (used < 4)
        last[used++] = value;
    return -1;
}

static int depth(int n) {
    static int deepest;
    if (n > deepest)
        deepest = n;
    return n % 4 == 3 ? deepest : depth(n + 1);
}

int main(void) {
    int hits = 0, misses = 0, sum = 0;
    for (int i = 0; i < 25; i++) {
        static _Bool flip = 1;
        int place = remembered((int)(next_random() % 6));
        flip = !flip;
        if (place >= 0)
            hits += flip ? 2 : 1;
        else
            misses++;
    }
    for (int n = 9; n > 0; n -= 3)
        sum += depth(n);
    return hits == sum + misses;
}
