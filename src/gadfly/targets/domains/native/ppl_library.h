/* The functions of the Parma Polyhedra Library's C interface that we call, found with dlopen.
 *
 * All its classes have functions of the same names and types, so one record of them serves every class.
 */
#ifndef GF_PPL_LIBRARY_H
#define GF_PPL_LIBRARY_H

#include <gmp.h>
#include <stddef.h>

enum { PPL_EQUAL = 2, PPL_AT_LEAST = 3 }; /* kinds of constraints */
enum { PPL_POINT = 2 };                   /* a kind of generator */

/* Functions that all classes share. */
#define LIBRARY_FUNCTIONS(F)                                                                                 \
    F(initialize, (void))                                                                                    \
    F(restore_pre_PPL_rounding, (void))                                                                      \
    F(set_error_handler, (void (*)(int, const char *)))                                                      \
    F(new_Coefficient, (void **))                                                                            \
    F(assign_Coefficient_from_mpz_t, (void *, mpz_t))                                                        \
    F(io_asprint_Coefficient, (char **, const void *))                                                       \
    F(new_Linear_Expression_with_dimension, (void **, size_t))                                               \
    F(delete_Linear_Expression, (const void *))                                                              \
    F(Linear_Expression_add_to_coefficient, (void *, size_t, const void *))                                  \
    F(Linear_Expression_add_to_inhomogeneous, (void *, const void *))                                        \
    F(new_Constraint, (void **, const void *, int))                                                          \
    F(delete_Constraint, (const void *))                                                                     \
    F(Constraint_type, (const void *))                                                                       \
    F(Constraint_coefficient, (const void *, size_t, void *))                                                \
    F(Constraint_inhomogeneous_term, (const void *, void *))                                                 \
    F(Constraint_System_begin, (const void *, void *))                                                       \
    F(Constraint_System_end, (const void *, void *))                                                         \
    F(new_Constraint_System_const_iterator, (void **))                                                       \
    F(delete_Constraint_System_const_iterator, (const void *))                                               \
    F(Constraint_System_const_iterator_dereference, (const void *, const void **))                           \
    F(Constraint_System_const_iterator_increment, (void *))                                                  \
    F(Constraint_System_const_iterator_equal_test, (const void *, const void *))                             \
    F(Polyhedron_get_minimized_constraints, (const void *, const void **))                                   \
    F(Polyhedron_is_empty, (const void *))                                                                   \
    F(delete_Polyhedron, (const void *))                                                                     \
    F(new_Generator, (void **, const void *, int, const void *))                                             \
    F(delete_Generator, (const void *))

/* Functions of one class: field, name in terms of the class, parameters. */
#define CLASS_FUNCTIONS(F)                                                                                   \
    F(build, "ppl_new_%2$s_from_space_dimension", (void **, size_t, int))                                    \
    F(duplicate, "ppl_new_%2$s_from_%2$s", (void **, const void *))                                          \
    F(destroy, "ppl_delete_%1$s", (const void *))                                                            \
    F(intersect, "ppl_%1$s_intersection_assign", (void *, const void *))                                     \
    F(unite, "ppl_%1$s_upper_bound_assign", (void *, const void *))                                          \
    F(extrapolate, "ppl_%1$s_widening_assign", (void *, const void *))                                       \
    F(image, "ppl_%1$s_affine_image", (void *, size_t, const void *, const void *))                          \
    F(preimage, "ppl_%1$s_affine_preimage", (void *, size_t, const void *, const void *))                    \
    F(refine, "ppl_%1$s_refine_with_constraint", (void *, const void *))                                     \
    F(unconstrain, "ppl_%1$s_unconstrain_space_dimension", (void *, size_t))                                 \
    F(includes, "ppl_%1$s_contains_%1$s", (const void *, const void *))                                      \
    F(equals, "ppl_%1$s_equals_%1$s", (const void *, const void *))                                          \
    F(is_empty, "ppl_%1$s_is_empty", (const void *))                                                         \
    F(is_universe, "ppl_%1$s_is_universe", (const void *))                                                   \
    F(is_bounded, "ppl_%1$s_is_bounded", (const void *))                                                     \
    F(affine_dimension, "ppl_%1$s_affine_dimension", (const void *, size_t *))                               \
    F(relate, "ppl_%1$s_relation_with_Generator", (const void *, const void *))                              \
    F(as_polyhedron, "ppl_new_C_Polyhedron_from_%2$s", (void **, const void *))

#define LIBRARY_FIELD(name, parameters) int(*name) parameters;
#define CLASS_FIELD(name, pattern, parameters) int(*name) parameters;

typedef struct {
    LIBRARY_FUNCTIONS(LIBRARY_FIELD)
    CLASS_FUNCTIONS(CLASS_FIELD)
    int (*narrow)(void *, const void *); /* of shapes and boxes only */
    int subsumes;                        /* the bit of a relation with a generator */
    void *number, *one;                  /* coefficients; the first is overwritten at will */
} gf_ppl;

/* Fills the record for one of polyhedron, octagon, bd-shape and box.
 * Returns 0, or prints one line to stderr and returns something else. */
int gf_load_ppl(gf_ppl *, const char *folder, const char *shape);

/* Gives a coefficient a value, and returns it. */
void *gf_ppl_coefficient(const gf_ppl *, void *into, long value);

#endif
