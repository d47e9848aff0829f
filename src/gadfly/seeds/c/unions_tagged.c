/* A tagged union evaluated by a small stack machine. */
enum tag { NUMBER, LETTER, PAIR, NOTHING };
struct value {
    enum tag tag;
    union {
        long number;
        signed char letter;
        struct { short first, second; } pair;
    };
};

static long weight(struct value v) {
    switch (v.tag) {
    case NUMBER: return v.number;
    case LETTER: return v.letter - 'a';
    case PAIR: return (long)v.pair.first * v.pair.second;
    default: return -1;
    }
}

int main(void) {
    struct value values[6] = {
        {NUMBER, {.number = 1L << 40}}, {LETTER, {.letter = 'q'}}, {PAIR, {.pair = {-7, 6}}}, {.tag = NOTHING}};
    long sum = 0;
    int kinds[4] = {0};
    for (int i = 0; i < 6; i++) {
        if (i >= 4) {
            values[i].tag = PAIR;
            values[i].pair.first = (short)(i * 1000);
            values[i].pair.second = (short)-i;
        }
        kinds[values[i].tag]++;
        sum += weight(values[i]);
    }
    while (sum > 1000) {
        sum /= 16;
        kinds[NOTHING]++;
    }
    return kinds[PAIR] == 2;
}
