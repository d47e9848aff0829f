/* The table over the C interface of the Parma Polyhedra Library, found with dlopen.
 *
 * All its classes have functions of the same names and types, so one table serves them all. Its numbers are
 * exact and finite: a constraint with an infinite constant is decided here, what is assigned an infinite or
 * undefined number is forgotten.
 */
#include <dlfcn.h>
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "domain.h"

enum { PPL_EQUAL = 2, PPL_AT_LEAST = 3, PPL_POINT = 2 }; /* of ppl_enum_Constraint_Type, ppl_enum_Generator_Type */

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
    F(constraints, "ppl_%1$s_get_minimized_constraints", (const void *, const void **))

#define LIBRARY_FIELD(name, parameters) int(*name) parameters;
#define CLASS_FIELD(name, pattern, parameters) int(*name) parameters;

typedef struct {
    LIBRARY_FUNCTIONS(LIBRARY_FIELD)
    CLASS_FUNCTIONS(CLASS_FIELD)
    int (*narrow)(void *, const void *); /* of shapes and boxes only */
    int subsumes;                        /* the bit of a relation with a generator */
    void *number, *one;                  /* coefficients; the first is overwritten at will */
} library;

#define PPL ((const library *)d->state)

/* Errors that the library reports in a call that must not fail are crashes. */
static void fail(int code, const char *description) {
    fprintf(stderr, "PPL error %d: %s\n", code, description);
    abort();
}

static void *coefficient(const library *ppl, void *into, long value) {
    mp_limb_t magnitude = value < 0 ? 0UL - (unsigned long)value : (unsigned long)value;
    mpz_t number = MPZ_ROINIT_N(&magnitude, (value > 0) - (value < 0));
    ppl->assign_Coefficient_from_mpz_t(into, number);
    return into;
}

static void *linear(const gf_domain *d, const long *coefficients, long constant) {
    void *sum;
    PPL->new_Linear_Expression_with_dimension(&sum, d->variables);
    for (int v = 0; v < d->variables; v++)
        if (coefficients[v])
            PPL->Linear_Expression_add_to_coefficient(sum, v, coefficient(PPL, PPL->number, coefficients[v]));
    PPL->Linear_Expression_add_to_inhomogeneous(sum, coefficient(PPL, PPL->number, constant));
    return sum;
}

static void *built(const gf_domain *d, int is_empty) {
    void *element;
    PPL->build(&element, d->variables, is_empty);
    return element;
}

static void *top(const gf_domain *d) {
    return built(d, 0);
}

static void *bottom(const gf_domain *d) {
    return built(d, 1);
}

static void *copy(const gf_domain *d, const void *x) {
    void *element;
    PPL->duplicate(&element, x);
    return element;
}

static void drop(const gf_domain *d, void *x) {
    PPL->destroy(x);
}

static int is_unsatisfiable(const gf_constraint *constraint) {
    int kind = constraint->sum.constant.kind;
    return kind == -1 || (kind == 1 && constraint->is_equality);
}

static void *refined(const gf_domain *d, void *element, const gf_constraint *constraint) {
    void *sum, *refining;
    if (is_unsatisfiable(constraint)) {
        drop(d, element);
        return bottom(d);
    }
    if (constraint->sum.constant.kind != 0)
        return element;
    sum = linear(d, constraint->sum.coefficients, constraint->sum.constant.value);
    PPL->new_Constraint(&refining, sum, constraint->is_equality ? PPL_EQUAL : PPL_AT_LEAST);
    PPL->refine(element, refining);
    PPL->delete_Constraint(refining);
    PPL->delete_Linear_Expression(sum);
    return element;
}

static void *of(const gf_domain *d, int count, const gf_constraint *constraints) {
    void *element = top(d);
    for (int at = 0; at < count; at++)
        element = refined(d, element, &constraints[at]);
    return element;
}

static void *cond(const gf_domain *d, void *x, const gf_constraint *constraint) {
    return refined(d, copy(d, x), constraint);
}

static void *join(const gf_domain *d, void *x, void *y) {
    void *joined = copy(d, x);
    PPL->unite(joined, y);
    return joined;
}

