/* Compound literals: arrays, structs, addresses of them, and a fresh one in every round. */
struct range { int low, high; };

static int clamp(const struct range *in, int value) {
    return value < in->low ? in->low : value > in->high ? in->high : value;
}

static int sum(const int *list, int count) {
    int total = 0;
    while (count--)
        total += *list++;
    return total;
}

static const struct range *widest = &(struct range){-3, 30};

int main(void) {
    int total = 0, clamped = 0;
    for (int i = -5; i < 10; i++) {
        int *pair = (int[2]){i};
        struct range here = (struct range){.high = i + 3};
        pair[1] += clamp(&here, i * i);
        if (pair[1] != i * i)
            clamped++;
        total += sum(pair, 2);
        total += sum((int[]){i, pair[1], clamp(widest, 4 * i)}, 3);
    }
    if ((struct range){1, 2}.high > ((const int[3]){5})[1])
        clamped *= 2;
    return total == clamped;
}
