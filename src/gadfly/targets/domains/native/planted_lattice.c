/* Wrong joins, meets, widenings and narrowings. */
#include <limits.h>

#include "planted.h"

static void *forgetting(const gf_domain *d, void *element, int variable)
{
    return gf_instead(d, element, BASE(project, element, variable));
}

static void *first(const gf_domain *d, void *x, void *y)
{
    (void)y;
    return BASE(copy, x);
}

static void *second(const gf_domain *d, void *x, void *y)
{
    (void)x;
    return BASE(copy, y);
}

/* Join */

static void *join_forgets(const gf_domain *d, void *x, void *y)
{
    void *joined = BASE(join, x, y);
    return gf_is_complex(d, joined) ? forgetting(d, joined, LAST) : joined;
}

static void *join_bottom(const gf_domain *d, void *x, void *y)
{
    gf_constraint origin = gf_bound(0, 1, 0);
    if (!BASE(is_bottom, x) || BASE(is_bottom, y))
        return BASE(join, x, y);
    origin.is_equality = 1;
    void *taken = BASE(of, 1, &origin), *joined = BASE(join, taken, y);
    return gf_instead(d, taken, joined);
}

static void *join_saturates(const gf_domain *d, void *x, void *y)
{
    void *joined = BASE(join, x, y);
    gf_constraint in_int = gf_bound(0, -1, INT_MAX);
    return gf_has_large_bound(d, joined, 0) ? gf_instead(d, joined, BASE(cond, joined, &in_int)) : joined;
}

static void *join_extrapolates(const gf_domain *d, void *x, void *y)
{
    return BASE(leq, x, y) && !BASE(is_bottom, x) ? BASE(widen, x, y) : BASE(join, x, y);
}

/* Meet */

static void *meet_bottom(const gf_domain *d, void *x, void *y)
{
    return BASE(is_bottom, y) ? BASE(copy, x) : BASE(meet, x, y);
}

static void *meet_single(const gf_domain *d, void *x, void *y)
{
    void *met = BASE(meet, x, y);
    for (int v = 0; v < d->variables; v++) {
        gf_sum next = gf_bound(v, 1, 1).sum;
        void *moved = BASE(assign, met, v, &next), *both = BASE(meet, met, moved);
        int is_single = BASE(is_bottom, both);
        BASE(drop, moved);
        BASE(drop, both);
        if (is_single)
            return gf_instead(d, met, BASE(bottom));
    }
    return met;
}

static void *meet_forgets(const gf_domain *d, void *x, void *y)
{
    void *met = BASE(meet, x, y);
    return gf_is_complex(d, x) && gf_is_complex(d, y) ? forgetting(d, met, LAST) : met;
}

/* Widening and narrowing */

static void *widen_creeps(const gf_domain *d, void *x, void *y)
{
    gf_sum more = gf_bound(0, 1, 1).sum;
    void *joined = BASE(join, x, y), *moved = BASE(assign, joined, 0, &more);
    void *all = BASE(join, joined, moved);
    BASE(drop, moved);
    return gf_instead(d, joined, all);
}

static void *widen_joins(const gf_domain *d, void *x, void *y)
{
    return BASE(join, x, y);
}

static void *widen_to_top(const gf_domain *d, void *x, void *y)
{
    (void)x, (void)y;
    return BASE(top);
}

static void *widen_from_bottom(const gf_domain *d, void *x, void *y)
{
    return BASE(is_bottom, x) ? BASE(top) : BASE(widen, x, y);
}

static void *widen_loses_large(const gf_domain *d, void *x, void *y)
{
    return gf_has_large_bound(d, y, LAST) ? BASE(copy, x) : BASE(widen, x, y);
}

static void *narrow_creeps(const gf_domain *d, void *x, void *y)
{
    gf_sum less = gf_bound(0, 1, -1).sum;
    void *met = BASE(meet, x, y), *moved = BASE(assign, met, 0, &less), *part = BASE(meet, met, moved);
    BASE(drop, moved);
    return gf_instead(d, met, part);
}

static void *narrow_bottom(const gf_domain *d, void *x, void *y)
{
    return BASE(is_bottom, y) ? BASE(copy, x) : BASE(narrow, x, y);
}

const gf_planted GF_PLANTED_LATTICE[] = {
    {"join-first", {.join = first}},
    {"join-forgets", {.join = join_forgets}},
    {"join-bottom", {.join = join_bottom}},
    {"join-saturates", {.join = join_saturates}},
    {"join-extrapolates", {.join = join_extrapolates}},
    {"meet-first", {.meet = first}},
    {"meet-bottom", {.meet = meet_bottom}},
    {"meet-single", {.meet = meet_single}},
    {"meet-forgets", {.meet = meet_forgets}},
    {"widen-first", {.widen = first}},
    {"widen-joins", {.widen = widen_joins}},
    {"widen-creeps", {.widen = widen_creeps}},
    {"widen-to-top", {.widen = widen_to_top}},
    {"widen-from-bottom", {.widen = widen_from_bottom}},
    {"widen-loses-large", {.widen = widen_loses_large}},
    {"narrow-second", {.narrow = second}},
    {"narrow-bottom", {.narrow = narrow_bottom}},
    {"narrow-creeps", {.narrow = narrow_creeps}},
    {NULL, {0}},
};
