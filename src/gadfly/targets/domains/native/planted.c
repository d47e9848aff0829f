/* Planted domains: a right domain with one function of its table replaced by a wrong one.
 *
 * What each defect does and which kind of law it breaks is told in planted.py. The last ones are controls:
 * they do the same as the base in another way. `contains` and `print` are always those of the base, so
 * what is seen of an element is what it is.
 */
#include <limits.h>
#include <string.h>

#include "domain.h"

#define BASE(operation, ...) d->base->operation(d->base, ##__VA_ARGS__)
#define LAST (d->variables - 1)
#define IS_LARGE(number) ((number).kind == 0 && ((number).value > INT_MAX || (number).value < INT_MIN))

/* coefficient * variable + constant >= 0 */
static gf_constraint bound(int variable, long coefficient, long constant) {
    gf_constraint built = {0};
    built.sum.coefficients[variable] = coefficient;
    built.sum.constant.value = constant;
    return built;
}

static void *instead(const gf_domain *d, void *old, void *element) {
    BASE(drop, old);
    return element;
}

static void *forgetting(const gf_domain *d, void *element, int variable) {
    return instead(d, element, BASE(project, element, variable));
}

static int meets(const gf_domain *d, void *element, gf_constraint constraint) {
    void *part = BASE(cond, element, &constraint);
    int meets = !BASE(is_bottom, part);
    BASE(drop, part);
    return meets;
}

/* Whether a variable is bounded above, but not by an int. */
static int has_large_bound(const gf_domain *d, void *element, int variable) {
    return meets(d, element, bound(variable, 1, -1 - (long)INT_MAX)) &&
           !meets(d, element, bound(variable, 1, -LONG_MAX));
}

static void *first(const gf_domain *d, void *x, void *y) {
    (void)y;
    return BASE(copy, x);
}

static void *second(const gf_domain *d, void *x, void *y) {
    (void)x;
    return BASE(copy, y);
}

/* Join */

static void *join_forgets(const gf_domain *d, void *x, void *y) {
    return forgetting(d, BASE(join, x, y), LAST);
}

static void *join_bottom(const gf_domain *d, void *x, void *y) {
    gf_constraint origin = bound(0, 1, 0);
    if (!BASE(is_bottom, x) || BASE(is_bottom, y))
        return BASE(join, x, y);
    origin.is_equality = 1;
    void *taken = BASE(of, 1, &origin), *joined = BASE(join, taken, y);
    return instead(d, taken, joined);
}

static void *join_saturates(const gf_domain *d, void *x, void *y) {
    void *joined = BASE(join, x, y);
    gf_constraint in_int = bound(0, -1, INT_MAX);
    return has_large_bound(d, joined, 0) ? instead(d, joined, BASE(cond, joined, &in_int)) : joined;
}

static void *join_extrapolates(const gf_domain *d, void *x, void *y) {
    return BASE(leq, x, y) && !BASE(is_bottom, x) ? BASE(widen, x, y) : BASE(join, x, y);
}

/* Meet */

static void *meet_bottom(const gf_domain *d, void *x, void *y) {
    return BASE(is_bottom, y) ? BASE(copy, x) : BASE(meet, x, y);
}

static void *meet_touching(const gf_domain *d, void *x, void *y) {
    void *met = BASE(meet, x, y);
    for (int v = 0; v < d->variables; v++)
        if (!meets(d, met, bound(v, 1, -1)) && !meets(d, met, bound(v, -1, -1)) &&
            (meets(d, x, bound(v, 1, -1)) || meets(d, x, bound(v, -1, -1))))
            return instead(d, met, BASE(bottom));
    return met;
}

static void *meet_forgets(const gf_domain *d, void *x, void *y) {
    void *met = BASE(meet, x, y);
    return BASE(leq, x, y) || BASE(leq, y, x) ? met : forgetting(d, met, LAST);
}

/* Widening and narrowing */

static void *widen_creeps(const gf_domain *d, void *x, void *y) {
    gf_sum more = bound(0, 1, 1).sum;
    void *joined = BASE(join, x, y), *moved = BASE(assign, joined, 0, &more), *all = BASE(join, joined, moved);
    BASE(drop, moved);
    return instead(d, joined, all);
}

static void *widen_joins(const gf_domain *d, void *x, void *y) {
    return BASE(join, x, y);
}

static void *widen_to_top(const gf_domain *d, void *x, void *y) {
    (void)x, (void)y;
    return BASE(top);
}

static void *widen_from_bottom(const gf_domain *d, void *x, void *y) {
    return BASE(is_bottom, x) ? BASE(top) : BASE(widen, x, y);
}

