/* Initialisers that say less than there is: the rest of every local is zero, whatever the stack held. */
struct cell { short value; char mark[5]; struct cell *next; };

static int scribble(int depth) {
    int junk[12];
    for (int i = 0; i < 12; i++)
        junk[i] = depth * i - 77;
    return depth ? scribble(depth - 1) + junk[depth] : junk[11];
}

static int zeros_after(int first) {
    int row[8] = {first, first + 1};
    char text[10] = "ab", filled[6] = {'x', 0, 'y'};
    struct cell cells[3] = {{(short)first, "q", 0}, {.value = 2}};
    int zeros = 0;
    for (int i = 0; i < 8; i++)
        zeros += !row[i];
    for (int i = 0; i < 10; i++)
        if (!text[i])
            zeros += 10;
    for (int i = 5; filled[i] == 0 && i > 0; i--)
        zeros += 100;
    for (int i = 0; i < 3; i++) {
        if (!cells[i].next && !cells[i].mark[4])
            zeros += 1000;
        if (cells[i].value)
            cells[i].next = cells;
    }
    return cells[2].next ? -1 : zeros;
}

int main(void) {
    int total = 0;
    for (int i = 0; i < 4; i++) {
        total += scribble(i * 2) & 1;
        total += zeros_after(i - 1);
    }
    return total == 0;
}
