/* What happens to narrow operands: promotion to int, then the usual conversions. */
int main(void) {
    unsigned char octet = 200, other = 100;
    signed char small = -1;
    unsigned short narrow = 65535;
    unsigned int word = 1;
    long wide = -1;
    int wrapped = 0, promoted = 0;
    for (int i = 0; i < 8; i++) {
        if (octet + other > 255)
            promoted++;
        octet += other;
        if ((unsigned char)(octet + other) < octet)
            wrapped++;
        int flipped = ~other;
        if (flipped < 0)
            other -= 7;
        narrow = (unsigned short)(narrow + narrow);
        if (narrow << 1 > 65535)
            promoted += 2;
    }
    if ((unsigned int)small > word)
        wrapped += 10;
    if (wide < (long)word)
        wrapped += 20;
    if ((unsigned long)wide > word)
        wrapped += 40;
    for (word = (unsigned int)wide; word > 9; word /= 10)
        promoted += (int)(word % 10);
    if (-octet < 0 && (small & octet) == octet)
        promoted = -promoted;
    return wrapped == promoted;
}
