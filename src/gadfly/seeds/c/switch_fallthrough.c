/* switch: falling through, default in the middle, ranges of cases that share a body, negative labels. */
static int cost(int kind) {
    int total = 0;
    switch (kind) {
    case -2:
    case -1:
        total = 100;
        break;
    case 0:
        total += 1;
        /* fall through */
    case 1:
        total += 2;
        /* fall through */
    default:
        total += 4;
        /* fall through */
    case 7:
        total += 8;
        break;
    case 5: {
        int half = kind / 2;
        total = half;
    }
    }
    return total;
}

static int days(int month, _Bool leap) {
    switch (month) {
    case 2: return leap ? 29 : 28;
    case 4: case 6: case 9: case 11: return 30;
    default: return 31;
    }
}

int main(void) {
    int total = 0, year = 0;
    for (int kind = -3; kind < 9; kind++)
        total += cost(kind);
    for (int month = 1; month <= 12; month++)
        year += days(month, total & 1);
    switch (year > 365 ? 'l' : 'n') {
    case 'l': total = -total;
    }
    return total == year;
}
