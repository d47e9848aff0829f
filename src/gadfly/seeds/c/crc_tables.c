/* A checksum by a table made at run time against the same one bit by bit, and a constant table. */
static unsigned table[16];
static const unsigned char weights[] = {3, 1, 4, 1, 5, 9, 2, 6};

static void make_table(void) {
    for (unsigned i = 0; i < 16; i++) {
        unsigned value = i;
        for (int bit = 0; bit < 4; bit++)
            value = value & 1 ? value >> 1 ^ 0xEDB88320u : value >> 1;
        table[i] = value;
    }
}

static unsigned by_table(const char *text) {
    unsigned crc = ~0u;
    for (; *text; text++) {
        crc ^= (unsigned char)*text;
        crc = table[crc & 15] ^ crc >> 4;
        crc = table[crc & 15] ^ crc >> 4;
    }
    return ~crc;
}

static unsigned by_bits(const char *text) {
    unsigned crc = ~0u;
    while (*text) {
        crc ^= (unsigned char)*text++;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xEDB88320u & -(crc & 1));
    }
    return ~crc;
}

int main(void) {
    unsigned sum = 0, crc;
    make_table();
    crc = by_table("gadfly");
    for (unsigned i = 0; i < sizeof weights; i++)
        if (crc >> i & 1)
            sum += weights[i];
    return crc != by_bits("gadfly") || sum == 0;
}
