/* Where members lie: sizeof, offsetof, alignment, and structs that are packed or aligned by attributes. */
#include <stddef.h>

struct plain { char tag; int number; char last; long wide; };
struct __attribute__((packed)) packed { char tag; int number; char last; long wide; };
struct __attribute__((aligned(16))) aligned { char tag; short half; };

static int holes(unsigned long size, unsigned long used) { return (int)(size - used); }

int main(void) {
    struct packed packed[3] = {{'p', 1, 'l', 2}};
    struct aligned aligned[2];
    const unsigned char *bytes = (const unsigned char *)packed;
    int gaps = holes(sizeof(struct plain), 14) + holes(sizeof(struct packed), 14), nonzero = 0;
    for (int i = 0; i < 2; i++) {
        aligned[i].tag = (char)i;
        aligned[i].half = (short)(i + packed[i].number * 300);
        packed[i + 1].number = aligned[i].half - 1;
        packed[i + 1].wide = -packed[i].wide * 256;
    }
    for (unsigned i = 0; i < sizeof packed; i++)
        if (bytes[i])
            nonzero++;
    if (offsetof(struct plain, wide) != offsetof(struct packed, wide))
        gaps += (int)offsetof(struct packed, last);
    while ((unsigned long)gaps % _Alignof(struct aligned))
        gaps++;
    if ((const char *)&aligned[1] - (const char *)aligned == sizeof aligned / 2)
        nonzero = -nonzero;
    return gaps == nonzero;
}
