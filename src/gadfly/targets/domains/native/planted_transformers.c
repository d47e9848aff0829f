/* Wrong assignments, conditions and projections. */
#include <limits.h>

#include "planted.h"

#define IS_LARGE(number) ((number).kind == 0 && ((number).value > INT_MAX || (number).value < INT_MIN))

/* Assignment */

static void *assign_drops_constant(const gf_domain *d, void *x, int v, const gf_sum *sum)
{
    gf_sum wrong = *sum;
    wrong.constant = (gf_number){0};
    return BASE(assign, x, v, &wrong);
}

static void *assign_forgets(const gf_domain *d, void *x, int v, const gf_sum *sum)
{
    (void)sum;
    return BASE(project, x, v);
}

static void *assign_large(const gf_domain *d, void *x, int v, const gf_sum *sum)
{
    return IS_LARGE(sum->constant) ? BASE(bottom) : BASE(assign, x, v, sum);
}

static void *assign_keeps(const gf_domain *d, void *x, int v, const gf_sum *sum)
{
    void *assigned = BASE(assign, x, v, sum);
    return gf_is_complex(d, x) ? gf_instead(d, assigned, BASE(meet, x, assigned)) : assigned;
}

static void *assign_neighbour(const gf_domain *d, void *x, int v, const gf_sum *sum)
{
    return BASE(assign, x, (v + 1) % d->variables, sum);
}

static void *assign_decrements(const gf_domain *d, void *x, int v, const gf_sum *sum)
{
    gf_sum wrong = *sum;
    if (sum->coefficients[v] == 1 && sum->constant.value != LONG_MIN)
        wrong.constant.value = -sum->constant.value;
    return BASE(assign, x, v, &wrong);
}

static void *assign_revives(const gf_domain *d, void *x, int v, const gf_sum *sum)
{
    if (!BASE(is_bottom, x))
        return BASE(assign, x, v, sum);
    void *all = BASE(top);
    return gf_instead(d, all, BASE(assign, all, v, sum));
}

/* Conditions */

static void *cond_strict(const gf_domain *d, void *x, const gf_constraint *constraint)
{
    gf_constraint wrong = *constraint;
    if (!wrong.is_equality && wrong.sum.constant.kind == 0 && wrong.sum.constant.value != LONG_MIN)
        wrong.sum.constant.value--;
    return BASE(cond, x, &wrong);
}

static void *cond_negated(const gf_domain *d, void *x, const gf_constraint *constraint)
{
    gf_constraint wrong = *constraint;
    for (int v = 0; v < d->variables; v++)
        wrong.sum.coefficients[v] = -wrong.sum.coefficients[v];
    return BASE(cond, x, &wrong);
}

static void *cond_ignored(const gf_domain *d, void *x, const gf_constraint *constraint)
{
    (void)constraint;
    return BASE(copy, x);
}

static void *cond_forgets(const gf_domain *d, void *x, const gf_constraint *constraint)
{
    int v = 0;
    while (v < LAST && constraint->sum.coefficients[v] == 0)
        v++;
    void *less = BASE(project, x, v);
    return gf_instead(d, less, BASE(cond, less, constraint));
}

static void *cond_revives(const gf_domain *d, void *x, const gf_constraint *constraint)
{
    return BASE(is_bottom, x) ? BASE(of, 1, constraint) : BASE(cond, x, constraint);
}

/* Projection */

static void *project_neighbour(const gf_domain *d, void *x, int v)
{
    return BASE(project, x, (v + 1) % d->variables);
}

static void *project_last(const gf_domain *d, void *x, int v)
{
    return v == LAST ? BASE(copy, x) : BASE(project, x, v);
}

const gf_planted GF_PLANTED_TRANSFORMERS[] = {
    {"assign-drops-constant", {.assign = assign_drops_constant}},
    {"assign-forgets", {.assign = assign_forgets}},
    {"assign-large", {.assign = assign_large}},
    {"assign-keeps", {.assign = assign_keeps}},
    {"assign-neighbour", {.assign = assign_neighbour}},
    {"assign-decrements", {.assign = assign_decrements}},
    {"assign-revives", {.assign = assign_revives}},
    {"cond-strict", {.cond = cond_strict}},
    {"cond-negated", {.cond = cond_negated}},
    {"cond-ignored", {.cond = cond_ignored}},
    {"cond-forgets", {.cond = cond_forgets}},
    {"cond-revives", {.cond = cond_revives}},
    {"project-neighbour", {.project = project_neighbour}},
    {"project-last", {.project = project_last}},
    {NULL, {0}},
};