static void *widen_loses_large(const gf_domain *d, void *x, void *y) {
    return has_large_bound(d, y, LAST) ? BASE(copy, x) : BASE(widen, x, y);
}

static void *narrow_creeps(const gf_domain *d, void *x, void *y) {
    gf_sum less = bound(0, 1, -1).sum;
    void *met = BASE(meet, x, y), *moved = BASE(assign, met, 0, &less), *part = BASE(meet, met, moved);
    BASE(drop, moved);
    return instead(d, met, part);
}

static void *narrow_bottom(const gf_domain *d, void *x, void *y) {
    return BASE(is_bottom, y) ? BASE(copy, x) : BASE(narrow, x, y);
}

/* Assignment */

static void *assign_drops_constant(const gf_domain *d, void *x, int v, const gf_sum *sum) {
    gf_sum wrong = *sum;
    wrong.constant = (gf_number){0};
    return BASE(assign, x, v, &wrong);
}

static void *assign_forgets(const gf_domain *d, void *x, int v, const gf_sum *sum) {
    (void)sum;
    return BASE(project, x, v);
}

static void *assign_large(const gf_domain *d, void *x, int v, const gf_sum *sum) {
    return IS_LARGE(sum->constant) ? BASE(bottom) : BASE(assign, x, v, sum);
}

static void *assign_keeps(const gf_domain *d, void *x, int v, const gf_sum *sum) {
    void *assigned = BASE(assign, x, v, sum);
    return instead(d, assigned, BASE(meet, x, assigned));
}

static void *assign_neighbour(const gf_domain *d, void *x, int v, const gf_sum *sum) {
    return BASE(assign, x, (v + 1) % d->variables, sum);
}

static void *assign_decrements(const gf_domain *d, void *x, int v, const gf_sum *sum) {
    gf_sum wrong = *sum;
    if (sum->coefficients[v] == 1 && sum->constant.value != LONG_MIN)
        wrong.constant.value = -sum->constant.value;
    return BASE(assign, x, v, &wrong);
}

static void *assign_revives(const gf_domain *d, void *x, int v, const gf_sum *sum) {
    if (!BASE(is_bottom, x))
        return BASE(assign, x, v, sum);
    void *all = BASE(top);
    return instead(d, all, BASE(assign, all, v, sum));
}

/* Conditions */

static void *cond_strict(const gf_domain *d, void *x, const gf_constraint *constraint) {
    gf_constraint wrong = *constraint;
    if (!wrong.is_equality && wrong.sum.constant.kind == 0 && wrong.sum.constant.value != LONG_MIN)
        wrong.sum.constant.value--;
    return BASE(cond, x, &wrong);
}

static void *cond_negated(const gf_domain *d, void *x, const gf_constraint *constraint) {
    gf_constraint wrong = *constraint;
    for (int v = 0; v < d->variables; v++)
        wrong.sum.coefficients[v] = -wrong.sum.coefficients[v];
    return BASE(cond, x, &wrong);
}

static void *cond_ignored(const gf_domain *d, void *x, const gf_constraint *constraint) {
    (void)constraint;
    return BASE(copy, x);
}

static void *cond_forgets(const gf_domain *d, void *x, const gf_constraint *constraint) {
    int v = 0;
    while (v < LAST && constraint->sum.coefficients[v] == 0)
        v++;
    void *less = BASE(project, x, v);
    return instead(d, less, BASE(cond, less, constraint));
}

static void *cond_revives(const gf_domain *d, void *x, const gf_constraint *constraint) {
    return BASE(is_bottom, x) ? BASE(of, 1, constraint) : BASE(cond, x, constraint);
}

/* Projection */

static void *project_neighbour(const gf_domain *d, void *x, int v) {
    return BASE(project, x, (v + 1) % d->variables);
}

static void *project_last(const gf_domain *d, void *x, int v) {
    return v == LAST ? BASE(copy, x) : BASE(project, x, v);
}

/* Tests */

static int leq_top(const gf_domain *d, void *x, void *y) {
    return BASE(is_top, x) || BASE(leq, x, y);
}

static int leq_strict(const gf_domain *d, void *x, void *y) {
    return BASE(leq, x, y) && !(has_large_bound(d, x, 0) && BASE(leq, y, x));
}

static int leq_bottom(const gf_domain *d, void *x, void *y) {
    return BASE(is_bottom, x) ? BASE(is_bottom, y) : BASE(leq, x, y);
}

static int leq_ignores(const gf_domain *d, void *x, void *y) {
    void *less_of_x = BASE(project, x, LAST), *less_of_y = BASE(project, y, LAST);
    int is_below = BASE(leq, less_of_x, less_of_y);
    BASE(drop, less_of_x);
    BASE(drop, less_of_y);
    return is_below;
}

