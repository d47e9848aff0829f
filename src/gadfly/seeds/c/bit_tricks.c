/* Counting, reversing and isolating bits, each by a trick and by a loop. */
static unsigned ones(unsigned x) {
    unsigned count = 0;
    for (; x; x &= x - 1)
        count++;
    return count;
}

static unsigned ones_by_halves(unsigned x) {
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return ((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}

static unsigned reversed(unsigned x) {
    x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
    x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
    return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}

int main(void) {
    unsigned x = 1, same = 0, mirrored = 0, lowest = 0;
    int a = 12, b = -34;
    for (int i = 0; i < 9; i++) {
        x = x * 2654435761u + 12345u;
        if (ones(x) == ones_by_halves(x))
            same++;
        if (reversed(x) > x)
            mirrored++;
        lowest |= x & -x;
    }
    while (lowest && !(lowest & 0x80000000u))
        lowest <<= 1;
    a ^= b, b ^= a, a ^= b;
    if (a == -34 && (a ^ b) < 0)
        same = ~same;
    return same == mirrored + lowest;
}
