/* Variable arguments of several types, forwarded and copied. */
#include <stdarg.h>

static long sum(int count, ...) {
    va_list list;
    long total = 0;
    va_start(list, count);
    while (count-- > 0)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

static int used(const char *format, va_list list) {
    int bytes = 0;
    for (; *format; format++)
        switch (*format) {
        case 'i': bytes += va_arg(list, int) > 0 ? 4 : 1; break;
        case 'l': bytes += va_arg(list, long) > 0 ? 8 : 1; break;
        case 'd': bytes += va_arg(list, double) > 0.5 ? 16 : 1; break;
        case 's': bytes += va_arg(list, const char *)[0]; break;
        }
    return bytes;
}

static int twice(const char *format, ...) {
    va_list list, again;
    int bytes;
    va_start(list, format);
    va_copy(again, list);
    bytes = used(format, list);
    bytes += used(format, again);
    va_end(again);
    va_end(list);
    return bytes;
}

int main(void) {
    short narrow = -5;
    long total = sum(4, 10, narrow, 'x', 3 > 2) + sum(0);
    int bytes = twice("ilids", 1, 1L << 40, narrow, 0.75, "A") + twice("ld", -1L, 0.25);
    return total == bytes;
}
