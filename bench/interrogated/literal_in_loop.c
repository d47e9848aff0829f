/* A compound literal in a loop made of a goto is one object, whatever it is set to. */
int main(void) {
    int *first = 0, *second = 0;
    int round = 0;
again:
    second = first;
    first = &(int){round++};
    if (round < 2)
        goto again;
    int same = first == second;
    int value = *first;
    if (same)
        value += 10;
    return value;
}
