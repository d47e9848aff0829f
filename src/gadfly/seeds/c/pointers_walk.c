/* Pointer arithmetic: walking both ways, differences, comparisons, and a pointer into the middle. */
static int data[12] = {5, -3, 8, 8, 0, 13, -21, 34, 2, 2, 2, 1};

static int *largest(int *from, const int *end) {
    int *best = from;
    for (; from < end; ++from)
        if (*from > *best)
            best = from;
    return best;
}

static void reverse(int *first, int *last) {
    while (first < last) {
        int kept = *first;
        *first++ = *last;
        *last-- = kept;
    }
}

int main(void) {
    int *const end = data + 12, *middle = &data[6];
    long distance = largest(data, end) - data;
    int below = 0, same = 0;
    reverse(data, middle - 1);
    reverse(middle, end - 1);
    for (int *at = middle; at != data; at--)
        if (at[-1] < middle[at - 1 - data])
            below++;
    for (const int *at = data + 1; at < end; at++)
        same += at[0] == at[-1];
    while (*middle < 30 && middle + 2 < end) {
        middle += 2;
        distance--;
    }
    if (&middle[-2] - data > distance)
        below = -below;
    return below == same;
}
