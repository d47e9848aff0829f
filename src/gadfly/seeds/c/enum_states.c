/* A state machine over enums with gaps and negative members. */
enum state { START, IN_NUMBER, IN_WORD, AFTER = 10, FAILED = -1 };
enum kind { DIGIT = 1, LETTER = 2, SPACE = 4, OTHER = 8, VISIBLE = DIGIT | LETTER | OTHER };

static enum kind kind_of(char c) {
    if (c >= '0' && c <= '9')
        return DIGIT;
    if ((c >= 'a' && c <= 'z') || c == '_')
        return LETTER;
    return c == ' ' ? SPACE : OTHER;
}

static enum state step(enum state from, enum kind on) {
    switch (from) {
    case START: case AFTER:
        return on == DIGIT ? IN_NUMBER : on == LETTER ? IN_WORD : on == SPACE ? from : FAILED;
    case IN_NUMBER:
        return on == DIGIT ? IN_NUMBER : on == SPACE ? AFTER : FAILED;
    case IN_WORD:
        return on & (DIGIT | LETTER) ? IN_WORD : on == SPACE ? AFTER : FAILED;
    default:
        return on == SPACE ? START : FAILED;
    }
}

int main(void) {
    const char *text = "  x1 22 3b 4 _c? ok 7";
    enum state state = START;
    int words = 0, failures = 0, visible = 0;
    for (; *text; text++) {
        enum state next = step(state, kind_of(*text));
        visible += (kind_of(*text) & VISIBLE) != 0;
        words += next == IN_WORD && state != IN_WORD;
        failures += next < 0 && state >= 0;
        state = next;
    }
    return visible - words == failures + (int)state;
}