static void *meet(const gf_domain *d, void *x, void *y) {
    void *met = copy(d, x);
    PPL->intersect(met, y);
    return met;
}

/* The library's operator changes the newer element, which must contain the older one. */
static void *widen(const gf_domain *d, void *x, void *y) {
    void *widened = copy(d, y);
    PPL->extrapolate(widened, x);
    return widened;
}

/* Likewise: the newer element must be contained in the older one, so the newer one is what they share. */
static void *narrow(const gf_domain *d, void *x, void *y) {
    void *narrowed = meet(d, x, y);
    PPL->narrow(narrowed, x);
    return narrowed;
}

static void *project(const gf_domain *d, void *x, int variable) {
    void *projected = copy(d, x);
    PPL->unconstrain(projected, variable);
    return projected;
}

static void *assign(const gf_domain *d, void *x, int variable, const gf_sum *sum) {
    if (sum->constant.kind != 0)
        return project(d, x, variable);
    void *image = copy(d, x), *assigned = linear(d, sum->coefficients, sum->constant.value);
    PPL->image(image, variable, assigned, PPL->one);
    PPL->delete_Linear_Expression(assigned);
    return image;
}

static void *substitute(const gf_domain *d, void *x, int variable, const gf_sum *sum) {
    if (sum->constant.kind != 0)
        return PPL->is_empty(x) ? copy(d, x) : top(d);
    void *preimage = copy(d, x), *substituted = linear(d, sum->coefficients, sum->constant.value);
    PPL->preimage(preimage, variable, substituted, PPL->one);
    PPL->delete_Linear_Expression(substituted);
    return preimage;
}

static int leq(const gf_domain *d, void *x, void *y) {
    return PPL->includes(y, x);
}

static int eq(const gf_domain *d, void *x, void *y) {
    return PPL->equals(x, y);
}

static int is_bottom(const gf_domain *d, void *x) {
    return PPL->is_empty(x);
}

static int is_top(const gf_domain *d, void *x) {
    return PPL->is_universe(x);
}

static void observe(const gf_domain *d, void *x) {
    size_t dimension;
    PPL->is_empty(x);
    PPL->is_universe(x);
    PPL->is_bounded(x);
    PPL->affine_dimension(x, &dimension);
}

static int contains(const gf_domain *d, void *x, const long *point) {
    void *sum = linear(d, point, 0), *generator;
    PPL->new_Generator(&generator, sum, PPL_POINT, PPL->one);
    int is_inside = (PPL->relate(x, generator) & PPL->subsumes) != 0;
    PPL->delete_Generator(generator);
    PPL->delete_Linear_Expression(sum);
    return is_inside;
}

static void print_number(const gf_domain *d, FILE *out) {
    char *text;
    PPL->io_asprint_Coefficient(&text, PPL->number);
    fprintf(out, " %s", text);
    free(text);
}

static void print_constraint(const gf_domain *d, const void *constraint, FILE *out) {
    fputs(PPL->Constraint_type(constraint) == PPL_EQUAL ? "{eq" : "{ge", out);
    PPL->Constraint_inhomogeneous_term(constraint, PPL->number);
    print_number(d, out);
    for (int v = 0; v < d->variables; v++) {
        PPL->Constraint_coefficient(constraint, v, PPL->number);
        print_number(d, out);
    }
    fputc('}', out);
}

static void print_constraints(const gf_domain *d, const void *system, FILE *out) {
    void *at, *end;
    const void *constraint, *separator = "";
    PPL->new_Constraint_System_const_iterator(&at);
    PPL->new_Constraint_System_const_iterator(&end);
    PPL->Constraint_System_begin(system, at);
    PPL->Constraint_System_end(system, end);
    while (!PPL->Constraint_System_const_iterator_equal_test(at, end)) {
        PPL->Constraint_System_const_iterator_dereference(at, &constraint);
        fputs(separator, out);
        print_constraint(d, constraint, out);
        separator = " ";
        PPL->Constraint_System_const_iterator_increment(at);
    }
    PPL->delete_Constraint_System_const_iterator(at);
    PPL->delete_Constraint_System_const_iterator(end);
}