static int eq_half(const gf_domain *d, void *x, void *y) {
    return BASE(leq, x, y);
}

static int eq_of_bottoms(const gf_domain *d, void *x, void *y) {
    return !BASE(is_bottom, x) && BASE(eq, x, y);
}

static int never(const gf_domain *d, void *x) {
    (void)d, (void)x;
    return 0;
}

static int is_bottom_if_large(const gf_domain *d, void *x) {
    return BASE(is_bottom, x) || (has_large_bound(d, x, 0) && !meets(d, x, bound(0, -1, INT_MAX)));
}

static int is_top_if_first_is_free(const gf_domain *d, void *x) {
    return meets(d, x, bound(0, 1, -LONG_MAX)) && meets(d, x, bound(0, -1, -LONG_MAX));
}

/* Controls */

static void *join_swapped(const gf_domain *d, void *x, void *y) {
    return BASE(join, y, x);
}

static void *meet_twice(const gf_domain *d, void *x, void *y) {
    void *once = BASE(meet, x, y);
    return instead(d, once, BASE(meet, once, y));
}

static void *copy_observed(const gf_domain *d, const void *x) {
    void *copied = BASE(copy, x);
    BASE(observe, copied);
    return copied;
}

static void *cond_split(const gf_domain *d, void *x, const gf_constraint *constraint) {
    void *once = BASE(cond, x, constraint);
    return instead(d, once, BASE(cond, once, constraint));
}

static int leq_by_join(const gf_domain *d, void *x, void *y) {
    void *joined = BASE(join, x, y);
    int is_below = BASE(eq, joined, y);
    BASE(drop, joined);
    return is_below;
}

static const struct {
    const char *name;
    gf_domain changed;
} PLANTED[] = {
    {"join-first", {.join = first}},
    {"join-forgets", {.join = join_forgets}},
    {"join-bottom", {.join = join_bottom}},
    {"join-saturates", {.join = join_saturates}},
    {"join-extrapolates", {.join = join_extrapolates}},
    {"meet-first", {.meet = first}},
    {"meet-bottom", {.meet = meet_bottom}},
    {"meet-touching", {.meet = meet_touching}},
    {"meet-forgets", {.meet = meet_forgets}},
    {"widen-first", {.widen = first}},
    {"widen-second", {.widen = second}},
    {"widen-joins", {.widen = widen_joins}},
    {"widen-creeps", {.widen = widen_creeps}},
    {"widen-to-top", {.widen = widen_to_top}},
    {"widen-from-bottom", {.widen = widen_from_bottom}},
    {"widen-loses-large", {.widen = widen_loses_large}},
    {"narrow-second", {.narrow = second}},
    {"narrow-bottom", {.narrow = narrow_bottom}},
    {"narrow-creeps", {.narrow = narrow_creeps}},
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
    {"leq-top", {.leq = leq_top}},
    {"leq-strict", {.leq = leq_strict}},
    {"leq-bottom", {.leq = leq_bottom}},
    {"leq-ignores", {.leq = leq_ignores}},
    {"eq-half", {.eq = eq_half}},
    {"eq-of-bottoms", {.eq = eq_of_bottoms}},
    {"is-bottom-never", {.is_bottom = never}},
    {"is-bottom-if-large", {.is_bottom = is_bottom_if_large}},
    {"is-top-never", {.is_top = never}},
    {"is-top-if-first-is-free", {.is_top = is_top_if_first_is_free}},
    {"none", {0}},
    {"same-join-swapped", {.join = join_swapped}},
    {"same-meet-twice", {.meet = meet_twice}},
    {"same-copy-observed", {.copy = copy_observed}},
    {"same-cond-split", {.cond = cond_split}},
    {"same-leq-by-join", {.leq = leq_by_join}},
};

#define TAKE(operation) domain->operation = changed->operation ? changed->operation : domain->operation

static void take_changes(gf_domain *domain, const gf_domain *changed) {
    TAKE(copy);
    TAKE(join);
    TAKE(meet);
    TAKE(widen);
    TAKE(narrow);
    TAKE(assign);
    TAKE(cond);
    TAKE(project);
    TAKE(leq);
    TAKE(eq);
    TAKE(is_bottom);
    TAKE(is_top);
}

int gf_plant(gf_domain *domain, const gf_domain *base, const char *defect) {
    for (size_t at = 0; at < sizeof PLANTED / sizeof PLANTED[0]; at++)
        if (strcmp(PLANTED[at].name, defect) == 0) {
            *domain = *base;
            domain->base = base;
            take_changes(domain, &PLANTED[at].changed);
            return 0;
        }
    fprintf(stderr, "there is no defect %s\n", defect);
    return 1;
}
