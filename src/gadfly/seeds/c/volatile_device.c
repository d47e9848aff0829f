/* A volatile register that the program itself drives. */
static volatile unsigned status;
static volatile struct { unsigned char ready : 1, error : 1; unsigned char data; } port;

static void tick(unsigned time) {
    port.ready = time % 3 == 0;
    port.error = time % 7 == 6;
    port.data = (unsigned char)(time * 37);
    status = status + 1;
}

int main(void) {
    unsigned char received[6];
    int got = 0, polls = 0, errors = 0;
    while (got < 6) {
        tick(status);
        polls++;
        if (port.error) {
            errors++;
            continue;
        }
        if (!port.ready)
            continue;
        received[got++] = port.data;
    }
    for (int i = 1; i < 6; i++)
        if (received[i] < received[i - 1])
            errors += 10;
    for (volatile int delay = 3; delay; delay--)
        polls++;
    return polls == got + errors;
}
