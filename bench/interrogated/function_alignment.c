/* A function is aligned as its attribute says. */
static int twice(int) __attribute__((aligned(64)));
static int twice(int n) { return 2 * n; }

int main(void) {
    unsigned long alignment = __alignof__(twice);
    int n = 3;
    if (alignment > 16)
        n = twice(n);
    return n == 6;
}
