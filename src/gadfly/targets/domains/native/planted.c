/* Planted domains: a right domain with one function of its table replaced by a wrong one.
 *
 * What each defect does and which kind of law it breaks is told in planted.py. `contains` and `print` are
 * always those of the right domain, so what is seen of an element is what it is.
 */
#include <limits.h>
#include <string.h>

#include "planted.h"

gf_constraint gf_bound(int variable, long coefficient, long constant)
{
    gf_constraint built = {0};
    built.sum.coefficients[variable] = coefficient;
    built.sum.constant.value = constant;
    return built;
}

void *gf_instead(const gf_domain *d, void *old, void *element)
{
    BASE(drop, old);
    return element;
}

int gf_meets(const gf_domain *d, void *element, gf_constraint constraint)
{
    void *part = BASE(cond, element, &constraint);
    int meets = !BASE(is_bottom, part);
    BASE(drop, part);
    return meets;
}

int gf_has_large_bound(const gf_domain *d, void *element, int variable)
{
    return gf_meets(d, element, gf_bound(variable, 1, -1 - (long)INT_MAX)) &&
           !gf_meets(d, element, gf_bound(variable, 1, LONG_MIN));
}

int gf_is_complex(const gf_domain *d, void *element)
{
    int known = 0;
    for (int v = 0; v < d->variables; v++) {
        void *less = BASE(project, element, v);
        known += !BASE(eq, less, element);
        BASE(drop, less);
    }
    return known > 1;
}

#define TAKE(operation) domain->operation = changed->operation ? changed->operation : domain->operation

static void take_changes(gf_domain *domain, const gf_domain *changed)
{
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

static const gf_planted *find(const char *name)
{
    static const gf_planted *const ALL[] = {
        GF_PLANTED_LATTICE, GF_PLANTED_TRANSFORMERS, GF_PLANTED_TESTS, GF_PLANTED_CONTROLS,
    };
    for (size_t table = 0; table < sizeof ALL / sizeof ALL[0]; table++)
        for (const gf_planted *at = ALL[table]; at->name; at++)
            if (strcmp(at->name, name) == 0)
                return at;
    return NULL;
}

int gf_plant(gf_domain *domain, const gf_domain *base, const char *defect)
{
    const gf_planted *planted = find(defect);
    if (!planted) {
        fprintf(stderr, "there is no defect %s\n", defect);
        return 1;
    }
    *domain = *base;
    domain->base = base;
    take_changes(domain, &planted->changed);
    return 0;
}
