/* memcpy, memset, memmove and memcmp on arrays and structs without holes. */
#include <string.h>

struct sample { int time; short values[6]; };

static int changed(const struct sample *a, const struct sample *b) {
    int count = 0;
    for (int i = 0; i < 6; i++)
        count += a->values[i] != b->values[i];
    return count;
}

int main(void) {
    struct sample history[4], now = {1, {1, 2, 3, 4, 5, 6}};
    unsigned char ring[10];
    int differing = 0, equal = 0;
    memset(history, 0, sizeof history);
    for (int i = 0; i < 4; i++) {
        memcpy(&history[i], &now, sizeof now);
        memmove(now.values + 1, now.values, (unsigned long)(i + 2) * sizeof now.values[0]);
        memset(now.values, -i, sizeof now.values[0]);
        now.time++;
        differing += changed(&now, &history[i]);
    }
    memset(ring, 0xAB, sizeof ring);
    for (int i = 0; i < 10; i += 3)
        memcpy(ring + i, &history[i / 3].time, 1);
    for (int i = 0; i < 9; i++)
        if (ring[i] == ring[i + 1])
            equal++;
        else if (memcmp(ring + i, ring + i + 1, 1) < 0)
            equal += 10;
    return differing == equal;
}
