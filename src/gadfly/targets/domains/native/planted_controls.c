/* Controls: the same as the right domain, reached in another way. */
#include "planted.h"

static void *join_swapped(const gf_domain *d, void *x, void *y)
{
    return BASE(join, y, x);
}

static void *meet_twice(const gf_domain *d, void *x, void *y)
{
    void *once = BASE(meet, x, y);
    return gf_instead(d, once, BASE(meet, once, y));
}

static void *copy_observed(const gf_domain *d, const void *x)
{
    void *copied = BASE(copy, x);
    BASE(observe, copied);
    return copied;
}

static void *cond_twice(const gf_domain *d, void *x, const gf_constraint *constraint)
{
    void *once = BASE(cond, x, constraint);
    return gf_instead(d, once, BASE(cond, once, constraint));
}

static int leq_by_join(const gf_domain *d, void *x, void *y)
{
    void *joined = BASE(join, x, y);
    int is_below = BASE(eq, joined, y);
    BASE(drop, joined);
    return is_below;
}

static void *widen_joined(const gf_domain *d, void *x, void *y)
{
    void *joined = BASE(join, x, y);
    return gf_instead(d, joined, BASE(widen, x, joined));
}

const gf_planted GF_PLANTED_CONTROLS[] = {
    {"none", {0}},
    {"same-join-swapped", {.join = join_swapped}},
    {"same-meet-twice", {.meet = meet_twice}},
    {"same-widen-joined", {.widen = widen_joined}},
    {"same-copy-observed", {.copy = copy_observed}},
    {"same-cond-twice", {.cond = cond_twice}},
    {"same-leq-by-join", {.leq = leq_by_join}},
    {NULL, {0}},
};
