/* Loops made of goto: backwards, forwards, out of two loops at once, and into a shared ending. */
static int tries(int start) {
    int left = start, made = 0;
again:
    made++;
    left -= 3;
    if (left > 0)
        goto again;
    if (left == 0)
        goto exactly;
    made = -made;
    goto out;
exactly:
    made *= 10;
out:
    return made;
}

static int find(int product) {
    int a, b;
    for (a = 2; a < 12; a++)
        for (b = a; b < 12; b++)
            if (a * b == product)
                goto found;
    return -1;
found:
    return a * 100 + b;
}

int main(void) {
    int state = 0, steps = 0, missing = 0;
next:
    steps += tries(state);
    if (find(state * 7) < 0)
        missing++;
    switch (state++) {
    case 3: state = 6; goto next;
    case 9: break;
    default: goto next;
    }
    return missing == steps;
}
