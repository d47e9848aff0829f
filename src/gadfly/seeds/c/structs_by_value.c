/* Structs passed and returned by value: a callee's changes stay its own. */
struct point { int x, y; };
struct segment { struct point from, to; char name[4]; };

static struct point turned(struct point p) {
    int x = p.x;
    p.x = -p.y;
    p.y = x;
    return p;
}

static struct segment grown(struct segment s, int by) {
    s.to.x += by;
    s.name[0]++;
    return s;
}

static int crosses_axis(struct segment s) {
    return (s.from.x < 0) != (s.to.x < 0);
}

int main(void) {
    struct segment s = {{-4, 2}, {1, 3}, "abc"}, other;
    int crossings = 0;
    for (int i = 0; i < 7; i++) {
        other = grown(s, i);
        if (crosses_axis(other))
            crossings++;
        s.from = turned(s.from);
        if (i % 3 == 2)
            s = grown(grown(s, 1), turned(s.to).x);
    }
    if (other.name[0] == s.name[0] + 1)
        crossings = -crossings;
    return turned(turned((struct point){crossings, 0})).x == crossings;
}
