#include "ppl_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *shape, *class, *built_as;
} ppl_class;

static const ppl_class CLASSES[] = {
    {"polyhedron", "Polyhedron", "C_Polyhedron"},
    {"octagon", "Octagonal_Shape_mpq_class", "Octagonal_Shape_mpq_class"},
    {"bd-shape", "BD_Shape_mpq_class", "BD_Shape_mpq_class"},
    {"box", "Rational_Box", "Rational_Box"},
};

static const ppl_class *class_of(const char *shape)
{
    for (size_t at = 0; at < sizeof CLASSES / sizeof CLASSES[0]; at++)
        if (strcmp(CLASSES[at].shape, shape) == 0)
            return &CLASSES[at];
    return NULL;
}

/* The library and what it needs, unless that is there already. NULL: dlerror() says why. */
static void *loaded(const char *folder)
{
    static const char *const NEEDED[] = {"libgmp.so.10", "libgmpxx.so.4", "libppl.so.14", "libppl_c.so.4"};
    char path[4096];
    void *opened = NULL;
    for (size_t at = 0; at < sizeof NEEDED / sizeof NEEDED[0]; at++) {
        snprintf(path, sizeof path, "%s/%s", folder, NEEDED[at]);
        opened = dlopen(NEEDED[at], RTLD_NOW | RTLD_NOLOAD);
        if (!opened && !(opened = dlopen(path, RTLD_NOW | RTLD_GLOBAL)))
            return NULL;
    }
    return opened;
}

static void *symbol(void *opened, const char *pattern, const ppl_class *class)
{
    char name[256];
    snprintf(name, sizeof name, pattern, class->class, class->built_as);
    return dlsym(opened, name);
}

/* Errors that the library reports in a call that must not fail are crashes. */
static void fail(int code, const char *description)
{
    fprintf(stderr, "PPL error %d: %s\n", code, description);
    abort();
}

void *gf_ppl_coefficient(const gf_ppl *ppl, void *into, long value)
{
    mp_limb_t magnitude = value < 0 ? 0UL - (unsigned long)value : (unsigned long)value;
    mpz_t number = MPZ_ROINIT_N(&magnitude, (value > 0) - (value < 0));
    ppl->assign_Coefficient_from_mpz_t(into, number);
    return into;
}

#define FIND_IN_LIBRARY(name, parameters)                                                                    \
    if (!(*(void **)&ppl->name = dlsym(opened, "ppl_" #name)))                                               \
        return #name;
#define FIND_IN_CLASS(name, pattern, parameters)                                                             \
    if (!(*(void **)&ppl->name = symbol(opened, pattern, class)))                                            \
        return #name;

/* NULL, or the name of what is missing. */
static const char *missing(gf_ppl *ppl, void *opened, const ppl_class *class)
{
    const unsigned int *subsumes = dlsym(opened, "PPL_POLY_GEN_RELATION_SUBSUMES");
    LIBRARY_FUNCTIONS(FIND_IN_LIBRARY)
    CLASS_FUNCTIONS(FIND_IN_CLASS)
    *(void **)&ppl->narrow = symbol(opened, "ppl_%1$s_CC76_narrowing_assign", class);
    if (!subsumes || ppl->initialize() < 0)
        return "initialisation";
    ppl->subsumes = (int)*subsumes;
    ppl->restore_pre_PPL_rounding();
    ppl->set_error_handler(fail);
    ppl->new_Coefficient(&ppl->number);
    ppl->new_Coefficient(&ppl->one);
    gf_ppl_coefficient(ppl, ppl->one, 1);
    return NULL;
}

int gf_load_ppl(gf_ppl *ppl, const char *folder, const char *shape)
{
    const ppl_class *class = class_of(shape);
    void *opened = class ? loaded(folder) : NULL;
    const char *problem = !class ? "no such shape" : !opened ? dlerror() : missing(ppl, opened, class);
    if (problem)
        fprintf(stderr, "PPL: %s\n", problem);
    return problem != NULL;
}
