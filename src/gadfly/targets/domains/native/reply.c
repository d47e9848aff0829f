#include "reply.h"

#include <string.h>
#include <unistd.h>

#define CAPACITY (1 << 16)

char gf_marker[128];

static char buffer[CAPACITY];
static size_t used;

static void flush(void)
{
    size_t sent = 0;
    while (sent < used) {
        ssize_t count = write(STDOUT_FILENO, buffer + sent, used - sent);
        if (count <= 0)
            _exit(3);
        sent += (size_t)count;
    }
    used = 0;
}

void gf_put(const char *text)
{
    for (; *text; text++) {
        if (used == CAPACITY)
            flush();
        buffer[used++] = *text;
    }
}

void gf_put_long(long value)
{
    char digits[24];
    char *at = digits + sizeof digits;
    unsigned long rest = value < 0 ? 0UL - (unsigned long)value : (unsigned long)value;
    *--at = '\0';
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        *--at = '-';
    gf_put(at);
}

void gf_send(void)
{
    gf_put(gf_marker);
    gf_put("\n");
    flush();
}
