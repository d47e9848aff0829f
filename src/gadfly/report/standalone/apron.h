/* The operations of an APRON domain, called by their public names. */
#include <ap_global0.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef ap_abstract0_t *element;
typedef struct {
    const char *constant;
    long coefficients[VARIABLES];
} sum;
typedef struct {
    ap_constyp_t relation;
    sum sum;
} constraint;
enum { AT_LEAST = AP_CONS_SUPEQ, EQUAL = AP_CONS_EQ };

static ap_manager_t *manager;

static void open_domain(void)
{
    manager = MANAGER;
    for (int i = 0; i < AP_EXC_SIZE; i++)
        ap_manager_set_abort_if_exception(manager, (ap_exc_t)i, false);
}

static void set_constant(ap_coeff_t *coefficient, const char *text)
{
    mpq_t value;
    mpq_init(value);
    if (mpq_set_str(value, text, 10))
        ap_coeff_set_scalar_double(coefficient, strtod(text, NULL)); /* inf, -inf, nan */
    else
        ap_coeff_set_scalar_mpq(coefficient, value);
    mpq_clear(value);
}

static ap_linexpr0_t *linear(sum s)
{
    ap_linexpr0_t *expression = ap_linexpr0_alloc(AP_LINEXPR_DENSE, VARIABLES);
    set_constant(&expression->cst, s.constant);
    for (int i = 0; i < VARIABLES; i++)
        ap_coeff_set_scalar_int(ap_linexpr0_coeffref(expression, i), s.coefficients[i]);
    return expression;
}

static ap_lincons0_array_t all_of(int count, const constraint *constraints)
{
    ap_lincons0_array_t all = ap_lincons0_array_make(count);
    for (int i = 0; i < count; i++)
        all.p[i] = ap_lincons0_make(constraints[i].relation, linear(constraints[i].sum), NULL);
    return all;
}

static element top(void) { return ap_abstract0_top(manager, 0, VARIABLES); }
static element bottom(void) { return ap_abstract0_bottom(manager, 0, VARIABLES); }
static element copy(element x) { return ap_abstract0_copy(manager, x); }
static element join(element x, element y) { return ap_abstract0_join(manager, false, x, y); }
static element meet(element x, element y) { return ap_abstract0_meet(manager, false, x, y); }
static element widen(element x, element y) { return ap_abstract0_widening(manager, x, y); }
#ifdef NARROWING
static element narrow(element x, element y) { return NARROWING(manager, x, y); }
#endif
static bool leq(element x, element y) { return ap_abstract0_is_leq(manager, x, y); }
static bool eq(element x, element y) { return ap_abstract0_is_eq(manager, x, y); }
static bool is_bottom(element x) { return ap_abstract0_is_bottom(manager, x); }
static bool is_top(element x) { return ap_abstract0_is_top(manager, x); }

static element of(int count, const constraint *constraints)
{
    ap_lincons0_array_t all = all_of(count, constraints);
    return ap_abstract0_of_lincons_array(manager, 0, VARIABLES, &all);
}

static element cond(element x, constraint condition)
{
    ap_lincons0_array_t all = all_of(1, &condition);
    return ap_abstract0_meet_lincons_array(manager, false, x, &all);
}

static element assign(element x, int variable, sum value)
{
    return ap_abstract0_assign_linexpr(manager, false, x, variable, linear(value), NULL);
}

static element substitute(element x, int variable, sum value)
{
    return ap_abstract0_substitute_linexpr(manager, false, x, variable, linear(value), NULL);
}

static element project(element x, int variable)
{
    ap_dim_t dimension = variable;
    return ap_abstract0_forget_array(manager, false, x, &dimension, 1, false);
}

/* Asks all that may change how an element is represented. */
static element observe(element x)
{
    element seen = copy(x);
    is_bottom(seen);
    is_top(seen);
    ap_abstract0_canonicalize(manager, seen);
    ap_lincons0_array_t all = ap_abstract0_to_lincons_array(manager, seen);
    ap_lincons0_array_clear(&all);
    return seen;
}

static void show(const char *name, element x)
{
    printf("%s: ", name);
    ap_abstract0_fprint(stdout, manager, copy(x), NULL);
}
