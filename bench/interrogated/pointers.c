/* Pointers that stay where they are: to integers of several types and to a double. */
static short spare = -3;
static short *const at_spare = &spare;

static void bump(int *count) {
    *count += 2;
}

int main(void) {
    int left = 1, right = 9;
    unsigned char letter = 'x';
    double half = 0.5;
    int *low = &left, *high = &right;
    unsigned char *at = &letter;
    double *ratio = &half;
    while (*low < *high) {
        bump(low);
        *at += 7;
        *ratio = *ratio * 1.5;
        if (*at > 140)
            *high -= 1;
        else
            *at_spare = (short)(*at_spare * 2);
    }
    return *low == *high && *ratio > 1.0 && spare < 0 ? 0 : 1;
}
