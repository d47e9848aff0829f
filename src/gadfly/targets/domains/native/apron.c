/* The table of a domain over an APRON manager, of APRON itself or of a library that looks like it.
 *
 * Dimensions are real: every law then holds exactly, and integer points are among the real ones.
 */
#include <ap_global0.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain.h"

#define MANTISSA (1L << 53)

typedef ap_abstract0_t *narrowing(ap_manager_t *, ap_abstract0_t *, ap_abstract0_t *);

typedef struct {
    ap_manager_t *manager;
    narrowing *narrow;
    ap_linexpr0_t *expression; /* one for all calls: building them anew costs more than an operation on boxes */
    mpq_t sum, term;
} library;

static library *library_of(const gf_domain *d)
{
    return d->state;
}

static void forgive(ap_manager_t *manager)
{
    manager->result.exn = AP_EXC_NONE;
    ap_manager_clear_exclog(manager);
}

/* Results after an exception are no more than sound: a library that says so does not stand by them. */
static void *answered(const gf_domain *d, void *element)
{
    ap_manager_t *manager = library_of(d)->manager;
    if (manager->result.exn != AP_EXC_NONE) {
        gf_excuse = ap_name_of_exception[manager->result.exn];
        forgive(manager);
    }
    return element;
}

static int told(const gf_domain *d, bool truth)
{
    answered(d, NULL);
    return truth;
}

static void set_number(ap_coeff_t *coefficient, const gf_number *number)
{
    static const double specials[] = {-INFINITY, 0, INFINITY, NAN};
    if (number->kind)
        ap_coeff_set_scalar_double(coefficient, specials[number->kind + 1]);
    else if (labs(number->value) <= MANTISSA && number->value >= -MANTISSA)
        ap_coeff_set_scalar_double(coefficient, (double)number->value);
    else
        ap_coeff_set_scalar_int(coefficient, number->value);
}

static void set_sum(ap_linexpr0_t *expression, int variables, const gf_sum *sum)
{
    expression->size = 0;
    set_number(&expression->cst, &sum->constant);
    for (int i = 0; i < variables; i++)
        if (sum->coefficients[i]) {
            gf_number number = {0, sum->coefficients[i]};
            ap_linterm_t *term = &expression->p.linterm[expression->size++];
            term->dim = (ap_dim_t)i;
            set_number(&term->coeff, &number);
        }
}

static ap_linexpr0_t *expression_of(const gf_domain *d, const gf_sum *sum)
{
    set_sum(library_of(d)->expression, d->variables, sum);
    return library_of(d)->expression;
}

static void *top(const gf_domain *d)
{
    return answered(d, ap_abstract0_top(library_of(d)->manager, 0, (size_t)d->variables));
}

static void *bottom(const gf_domain *d)
{
    return answered(d, ap_abstract0_bottom(library_of(d)->manager, 0, (size_t)d->variables));
}

static void *copy(const gf_domain *d, const void *element)
{
    return ap_abstract0_copy(library_of(d)->manager, (ap_abstract0_t *)element);
}

static void drop(const gf_domain *d, void *element)
{
    ap_abstract0_free(library_of(d)->manager, element);
}

static void *cond(const gf_domain *d, void *element, const gf_constraint *constraint)
{
    ap_lincons0_t linear = {expression_of(d, &constraint->sum), constraint->is_equality ? AP_CONS_EQ : AP_CONS_SUPEQ,
                            NULL};
    ap_lincons0_array_t all = {&linear, 1};
    return answered(d, ap_abstract0_meet_lincons_array(library_of(d)->manager, false, element, &all));
}

static size_t terms_in(const gf_sum *sum, int variables)
{
    size_t terms = 0;
    for (int i = 0; i < variables; i++)
        terms += sum->coefficients[i] != 0;
    return terms;
}

