/* Duff's device: a switch that jumps into the middle of a loop. */
static int turns;

static void copy(short *to, const short *from, int count) {
    int rounds = (count + 3) / 4;
    if (count <= 0)
        return;
    switch (count % 4) {
    case 0:
        do {
            turns++;
            *to++ = *from++;
            /* fall through */
    case 3: *to++ = *from++; /* fall through */
    case 2: *to++ = *from++; /* fall through */
    case 1: *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void) {
    short source[13], target[13] = {0};
    int same = 0;
    for (int i = 0; i < 13; i++)
        source[i] = (short)(i * i * 3 - 100);
    for (int count = 0; count <= 13; count += 3)
        copy(target, source, count);
    for (int i = 0; i < 13; i++) {
        if (target[i] == source[i])
            same++;
        else
            turns += 100;
    }
    return same == turns;
}
