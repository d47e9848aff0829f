/* The size of an array parameter is an expression, and evaluating it may have an effect. */
static int counted(int n, int table[n++]) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += table[i];
    return sum + n;
}

int main(void) {
    int table[8] = {1, 2, 3};
    int total = counted(5, table);
    int rest = total % 4;
    if (rest > 1)
        total -= rest;
    return total == rest;
}
