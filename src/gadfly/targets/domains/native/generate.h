/* Random tests of a law: a pool of simple elements, operations on them, and arguments for the law. */
#ifndef GF_GENERATE_H
#define GF_GENERATE_H

#include "draw.h"
#include "law.h"

typedef enum { GF_RANDOM, GF_FUZZER, GF_DIRECT } gf_engine;

/* What a generator does so that the premise of a law holds often. */
typedef struct {
    int ordered, chain, above, below, bottom, disjoint, representable;
} gf_preparations;

typedef struct {
    int variables, pool, operations;
    gf_shape shape;
    gf_values values;
    gf_engine engine;
    long tests;
    unsigned long salt;
    gf_preparations preparations;
    gf_uses uses;
    int is_ordered, has_substitute;
} gf_plan;

/* The first statements of the program: the pool, a function of the salt. */
void gf_draw_pool(const gf_plan *);
/* The rest of the program: operations on the pool and the binding, as the number of the test has it. Only what
 * the binding needs is drawn. */
void gf_draw_test(const gf_plan *, long number);
/* The same from given bytes. */
void gf_decode_test(const gf_plan *, const uint8_t *data, size_t size);
/* How many words of eight bytes operations and binding can use, and those from which a numbered test would be
 * decoded. */
size_t gf_test_words(const gf_plan *);
uint64_t gf_test_word(const gf_plan *, long number, size_t place);

#endif
