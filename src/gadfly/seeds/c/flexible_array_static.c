/* A flexible array member with a static initialiser (a GNU extension). */
struct message {
    unsigned char kind;
    short length;
    short words[];
};

static struct message hello = {1, 5, {10, -20, 30, -40, 50}};
static struct message empty = {2, 0, {0}};
static struct message *const queue[] = {&hello, &empty, &hello};

static int consume(struct message *m) {
    int sum = 0;
    for (short i = 0; i < m->length; i++) {
        if (m->words[i] < 0)
            m->words[i] = -m->words[i];
        else
            m->words[i]--;
        sum += m->words[i];
    }
    return sum;
}

int main(void) {
    int sums[3], growing = 0;
    for (int i = 0; i < 3; i++) {
        sums[i] = consume(queue[i]);
        if (i > 0 && sums[i] > sums[i - 1])
            growing++;
    }
    if (sizeof hello == 4)
        growing += 10;
    while (hello.length > 0 && hello.words[hello.length - 1] > 20)
        hello.length--;
    return growing == hello.length;
}
