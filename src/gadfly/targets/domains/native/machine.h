/* Executing operations: an element together with its tracked point.
 *
 * A tracked point is one concrete state that the element must contain, whatever the library computes.
 */
#ifndef GF_MACHINE_H
#define GF_MACHINE_H

#include "program.h"

typedef struct {
    const gf_domain *domain;
    int is_ordered; /* widening is defined only if the first operand is below the second */
    int tracks;     /* whether points are wanted */
} gf_machine;

typedef struct {
    void *value;
    int has_point;
    long point[GF_MOST_VARIABLES];
} gf_element;

/* The result of an operation. Operands that are one and the same are passed as two: libraries shortcut. */
void gf_apply(const gf_machine *, const gf_statement *, gf_element *a, gf_element *b, gf_element *result);
void gf_copy(const gf_machine *, const gf_element *, gf_element *result);
void gf_move(const gf_machine *, const gf_element *, gf_element *to);
void gf_drop(const gf_machine *, gf_element *);
/* Compare copies where the operands are the same. */
int gf_leq(const gf_machine *, const gf_element *, const gf_element *);
int gf_eq(const gf_machine *, const gf_element *, const gf_element *);
/* Whether the tracked point is inside; true if there is none. */
int gf_sound(const gf_machine *, const gf_element *);

/* The value of a sum at a point; -1 if it is no 64-bit integer. */
int gf_sum_at(int variables, const gf_sum *, const long *point, long *value);
int gf_satisfies(int variables, const gf_constraint *, const long *point);

#endif
