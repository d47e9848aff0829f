/* Three ways to sort an array of structs by two keys. */
struct entry { unsigned char major; signed char minor; };

static int compared, moved;

static int is_before(struct entry a, struct entry b) {
    compared++;
    return a.major != b.major ? a.major < b.major : a.minor < b.minor;
}

static void exchange(struct entry *a, struct entry *b) {
    struct entry kept = *a;
    *a = *b;
    *b = kept;
    moved++;
}

static void insertion_sort(struct entry *list, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && is_before(list[j], list[j - 1]); j--)
            exchange(&list[j], &list[j - 1]);
}

static void quick_sort(struct entry *list, int count) {
    int last = 0;
    if (count < 2)
        return;
    for (int i = 1; i < count; i++)
        if (is_before(list[i], list[0]))
            exchange(&list[++last], &list[i]);
    exchange(&list[0], &list[last]);
    quick_sort(list, last);
    quick_sort(list + last + 1, count - last - 1);
}

int main(void) {
    struct entry list[8] = {{3, -1}, {200, 4}, {3, -7}, {9, 0}, {0, 127}, {200, -128}, {9, 0}, {1, 1}}, other[8];
    int same = 0;
    for (int i = 0; i < 8; i++)
        other[7 - i] = list[i];
    insertion_sort(list, 8);
    quick_sort(other, 8);
    for (int i = 0; i < 8; i++)
        same += list[i].major == other[i].major && list[i].minor == other[i].minor;
    return same * moved == compared;
}
