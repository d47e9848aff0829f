/* A non-negative input that is not zero. */
int level;

int main(void) {
    int steps = 0;
    level = __VERIFIER_nondet_int();
    if (level < 0)
        return 0;
    if (level > 1000)
        level = 1000;
    if (!(level == 0)) {
        steps = level / 3;
        steps++;
    }
    return steps == level;
}
