/* Divisors, primes by a sieve, and perfect numbers, with signs that matter in % and /. */
static int gcd(int a, int b) {
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static int primes_below(int limit) {
    char composite[60] = {0};
    int count = 0;
    for (int n = 2; n < limit; n++) {
        if (composite[n])
            continue;
        count++;
        for (int multiple = n * n; multiple < limit; multiple += n)
            composite[multiple] = 1;
    }
    return count;
}

static int divisors_sum(int n) {
    int sum = 0;
    for (int d = 1; d <= n / 2; d++)
        if (n % d == 0)
            sum += d;
    return sum;
}

int main(void) {
    int coprime = 0, perfect = 0, negative = 0;
    for (int a = -12; a <= 12; a += 5)
        for (int b = 3; b < 7; b++) {
            coprime += gcd(a, b) == 1;
            if (a % b < 0)
                negative -= a / b;
        }
    for (int n = 2; n < 30; n++)
        perfect += divisors_sum(n) == n;
    return primes_below(60) + perfect == coprime + negative;
}
