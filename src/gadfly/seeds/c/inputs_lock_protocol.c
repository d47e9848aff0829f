/* A driver that locks, retries and unlocks as its inputs say. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int locked, locks, mistakes;

static void lock(void) { mistakes += locked; locked = 1; locks++; }
static void unlock(void) { mistakes += !locked; locked = 0; }

int main(void) {
    unsigned packets = 0, before, rounds = 0;
    do {
        lock();
        before = packets;
        if (__VERIFIER_nondet_bool()) {
            unlock();
            packets += __VERIFIER_nondet_uchar() % 4;
        }
        if (packets == before && !locked)
            lock();
        if (locked)
            unlock();
    } while (packets != before && ++rounds < 6);
    return 0;
}
