/* Unnamed and zero-width bit-fields, which move their neighbours but hold nothing. */
struct header {
    unsigned char version : 4;
    unsigned char : 2;
    unsigned char urgent : 1;
    unsigned int length : 11;
    unsigned int : 0;
    unsigned short checksum : 9;
    signed int : 5;
    signed int offset : 6;
};
struct tight { unsigned a : 5, : 3, b : 7; };

static unsigned check(struct header h) {
    return (h.version + 3u * h.urgent + 5u * h.length + 7u * (unsigned)(h.offset + 32)) & 511u;
}

int main(void) {
    struct header packets[5] = {{4, 1, 1500, 0, -32}, {6, 0, 40, 9, 31}, {.length = 2047}};
    struct tight tight = {31, 127};
    int bad = 0;
    for (int i = 0; i < 5; i++) {
        if (packets[i].checksum != check(packets[i])) {
            packets[i].checksum = check(packets[i]);
            bad++;
        }
        if (packets[i].version == 0)
            packets[i].version = 4 + 2 * (i & 1);
        else if (packets[i].urgent)
            packets[i].offset++;
    }
    for (; tight.a < tight.b; tight.b -= 9)
        tight.a += 5;
    if (sizeof(struct header) > 2 * sizeof(struct tight))
        bad += 10;
    return bad == tight.a;
}
