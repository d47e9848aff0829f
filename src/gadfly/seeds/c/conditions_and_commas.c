/* Chains of ?: and the comma operator. */
static int sign(long n) { return n < 0 ? -1 : n ? 1 : 0; }

static const char *grade(int points) {
    return points >= 90 ? "top" : points >= 70 ? "good" : points >= 50 ? "fair" : points < 0 ? "none" : "poor";
}

int main(void) {
    int up, down, meet = 0, letters = 0, balance = 0;
    for (up = 0, down = 30; up < down; up += 3, down -= meet % 2 ? 1 : 2)
        meet++;
    for (int points = -10; points <= 100; points += 11) {
        const char *text = grade(points);
        letters += text[0] == 'f' ? 4 : (text++, text[1] == 'o') ? 3 : 5;
        balance += sign(points - 50) * (points > 80 ? 2 : 1);
    }
    int last = (balance++, letters -= meet, letters > 0 ? letters : -letters);
    unsigned char narrow = last > 3 ? 'a' : -1;
    while (last ? narrow % 10 : 0)
        narrow -= (last--, 1);
    (narrow > 50 ? &up : &down)[0] = balance;
    return up == down;
}
