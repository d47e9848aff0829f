/* A flexible array member on the heap that grows by copying. */
#include <stdlib.h>

struct stack { int used, room; long items[]; };

static struct stack *with_room(int room) {
    struct stack *made = malloc(sizeof(struct stack) + (unsigned long)room * sizeof(long));
    if (!made)
        exit(0);
    made->used = 0;
    made->room = room;
    return made;
}

static struct stack *pushed(struct stack *s, long item) {
    if (s->used == s->room) {
        struct stack *bigger = with_room(2 * s->room);
        while (bigger->used < s->used) {
            bigger->items[bigger->used] = s->items[bigger->used];
            bigger->used++;
        }
        free(s);
        s = bigger;
    }
    s->items[s->used++] = item;
    return s;
}

int main(void) {
    struct stack *s = with_room(2);
    long even = 0;
    for (int i = 0; i < 11; i++)
        s = pushed(s, (long)i * i - 3 * i);
    for (int i = s->used - 1; i >= 0; i -= 2)
        if (s->items[i] > 5)
            even += s->items[i];
    if (s->room != 16)
        even = -1;
    free(s);
    return even == 0;
}