static void print(const gf_domain *d, void *x, FILE *out) {
    void *shown = copy(d, x);
    const void *system;
    if (PPL->is_empty(shown)) {
        fputs("bottom", out);
    } else {
        PPL->constraints(shown, &system);
        print_constraints(d, system, out);
    }
    drop(d, shown);
}

typedef struct {
    const char *shape, *class, *built_as;
} ppl_class;

static const ppl_class CLASSES[] = {
    {"polyhedron", "Polyhedron", "C_Polyhedron"},
    {"octagon", "Octagonal_Shape_mpq_class", "Octagonal_Shape_mpq_class"},
    {"bd-shape", "BD_Shape_mpq_class", "BD_Shape_mpq_class"},
    {"box", "Rational_Box", "Rational_Box"},
};

static const ppl_class *class_of(const char *shape) {
    for (size_t at = 0; at < sizeof CLASSES / sizeof CLASSES[0]; at++)
        if (strcmp(CLASSES[at].shape, shape) == 0)
            return &CLASSES[at];
    return NULL;
}

/* The library and what it needs, unless that is there already. NULL: dlerror() says why. */
static void *loaded(const char *folder) {
    static const char *const NEEDED[] = {"libgmp.so.10", "libgmpxx.so.4", "libppl.so.14", "libppl_c.so.4"};
    char path[4096];
    void *opened = NULL;
    for (size_t at = 0; at < sizeof NEEDED / sizeof NEEDED[0]; at++) {
        snprintf(path, sizeof path, "%s/%s", folder, NEEDED[at]);
        opened = dlopen(NEEDED[at], RTLD_NOW | RTLD_NOLOAD);
        if (!opened && !(opened = dlopen(path, RTLD_NOW | RTLD_GLOBAL)))
            return NULL;
    }
    return opened;
}

static void *symbol(void *opened, const char *pattern, const ppl_class *class) {
    char name[256];
    snprintf(name, sizeof name, pattern, class->class, class->built_as);
    return dlsym(opened, name);
}

#define FIND_IN_LIBRARY(name, parameters)                                                                    \
    if (!(*(void **)&ppl->name = dlsym(opened, "ppl_" #name)))                                               \
        return #name;
#define FIND_IN_CLASS(name, pattern, parameters)                                                             \
    if (!(*(void **)&ppl->name = symbol(opened, pattern, class)))                                            \
        return #name;

/* NULL, or the name of what is missing. */
static const char *missing(library *ppl, void *opened, const ppl_class *class) {
    const unsigned int *subsumes = dlsym(opened, "PPL_POLY_GEN_RELATION_SUBSUMES");
    LIBRARY_FUNCTIONS(FIND_IN_LIBRARY)
    CLASS_FUNCTIONS(FIND_IN_CLASS)
    *(void **)&ppl->narrow = symbol(opened, "ppl_%1$s_CC76_narrowing_assign", class);
    if (!subsumes || ppl->initialize() < 0)
        return "initialisation";
    ppl->subsumes = (int)*subsumes;
    ppl->restore_pre_PPL_rounding();
    ppl->set_error_handler(fail);
    ppl->new_Coefficient(&ppl->number);
    ppl->new_Coefficient(&ppl->one);
    coefficient(ppl, ppl->one, 1);
    return NULL;
}

int gf_open_ppl(gf_domain *domain, int variables, int argc, char **argv) {
    static library ppl;
    const ppl_class *class = argc == 2 ? class_of(argv[1]) : NULL;
    void *opened = class ? loaded(argv[0]) : NULL;
    const char *lacks = opened ? missing(&ppl, opened, class) : NULL;
    if (!opened || lacks) {
        fprintf(stderr, "PPL: %s\n", !class ? "arguments are FOLDER SHAPE" : !opened ? dlerror() : lacks);
        return 1;
    }
    *domain = (gf_domain){
        .variables = variables, .top = top, .bottom = bottom, .copy = copy, .drop = drop, .of = of,
        .join = join, .meet = meet, .widen = widen, .narrow = ppl.narrow ? narrow : NULL, .assign = assign,
        .substitute = substitute, .cond = cond, .project = project, .leq = leq, .eq = eq,
        .is_bottom = is_bottom, .is_top = is_top, .observe = observe, .contains = contains, .print = print,
        .state = &ppl,
    };
    return 0;
}
