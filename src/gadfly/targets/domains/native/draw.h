/* Drawing numbers, sums, constraints and points from a source of bytes. */
#ifndef GF_DRAW_H
#define GF_DRAW_H

#include <stddef.h>
#include <stdint.h>

#include "program.h"

typedef enum { GF_INTERVAL, GF_OCTAGON, GF_POLYHEDRON } gf_shape;
typedef enum { GF_NONE, GF_INT, GF_LONG, GF_INFINITY, GF_NAN } gf_values;

/* Either given bytes, behind the end of which there are zeros, or those of a seed, made as they are drawn. */
typedef struct {
    const uint8_t *data; /* NULL: those of the seed */
    size_t size;
    uint64_t seed;
    size_t at;     /* of the next word of eight bytes */
    uint64_t word; /* what is left of the last one */
    int left;      /* bytes of it */
    gf_shape shape;
    gf_values values;
    int variables;
} gf_bytes;

/* The words of a seed, in any order (splitmix64). */
static inline uint64_t gf_random(uint64_t seed, uint64_t place)
{
    uint64_t z = seed + (place + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static inline void gf_seek(gf_bytes *bytes, size_t word)
{
    bytes->at = word;
    bytes->left = 0;
}

uint64_t gf_given_word(gf_bytes *);

/* Eight bytes at once, from which several things are made: boxes are so quick that drawing shows. */
static inline uint64_t gf_word(gf_bytes *bytes)
{
    return bytes->data ? gf_given_word(bytes) : gf_random(bytes->seed, bytes->at++);
}

static inline uint32_t gf_take(gf_bytes *bytes)
{
    if (!bytes->left) {
        bytes->word = gf_word(bytes);
        bytes->left = sizeof bytes->word;
    }
    uint32_t value = bytes->word & 0xffff;
    bytes->word >>= 16;
    bytes->left -= 2;
    return value;
}

/* One of 0 … below-1; `below` is at most 65536. */
static inline int gf_draw(gf_bytes *bytes, int below)
{
    return (int)(gf_take(bytes) * (uint32_t)below >> 16);
}

/* An element of its own: `count` times what one constraint of the shape is, and perhaps a point inside. */
void gf_draw_of(gf_bytes *, int count);
/* A linear sum that the shape may be able to represent or not, as a new constraint; its number. It is `variable`
 * and something else more often than chance has it, as loops count. */
int gf_draw_expression(gf_bytes *, int variable);
/* A sum that the shape represents as the new value of a variable; its number. */
int gf_draw_representable(gf_bytes *, int variable);
/* A sum of the shape that is not constant; its number. */
int gf_draw_sum(gf_bytes *);

#endif
