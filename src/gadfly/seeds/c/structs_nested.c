/* Structs inside structs and arrays of them, changed through members and through pointers. */
struct price { unsigned pounds; unsigned char pence; };
struct item { int id; struct price price; struct { short in, out; } moved; };
struct shelf { struct item items[4]; int used; };

static struct shelf shelf;

static void add(struct shelf *to, int id, unsigned pounds, unsigned pence) {
    struct item *item = &to->items[to->used++];
    item->id = id;
    item->price.pounds = pounds + pence / 100;
    item->price.pence = pence % 100;
}

static unsigned worth(const struct shelf *of) {
    unsigned pence = 0;
    for (int i = 0; i < of->used; i++) {
        const struct item *item = of->items + i;
        int stock = item->moved.in - item->moved.out;
        while (stock-- > 0)
            pence += item->price.pounds * 100 + item->price.pence;
    }
    return pence;
}

int main(void) {
    unsigned total;
    add(&shelf, 7, 1, 99);
    add(&shelf, 8, 0, 250);
    add(&shelf, 9, 12, 5);
    for (int day = 0; day < 5; day++) {
        struct item *item = &shelf.items[day % 3];
        item->moved.in += 3;
        if (item->id % 2)
            item->moved.out++;
    }
    shelf.items[3] = shelf.items[0];
    total = worth(&shelf);
    if (total > 5000)
        shelf.used = 0;
    return 0;
}
