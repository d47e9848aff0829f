/* A law as a native formula: the postfix tokens of it, evaluated on what its names are bound to. */
#ifndef GF_LAW_H
#define GF_LAW_H

#include "machine.h"

typedef enum { GF_HELD, GF_VACUOUS, GF_VIOLATED } gf_verdict;

/* What a formula talks about, so that a generator knows what to bind. */
typedef struct {
    int elements[GF_NAMES];
    int variable, expression, sequence, point;
} gf_uses;

/* Read the tokens; 0, or -1 if they are no formula. */
int gf_read_law(char *tokens, gf_uses *uses);
/* Evaluate the law with the bound elements; unless `nodes` is NULL, the value of every node is written to it. */
gf_verdict gf_judge(const gf_machine *, gf_element *elements, FILE *nodes);

#endif
