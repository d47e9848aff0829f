/* Shifts of every width by computed amounts. */
static unsigned rotated(unsigned value, unsigned by) {
    by &= 31;
    return by ? value << by | value >> (32 - by) : value;
}

static unsigned long long spread(unsigned value) {
    unsigned long long out = 0;
    for (int bit = 0; bit < 32; bit++)
        if (value >> bit & 1)
            out |= 1ULL << (2 * bit);
    return out;
}

int main(void) {
    unsigned value = 0x80000001u, rounds = 0;
    unsigned char octet = 0xA5;
    int negative = -1000;
    do {
        value = rotated(value, 5) ^ rounds;
        rounds++;
    } while (value & 3 && rounds < 40);
    while (octet != 1) {
        octet = (unsigned char)(octet << 1 | octet >> 7) & 0x7f;
        if (octet == 0)
            octet = 1;
        rounds++;
    }
    for (int i = 0; i < 10; i++) {
        negative >>= 1;
        if (negative == -1)
            rounds += 100;
    }
    if (spread(value) >> 62 == (spread(value) & 3))
        rounds = ~rounds;
    return rounds == value;
}
