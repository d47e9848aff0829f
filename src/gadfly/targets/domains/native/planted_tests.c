/* Wrong comparisons and tests. */
#include <limits.h>

#include "planted.h"

static int leq_top(const gf_domain *d, void *x, void *y)
{
    return BASE(is_top, x) || BASE(leq, x, y);
}

static int leq_strict(const gf_domain *d, void *x, void *y)
{
    return BASE(leq, x, y) && !(gf_has_large_bound(d, x, 0) && BASE(leq, y, x));
}

static int leq_bottom(const gf_domain *d, void *x, void *y)
{
    return BASE(is_bottom, x) ? BASE(is_bottom, y) : BASE(leq, x, y);
}

static int leq_ignores(const gf_domain *d, void *x, void *y)
{
    if (!gf_is_complex(d, y))
        return BASE(leq, x, y);
    void *less_of_x = BASE(project, x, LAST), *less_of_y = BASE(project, y, LAST);
    int is_below = BASE(leq, less_of_x, less_of_y);
    BASE(drop, less_of_x);
    BASE(drop, less_of_y);
    return is_below;
}

static int eq_half(const gf_domain *d, void *x, void *y)
{
    return BASE(leq, x, y);
}

static int eq_of_bottoms(const gf_domain *d, void *x, void *y)
{
    return !BASE(is_bottom, x) && BASE(eq, x, y);
}

static int never(const gf_domain *d, void *x)
{
    (void)d, (void)x;
    return 0;
}

static int is_bottom_if_large(const gf_domain *d, void *x)
{
    return BASE(is_bottom, x) || (gf_has_large_bound(d, x, 0) && !gf_meets(d, x, gf_bound(0, -1, INT_MAX)));
}

static int is_top_if_first_is_free(const gf_domain *d, void *x)
{
    return gf_meets(d, x, gf_bound(0, 1, -LONG_MAX)) && gf_meets(d, x, gf_bound(0, -1, -LONG_MAX));
}

const gf_planted GF_PLANTED_TESTS[] = {
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
    {NULL, {0}},
};
