/* Drawing numbers, sums, constraints and points from bytes; behind the end of the bytes there are zeros. */
#ifndef GF_DRAW_H
#define GF_DRAW_H

#include <stddef.h>
#include <stdint.h>

#include "program.h"

typedef enum { GF_INTERVAL, GF_OCTAGON, GF_POLYHEDRON } gf_shape;
typedef enum { GF_NONE, GF_INT, GF_LONG, GF_INFINITY, GF_NAN } gf_values;

typedef struct {
    const uint8_t *data;
    size_t size, at;
    gf_shape shape;
    gf_values values;
    int variables;
} gf_bytes;

static inline uint64_t gf_splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/* One of 0 … below-1; `below` is at most 65536. */
int gf_draw(gf_bytes *, int below);
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
