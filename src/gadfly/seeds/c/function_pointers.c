/* Function pointers in tables, as arguments, as results and in structs. */
typedef int operation(int, int);

static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int larger(int a, int b) { return a > b ? a : b; }

static operation *const table[] = {plus, minus, larger};
struct step { operation *apply; int operand; };

static operation *chosen(int by) {
    return by < 0 ? minus : table[by % 3];
}

static int fold(operation *with, const int *list, int count) {
    int result = *list;
    for (int i = 1; i < count; i++)
        result = with(result, list[i]);
    return result;
}

int main(void) {
    static const int list[] = {4, -9, 16, 3};
    struct step steps[] = {{plus, 10}, {&larger, 12}, {0, 0}};
    int value = 0, calls = 0;
    for (int i = -2; i < 7; i++) {
        operation *f = chosen(i);
        if (f == minus)
            calls++;
        value = (*f)(value, fold(f, list, 4));
    }
    for (struct step *at = steps; at->apply; at++)
        value = at->apply(value, at->operand);
    while (value > 100 || value < -100) {
        value = minus(value, value / 2);
        calls++;
    }
    return calls == value;
}