static void *of(const gf_domain *d, int count, const gf_constraint *constraints)
{
    ap_manager_t *manager = library_of(d)->manager;
    ap_lincons0_array_t all = ap_lincons0_array_make((size_t)count);
    for (int i = 0; i < count; i++) {
        ap_linexpr0_t *expression = ap_linexpr0_alloc(AP_LINEXPR_SPARSE, terms_in(&constraints[i].sum, d->variables));
        set_sum(expression, d->variables, &constraints[i].sum);
        all.p[i] = ap_lincons0_make(constraints[i].is_equality ? AP_CONS_EQ : AP_CONS_SUPEQ, expression, NULL);
    }
    void *element = ap_abstract0_of_lincons_array(manager, 0, (size_t)d->variables, &all);
    ap_lincons0_array_clear(&all);
    return answered(d, element);
}

static void *join(const gf_domain *d, void *x, void *y)
{
    return answered(d, ap_abstract0_join(library_of(d)->manager, false, x, y));
}

static void *meet(const gf_domain *d, void *x, void *y)
{
    return answered(d, ap_abstract0_meet(library_of(d)->manager, false, x, y));
}

static void *widen(const gf_domain *d, void *x, void *y)
{
    return answered(d, ap_abstract0_widening(library_of(d)->manager, x, y));
}

static void *narrow(const gf_domain *d, void *x, void *y)
{
    return answered(d, library_of(d)->narrow(library_of(d)->manager, x, y));
}

static void *assign(const gf_domain *d, void *element, int variable, const gf_sum *sum)
{
    return answered(d, ap_abstract0_assign_linexpr(library_of(d)->manager, false, element, (ap_dim_t)variable,
                                                   expression_of(d, sum), NULL));
}

static void *substitute(const gf_domain *d, void *element, int variable, const gf_sum *sum)
{
    return answered(d, ap_abstract0_substitute_linexpr(library_of(d)->manager, false, element, (ap_dim_t)variable,
                                                       expression_of(d, sum), NULL));
}

static void *project(const gf_domain *d, void *element, int variable)
{
    ap_dim_t dimension = (ap_dim_t)variable;
    return answered(d, ap_abstract0_forget_array(library_of(d)->manager, false, element, &dimension, 1, false));
}

static int leq(const gf_domain *d, void *x, void *y)
{
    return told(d, ap_abstract0_is_leq(library_of(d)->manager, x, y));
}

static int eq(const gf_domain *d, void *x, void *y)
{
    return told(d, ap_abstract0_is_eq(library_of(d)->manager, x, y));
}

static int is_bottom(const gf_domain *d, void *element)
{
    return told(d, ap_abstract0_is_bottom(library_of(d)->manager, element));
}

static int is_top(const gf_domain *d, void *element)
{
    return told(d, ap_abstract0_is_top(library_of(d)->manager, element));
}

static void observe(const gf_domain *d, void *element)
{
    is_bottom(d, element);
    is_top(d, element);
    ap_abstract0_canonicalize(library_of(d)->manager, element);
    forgive(library_of(d)->manager); /* few implement it */
    ap_lincons0_array_t constraints = ap_abstract0_to_lincons_array(library_of(d)->manager, element);
    ap_lincons0_array_clear(&constraints);
    answered(d, NULL);
}

/* The constraints of a copy: asking for them may change how an element is represented. */
static ap_lincons0_array_t constraints_of(const gf_domain *d, void *element)
{
    void *other = copy(d, element);
    ap_lincons0_array_t constraints = ap_abstract0_to_lincons_array(library_of(d)->manager, other);
    drop(d, other);
    answered(d, NULL);
    return constraints;
}

/* -1, 0 or 1, exactly: the sign of the value that a constraint's expression has at a point. */
static int sign_at(const gf_domain *d, ap_linexpr0_t *expression, const long *point)
{
    library *own = library_of(d);
    ap_coeff_t *coefficient;
    ap_dim_t dimension;
    size_t i;
    if (ap_scalar_infty(expression->cst.val.scalar))
        return ap_scalar_infty(expression->cst.val.scalar);
    ap_mpq_set_scalar(own->sum, expression->cst.val.scalar, GMP_RNDN);
    ap_linexpr0_ForeachLinterm(expression, i, dimension, coefficient)
    {
        mpq_t factor;
        ap_mpq_set_scalar(own->term, coefficient->val.scalar, GMP_RNDN);
        mpq_init(factor);
        mpq_set_si(factor, point[dimension], 1);
        mpq_mul(own->term, own->term, factor);
        mpq_add(own->sum, own->sum, own->term);
        mpq_clear(factor);
    }
    return mpq_sgn(own->sum);
}

