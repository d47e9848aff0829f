/* float: sums that round, comparisons that are exact, and conversions to and from integers. */
static int is_between(float low, float value, float high) { return low < value && value < high; }

int main(void) {
    float sum = 0.0f, step = 0.1f, large = 16777216.0f;
    int rounds = 0, lost = 0, halves = 0;
    while (sum < 1.0f) {
        sum += step;
        rounds++;
    }
    for (int i = 0; i < 5; i++) {
        if (large + (float)i == large)
            lost++;
        large += 2.0f;
    }
    for (float value = -2.75f; value < 3.0f; value += 0.5f) {
        int whole = (int)value;
        if (is_between(0.2f, value - (float)whole, 0.3f))
            halves++;
        else if ((unsigned char)(whole + 10) > 10)
            halves += 10;
    }
    if ((float)16777217 == 16777216.0f && (double)sum != 1.0)
        lost += 100;
    return rounds + lost == halves;
}
