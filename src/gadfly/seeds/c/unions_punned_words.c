/* One word seen as halves and as bytes. */
union word {
    unsigned int whole;
    unsigned short half[2];
    unsigned char byte[4];
};

static unsigned swapped(unsigned value) {
    union word in, out;
    in.whole = value;
    for (int i = 0; i < 4; i++)
        out.byte[i] = in.byte[3 - i];
    return out.whole;
}

int main(void) {
    union word word = {0x01020304u};
    unsigned seen = 0, odd = 0;
    for (int round = 0; round < 6; round++) {
        word.half[round & 1] += 0x0101 * round;
        if (word.byte[round % 4] & 1)
            odd++;
        else
            word.byte[3] ^= 0x80;
        seen = seen * 31 + word.whole % 997;
    }
    if (swapped(swapped(word.whole)) == word.whole)
        seen++;
    while (swapped(word.whole) >> 24 > 4) {
        word.byte[0] /= 2;
        odd++;
    }
    return seen == odd;
}
