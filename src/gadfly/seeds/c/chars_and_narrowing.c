/* signed and unsigned char, and casts that cut a value down. */
static const signed char deltas[] = {-128, 127, -1, 64, '\xff' == -1 ? 3 : 4};

static int digits(const unsigned char *text) {
    int found = 0;
    while (*text)
        if ((unsigned char)(*text++ - '0') < 10)
            found++;
    return found;
}

int main(void) {
    const unsigned char text[] = {'a', '7', 200, '0', 0x2f, '9', 0};
    signed char level = 100;
    unsigned char raw = 0;
    long big = 0x123456789abcdefL;
    int below = 0, cut = 0;
    for (unsigned i = 0; i < 2 * sizeof deltas; i++) {
        level = (signed char)(level + deltas[i % sizeof deltas]);
        raw = (unsigned char)(raw + deltas[i % sizeof deltas]);
        if (level < 0)
            below++;
        if ((signed char)raw != level)
            raw = (unsigned char)level;
    }
    for (; big; big >>= 7) {
        if ((short)big < 0)
            cut++;
        if ((signed char)big == (int)big)
            cut += 100;
    }
    return below + digits(text) == cut;
}
