/* The operations of a domain of the Parma Polyhedra Library, called by their public names. */
#include <gmp.h>
#include <ppl_c.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define JOINED(a, b, c) a##b##c
#define NAMED(a, b, c) JOINED(a, b, c)
#define OF_CLASS(operation) NAMED(ppl_, CLASS, operation)

typedef NAMED(ppl_, CLASS, _t) element;
typedef struct {
    const char *constant;
    long coefficients[VARIABLES];
} sum;
typedef struct {
    enum ppl_enum_Constraint_Type relation;
    sum sum;
} constraint;
enum { AT_LEAST = PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL, EQUAL = PPL_CONSTRAINT_TYPE_EQUAL };

static void open_domain(void)
{
    ppl_initialize();
}

static ppl_Coefficient_t number(const char *text)
{
    mpz_t value;
    ppl_Coefficient_t coefficient;
    if (mpz_init_set_str(value, text, 10)) {
        fprintf(stderr, "PPL has no number %s\n", text);
        exit(2);
    }
    ppl_new_Coefficient_from_mpz_t(&coefficient, value);
    return coefficient;
}

static ppl_Linear_Expression_t linear(sum s)
{
    ppl_Linear_Expression_t expression;
    char text[32];
    ppl_new_Linear_Expression_with_dimension(&expression, VARIABLES);
    ppl_Linear_Expression_add_to_inhomogeneous(expression, number(s.constant));
    for (int i = 0; i < VARIABLES; i++) {
        snprintf(text, sizeof text, "%ld", s.coefficients[i]);
        ppl_Linear_Expression_add_to_coefficient(expression, i, number(text));
    }
    return expression;
}

static element built(int is_empty)
{
    element x;
    NAMED(ppl_new_, NEW_CLASS, _from_space_dimension)(&x, VARIABLES, is_empty);
    return x;
}

static element copy(element x)
{
    element other;
    NAMED(ppl_new_, NEW_CLASS, NAMED(_from_, NEW_CLASS, ))(&other, x);
    return other;
}

static element top(void) { return built(0); }
static element bottom(void) { return built(1); }
static bool leq(element x, element y) { return OF_CLASS(NAMED(_contains_, CLASS, ))(y, x) > 0; }
static bool eq(element x, element y) { return OF_CLASS(NAMED(_equals_, CLASS, ))(x, y) > 0; }
static bool is_bottom(element x) { return OF_CLASS(_is_empty)(x) > 0; }
static bool is_top(element x) { return OF_CLASS(_is_universe)(x) > 0; }

static element cond(element x, constraint condition)
{
    element refined = copy(x);
    ppl_Constraint_t own;
    ppl_new_Constraint(&own, linear(condition.sum), condition.relation);
    OF_CLASS(_refine_with_constraint)(refined, own);
    return refined;
}

static element of(int count, const constraint *constraints)
{
    element x = top();
    for (int i = 0; i < count; i++)
        x = cond(x, constraints[i]);
    return x;
}

static element join(element x, element y)
{
    element joined = copy(x);
    OF_CLASS(_upper_bound_assign)(joined, y);
    return joined;
}

static element meet(element x, element y)
{
    element met = copy(x);
    OF_CLASS(_intersection_assign)(met, y);
    return met;
}

static element widen(element x, element y)
{
    element widened = copy(y);
    OF_CLASS(_widening_assign)(widened, x);
    return widened;
}

#ifdef NARROWING
static element narrow(element x, element y)
{
    element narrowed = meet(x, y);
    NARROWING(narrowed, x);
    return narrowed;
}
#endif

static element assign(element x, int variable, sum value)
{
    element image = copy(x);
    OF_CLASS(_affine_image)(image, variable, linear(value), number("1"));
    return image;
}

static element substitute(element x, int variable, sum value)
{
    element image = copy(x);
    OF_CLASS(_affine_preimage)(image, variable, linear(value), number("1"));
    return image;
}

static element project(element x, int variable)
{
    element projected = copy(x);
    OF_CLASS(_unconstrain_space_dimension)(projected, variable);
    return projected;
}

static element observe(element x)
{
    element seen = copy(x);
    is_bottom(seen);
    is_top(seen);
    return seen;
}

static void show(const char *name, element x)
{
    printf("%s: ", name);
    NAMED(ppl_io_print_, CLASS, )(x);
    printf("\n");
}
