/* What the driver knows about an abstract domain: a table of functions.
 *
 * Operations never consume their operands, but may change how one is represented (libraries
 * canonicalise in place), so operands are not const. Elements are freed by `drop` only.
 */
#ifndef GF_DOMAIN_H
#define GF_DOMAIN_H

#include <stdio.h>

#define GF_MOST_VARIABLES 64

typedef struct {
    int kind; /* 0 integer, 1 +inf, -1 -inf, 2 nan */
    long value;
} gf_number;

/* constant + coefficients[0]*x0 + … */
typedef struct {
    gf_number constant;
    long coefficients[GF_MOST_VARIABLES];
} gf_sum;

/* sum >= 0, or sum = 0 */
typedef struct {
    int is_equality;
    gf_sum sum;
} gf_constraint;

typedef struct gf_domain {
    int variables;
    void *(*top)(const struct gf_domain *);
    void *(*bottom)(const struct gf_domain *);
    void *(*copy)(const struct gf_domain *, const void *);
    void (*drop)(const struct gf_domain *, void *);
    void *(*of)(const struct gf_domain *, int count, const gf_constraint *);
    void *(*join)(const struct gf_domain *, void *, void *);
    void *(*meet)(const struct gf_domain *, void *, void *);
    void *(*widen)(const struct gf_domain *, void *, void *);
    void *(*narrow)(const struct gf_domain *, void *, void *); /* NULL: none */
    void *(*assign)(const struct gf_domain *, void *, int variable, const gf_sum *);
    void *(*substitute)(const struct gf_domain *, void *, int variable, const gf_sum *); /* NULL: none */
    void *(*cond)(const struct gf_domain *, void *, const gf_constraint *);
    void *(*project)(const struct gf_domain *, void *, int variable);
    int (*leq)(const struct gf_domain *, void *, void *);
    int (*eq)(const struct gf_domain *, void *, void *);
    int (*is_bottom)(const struct gf_domain *, void *);
    int (*is_top)(const struct gf_domain *, void *);
    void (*observe)(const struct gf_domain *, void *); /* call every query that may canonicalise in place */
    int (*contains)(const struct gf_domain *, void *, const long *point);
    void (*print)(const struct gf_domain *, void *, FILE *); /* "bottom" or "{ge K c0 …} …", of a copy */
    void *state;                  /* the library's manager */
    const struct gf_domain *base; /* of a planted domain */
} gf_domain;

/* A library that takes back its last answers says why, e.g. "not implemented"; NULL if it stands by them. */
extern const char *gf_excuse;

/* Each fills the table and returns 0, or prints one line to stderr and returns something else. */
int gf_open_apron(gf_domain *, int variables, int argc, char **argv); /* LIBRARY_PATH MANAGER_FUNCTION [ARGUMENT] */
int gf_open_ppl(gf_domain *, int variables, int argc, char **argv); /* LIBRARY_FOLDER SHAPE */
int gf_plant(gf_domain *, const gf_domain *base, const char *defect);

#endif
