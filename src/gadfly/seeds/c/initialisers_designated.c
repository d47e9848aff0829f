/* Designated initialisers: out of order, nested, overridden by position, and zero where nothing is said. */
struct key { char code; int uses[3]; struct { int row, column; } at; };

static const int table[10] = {[7] = 70, 80, [2] = 20, 30, [9] = 90};
static struct key keys[] = {
    [2] = {.at.column = 4, .uses = {[1] = 6}, .code = 'c'},
    [0] = {'a', {1, 2, 3}, {5}},
    {.uses[2] = 9, .at = {.row = 8}},
};
enum colour { RED, GREEN, BLUE, COLOURS };
static const char *const names[COLOURS] = {[BLUE] = "blue", [RED] = "red"};

int main(void) {
    int zeros = 0, sum = 0, letters = 0;
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i])
            sum += table[i] / 10;
        else
            zeros++;
    for (int i = 0; i < (int)(sizeof keys / sizeof *keys); i++) {
        if (!keys[i].code)
            keys[i].code = (char)('A' + i);
        for (int j = 0; j < 3; j++)
            sum += keys[i].uses[j] * (j + 1);
        zeros += !keys[i].at.row + !keys[i].at.column;
    }
    for (int i = RED; i < COLOURS; i++)
        for (const char *at = names[i]; at && *at; at++)
            letters++;
    return sum + zeros == letters;
}