static int satisfies(const gf_domain *d, const ap_lincons0_t *constraint, const long *point)
{
    int sign = sign_at(d, constraint->linexpr0, point);
    switch (constraint->constyp) {
    case AP_CONS_EQ:
        return sign == 0;
    case AP_CONS_SUPEQ:
        return sign >= 0;
    case AP_CONS_SUP:
        return sign > 0;
    default:
        return 1; /* congruences are beyond linear domains */
    }
}

static int contains(const gf_domain *d, void *element, const long *point)
{
    ap_lincons0_array_t constraints = constraints_of(d, element);
    int is_inside = 1;
    for (size_t i = 0; is_inside && i < constraints.size; i++)
        is_inside = satisfies(d, &constraints.p[i], point);
    ap_lincons0_array_clear(&constraints);
    return is_inside;
}

static void print_scalar(library *own, ap_scalar_t *scalar, FILE *stream)
{
    int infinity = ap_scalar_infty(scalar);
    if (infinity) {
        fputs(infinity > 0 ? "inf" : "-inf", stream);
        return;
    }
    ap_mpq_set_scalar(own->term, scalar, GMP_RNDN);
    mpq_out_str(stream, 10, own->term);
}

static void print_constraint(const gf_domain *d, const ap_lincons0_t *constraint, FILE *stream)
{
    fputs(constraint->constyp == AP_CONS_EQ ? "{eq " : "{ge ", stream);
    print_scalar(library_of(d), constraint->linexpr0->cst.val.scalar, stream);
    for (int i = 0; i < d->variables; i++) {
        fputc(' ', stream);
        print_scalar(library_of(d), ap_linexpr0_coeffref(constraint->linexpr0, (ap_dim_t)i)->val.scalar, stream);
    }
    fputc('}', stream);
}

static void print(const gf_domain *d, void *element, FILE *stream)
{
    void *other = copy(d, element);
    int is_empty = is_bottom(d, other);
    drop(d, other);
    if (is_empty) {
        fputs("bottom", stream);
        return;
    }
    ap_lincons0_array_t constraints = constraints_of(d, element);
    for (size_t i = 0; i < constraints.size; i++) {
        if (i)
            fputc(' ', stream);
        print_constraint(d, &constraints.p[i], stream);
    }
    ap_lincons0_array_clear(&constraints);
}

/* A manager's function takes one flag or nothing; a flag too many is ignored. */
static ap_manager_t *manager_of(void *handle, const char *function, int argument)
{
    ap_manager_t *(*alloc)(bool) = (ap_manager_t * (*)(bool)) dlsym(handle, function);
    return alloc ? alloc(argument) : NULL;
}

int gf_open_apron(gf_domain *d, int variables, int argc, char **argv)
{
    library *own = calloc(1, sizeof *own);
    void *handle = argc >= 2 ? dlopen(argv[0], RTLD_NOW | RTLD_GLOBAL) : NULL;
    own->manager = handle ? manager_of(handle, argv[1], argc > 2 && atoi(argv[2])) : NULL;
    if (!own->manager) {
        const char *reason = handle || argc < 2 ? "no such manager" : dlerror();
        fprintf(stderr, "cannot open %s of %s: %s\n", argc > 1 ? argv[1] : "?", argc > 0 ? argv[0] : "?", reason);
        return -1;
    }
    for (int i = 0; i < AP_EXC_SIZE; i++)
        ap_manager_set_abort_if_exception(own->manager, (ap_exc_t)i, false);
    own->narrow = (narrowing *)dlsym(handle, "ap_abstract0_oct_narrowing");
    own->expression = ap_linexpr0_alloc(AP_LINEXPR_SPARSE, (size_t)variables);
    mpq_init(own->sum);
    mpq_init(own->term);
    *d = (gf_domain){variables, top,        bottom, copy,    drop, of, join,      meet,   widen,   own->narrow ? narrow : NULL,
                     assign,    substitute, cond,   project, leq,  eq, is_bottom, is_top, observe, contains,
                     print,     own,        NULL};
    return 0;
}
