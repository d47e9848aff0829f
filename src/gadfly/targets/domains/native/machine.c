#include "machine.h"

#include <stddef.h>
#include <string.h>

const char *gf_excuse;

/* The sum without its constant; exact, because a product of two longs has 127 bits and overflow is checked. */
static int terms_at(int variables, const gf_sum *sum, const long *point, __int128 *value)
{
    *value = 0;
    for (int i = 0; i < variables; i++)
        if (__builtin_add_overflow(*value, (__int128)sum->coefficients[i] * point[i], value))
            return -1;
    return 0;
}

static int exact_sum_at(int variables, const gf_sum *sum, const long *point, __int128 *value)
{
    return terms_at(variables, sum, point, value) ||
                   __builtin_add_overflow(*value, (__int128)sum->constant.value, value)
               ? -1
               : 0;
}

int gf_sum_at(int variables, const gf_sum *sum, const long *point, long *value)
{
    __int128 exact;
    if (sum->constant.kind || exact_sum_at(variables, sum, point, &exact))
        return -1;
    *value = (long)exact;
    return *value == exact ? 0 : -1;
}

int gf_satisfies(int variables, const gf_constraint *constraint, const long *point)
{
    __int128 exact;
    if (constraint->sum.constant.kind)
        return constraint->sum.constant.kind == 1 && !constraint->is_equality;
    if (exact_sum_at(variables, &constraint->sum, point, &exact))
        return 0;
    return constraint->is_equality ? exact == 0 : exact >= 0;
}

static void take_point(const gf_machine *machine, gf_element *result, const gf_element *from)
{
    result->has_point = from->has_point;
    if (from->has_point)
        memcpy(result->point, from->point, (size_t)machine->domain->variables * sizeof(long));
}

static void track(const gf_machine *machine, const gf_statement *statement, const gf_element *a,
                  const gf_element *b, gf_element *result)
{
    int variables = machine->domain->variables;
    const gf_constraint *constraint = &gf_current.constraints[statement->first];
    long value;
    switch (statement->operation) {
    case GF_TOP:
    case GF_OF:
        result->has_point = statement->has_point;
        memcpy(result->point, statement->point, (size_t)variables * sizeof(long));
        break;
    case GF_JOIN:
    case GF_WIDEN:
        take_point(machine, result, a->has_point ? a : b);
        break;
    case GF_MEET:
    case GF_NARROW:
        take_point(machine, result, a);
        if (!b->has_point || (a->has_point && memcmp(a->point, b->point, (size_t)variables * sizeof(long))))
            result->has_point = 0;
        break;
    case GF_ASSIGN:
        take_point(machine, result, a);
        if (a->has_point && !gf_sum_at(variables, &constraint->sum, a->point, &value))
            result->point[statement->variable] = value;
        else
            result->has_point = 0;
        break;
    case GF_SUBSTITUTE:
        take_point(machine, result, a);
        result->has_point = a->has_point && !gf_sum_at(variables, &constraint->sum, a->point, &value) &&
                            a->point[statement->variable] == value;
        break;
    case GF_COND:
        take_point(machine, result, a);
        result->has_point = a->has_point && gf_satisfies(variables, constraint, a->point);
        break;
    case GF_PROJECT:
    case GF_OBSERVE:
        take_point(machine, result, a);
        break;
    default:
        break;
    }
}

static void *observed(const gf_domain *domain, void *value)
{
    void *copy = domain->copy(domain, value);
    domain->observe(domain, copy);
    return copy;
}

static void *value_of(const gf_domain *domain, const gf_statement *statement, void *a, void *b)
{
    const gf_constraint *constraints = &gf_current.constraints[statement->first];
    switch (statement->operation) {
    case GF_TOP:
        return domain->top(domain);
    case GF_BOTTOM:
        return domain->bottom(domain);
    case GF_OF:
        return domain->of(domain, statement->count, constraints);
    case GF_JOIN:
        return domain->join(domain, a, b);
    case GF_MEET:
        return domain->meet(domain, a, b);
    case GF_WIDEN:
        return domain->widen(domain, a, b);
    case GF_NARROW:
        return domain->narrow(domain, a, b);
    case GF_ASSIGN:
        return domain->assign(domain, a, statement->variable, &constraints->sum);
    case GF_SUBSTITUTE:
        return domain->substitute(domain, a, statement->variable, &constraints->sum);
    case GF_COND:
        return domain->cond(domain, a, constraints);
    case GF_PROJECT:
        return domain->project(domain, a, statement->variable);
    case GF_OBSERVE:
        return observed(domain, a);
    default:
        return NULL;
    }
}

/* A library without an operation cannot be asked about it: its operand stands in, and the test does not count. */
static int is_missing(const gf_domain *domain, gf_operation operation)
{
    return (operation == GF_NARROW && !domain->narrow) || (operation == GF_SUBSTITUTE && !domain->substitute);
}

void gf_apply(const gf_machine *machine, const gf_statement *statement, gf_element *a, gf_element *b,
              gf_element *result)
{
    const gf_domain *domain = machine->domain;
    result->has_point = 0;
    if (is_missing(domain, statement->operation)) {
        gf_excuse = "the domain does not have this operation";
        result->value = domain->copy(domain, a->value);
        return;
    }
    if (a && b && a->value == b->value && gf_arities[statement->operation] == 2) {
        void *other = domain->copy(domain, b->value);
        result->value = value_of(domain, statement, a->value, other);
        domain->drop(domain, other);
    } else {
        result->value = value_of(domain, statement, a ? a->value : NULL, b ? b->value : NULL);
    }
    if (machine->tracks)
        track(machine, statement, a, b, result);
}

void gf_copy(const gf_machine *machine, const gf_element *element, gf_element *result)
{
    result->value = machine->domain->copy(machine->domain, element->value);
    result->has_point = 0;
    if (machine->tracks)
        take_point(machine, result, element);
}

void gf_move(const gf_machine *machine, const gf_element *element, gf_element *to)
{
    to->value = element->value;
    take_point(machine, to, element);
}

void gf_drop(const gf_machine *machine, gf_element *element)
{
    machine->domain->drop(machine->domain, element->value);
    element->value = NULL;
}

typedef int comparison(const gf_domain *, void *, void *);

static int compare(const gf_machine *machine, comparison *holds, const gf_element *a, const gf_element *b)
{
    const gf_domain *domain = machine->domain;
    if (a->value != b->value)
        return holds(domain, a->value, b->value);
    void *other = domain->copy(domain, b->value);
    int truth = holds(domain, a->value, other);
    domain->drop(domain, other);
    return truth;
}

int gf_leq(const gf_machine *machine, const gf_element *a, const gf_element *b)
{
    return compare(machine, machine->domain->leq, a, b);
}

int gf_eq(const gf_machine *machine, const gf_element *a, const gf_element *b)
{
    return compare(machine, machine->domain->eq, a, b);
}

int gf_sound(const gf_machine *machine, const gf_element *element)
{
    return !element->has_point || machine->domain->contains(machine->domain, element->value, element->point);
}
