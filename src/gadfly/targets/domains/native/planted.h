/* What the defects of planted domains share. Inside one, `d` is the planted domain. */
#ifndef GF_PLANTED_H
#define GF_PLANTED_H

#include "domain.h"

/* A function of the right domain. */
#define BASE(operation, ...) d->base->operation(d->base, ##__VA_ARGS__)
#define LAST (d->variables - 1)

/* A defect and the functions that it replaces; those left NULL are right. */
typedef struct {
    const char *name;
    gf_domain changed;
} gf_planted;

/* They end with a nameless one. */
extern const gf_planted GF_PLANTED_LATTICE[], GF_PLANTED_TRANSFORMERS[];
extern const gf_planted GF_PLANTED_TESTS[], GF_PLANTED_CONTROLS[];

/* coefficient * variable + constant >= 0 */
gf_constraint gf_bound(int variable, long coefficient, long constant);

/* The new element; the old one is dropped. */
void *gf_instead(const gf_domain *d, void *old, void *element);

/* Whether some state of an element satisfies a constraint, as far as the right domain can tell. */
int gf_meets(const gf_domain *d, void *element, gf_constraint constraint);

/* Whether a variable is bounded above by a long, but not by an int. */
int gf_has_large_bound(const gf_domain *d, void *element, int variable);

/* Whether something is known about several variables, which no element of one constraint of a box is. */
int gf_is_complex(const gf_domain *d, void *element);

#endif
