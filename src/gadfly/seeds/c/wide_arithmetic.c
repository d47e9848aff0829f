/* 64-bit arithmetic and unsigned arithmetic that wraps around on purpose. */
static unsigned long long power(unsigned long long base, unsigned exponent) {
    unsigned long long result = 1;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result *= base;
        base *= base;
    }
    return result;
}

static unsigned digits(unsigned long long n) {
    unsigned count = 0;
    do
        count++;
    while (n /= 10);
    return count;
}

int main(void) {
    unsigned total = 0, borrow = 0, word = 3;
    long long balance = -9000000000LL, least = -0x7fffffffffffffffLL - 1;
    for (unsigned e = 20; e < 70; e += 9)
        total += digits(power(7, e));
    for (int i = 0; i < 6; i++) {
        word -= 1;
        if (word > 1000u)
            borrow++;
    }
    while (balance < 0)
        balance += 1LL << 31;
    while (least < -1) {
        least /= 1000;
        borrow++;
    }
    if ((unsigned long long)balance * 0xffffffffffffffffULL + (unsigned long long)balance == 0)
        total++;
    if (balance % -7 != balance - balance / 7 * 7)
        total += 1000;
    return total == borrow;
}
