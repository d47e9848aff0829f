/* _Bool: every value but zero becomes one, in variables, in bit-fields, in casts and in arithmetic. */
struct flags {
    _Bool on : 1;
    _Bool hot : 1;
    unsigned level : 2;
    _Bool whole;
};

static _Bool is_even(int n) { return !(n & 1); }
static _Bool truth(long n) { return n; }

int main(void) {
    struct flags f = {.hot = 2};
    _Bool seen[4] = {256, 0, 0.5};
    int sum = 0, count = 0;
    char letter = 'a';
    for (int i = 0; i < 12; i++) {
        f.on = i & 4;
        f.hot ^= is_even(i);
        f.level += f.on + f.hot;
        f.whole = (_Bool)(i / 3) && letter;
        if (f.on == f.hot)
            sum += f.level;
        if ((_Bool)f.level == f.whole)
            count++;
        seen[i % 4] |= f.on;
    }
    for (int i = 0; i < 4; i++)
        sum += seen[i] + (int)truth(1L << (32 + i));
    f.whole += 1;
    f.on -= 1;
    if (f.whole + f.on > (_Bool)7)
        count = -count;
    return (_Bool)sum == count;
}
