/* The table over the Parma Polyhedra Library.
 *
 * Its numbers are exact and finite: a constraint with an infinite constant is decided here, and a variable
 * that is assigned an infinite or undefined number is forgotten.
 */
#include <stdlib.h>

#include "domain.h"
#include "ppl_library.h"

#define PPL ((const gf_ppl *)d->state)

static void *number(const gf_domain *d, long value)
{
    return gf_ppl_coefficient(PPL, PPL->number, value);
}

static void *linear(const gf_domain *d, const long *coefficients, long constant)
{
    void *sum;
    PPL->new_Linear_Expression_with_dimension(&sum, d->variables);
    for (int v = 0; v < d->variables; v++)
        if (coefficients[v])
            PPL->Linear_Expression_add_to_coefficient(sum, v, number(d, coefficients[v]));
    PPL->Linear_Expression_add_to_inhomogeneous(sum, number(d, constant));
    return sum;
}

static void *built(const gf_domain *d, int is_empty)
{
    void *element;
    PPL->build(&element, d->variables, is_empty);
    return element;
}

static void *top(const gf_domain *d)
{
    return built(d, 0);
}

static void *bottom(const gf_domain *d)
{
    return built(d, 1);
}

static void *copy(const gf_domain *d, const void *x)
{
    void *element;
    PPL->duplicate(&element, x);
    return element;
}

static void drop(const gf_domain *d, void *x)
{
    PPL->destroy(x);
}

static int is_unsatisfiable(const gf_constraint *constraint)
{
    int kind = constraint->sum.constant.kind;
    return kind == -1 || (kind == 1 && constraint->is_equality);
}

static void *refined(const gf_domain *d, void *element, const gf_constraint *constraint)
{
    void *sum, *refining;
    if (is_unsatisfiable(constraint)) {
        drop(d, element);
        return bottom(d);
    }
    if (constraint->sum.constant.kind != 0)
        return element;
    sum = linear(d, constraint->sum.coefficients, constraint->sum.constant.value);
    PPL->new_Constraint(&refining, sum, constraint->is_equality ? PPL_EQUAL : PPL_AT_LEAST);
    PPL->refine(element, refining);
    PPL->delete_Constraint(refining);
    PPL->delete_Linear_Expression(sum);
    return element;
}

static void *of(const gf_domain *d, int count, const gf_constraint *constraints)
{
    void *element = top(d);
    for (int at = 0; at < count; at++)
        element = refined(d, element, &constraints[at]);
    return element;
}

static void *cond(const gf_domain *d, void *x, const gf_constraint *constraint)
{
    return refined(d, copy(d, x), constraint);
}

static void *join(const gf_domain *d, void *x, void *y)
{
    void *joined = copy(d, x);
    PPL->unite(joined, y);
    return joined;
}

static void *meet(const gf_domain *d, void *x, void *y)
{
    void *met = copy(d, x);
    PPL->intersect(met, y);
    return met;
}

/* The library's operator changes the newer element, which must contain the older one. */
static void *widen(const gf_domain *d, void *x, void *y)
{
    void *widened = copy(d, y);
    PPL->extrapolate(widened, x);
    return widened;
}

/* Likewise: the newer element must be contained in the older one, so the newer one is what they share. */
static void *narrow(const gf_domain *d, void *x, void *y)
{
    void *narrowed = meet(d, x, y);
    PPL->narrow(narrowed, x);
    return narrowed;
}

static void *project(const gf_domain *d, void *x, int variable)
{
    void *projected = copy(d, x);
    PPL->unconstrain(projected, variable);
    return projected;
}

static void *assign(const gf_domain *d, void *x, int variable, const gf_sum *sum)
{
    if (sum->constant.kind != 0)
        return project(d, x, variable);
    void *image = copy(d, x), *assigned = linear(d, sum->coefficients, sum->constant.value);
    PPL->image(image, variable, assigned, PPL->one);
    PPL->delete_Linear_Expression(assigned);
    return image;
}

static void *substitute(const gf_domain *d, void *x, int variable, const gf_sum *sum)
{
    if (sum->constant.kind != 0)
        return PPL->is_empty(x) ? copy(d, x) : top(d);
    void *preimage = copy(d, x), *substituted = linear(d, sum->coefficients, sum->constant.value);
    PPL->preimage(preimage, variable, substituted, PPL->one);
    PPL->delete_Linear_Expression(substituted);
    return preimage;
}

static int leq(const gf_domain *d, void *x, void *y)
{
    return PPL->includes(y, x);
}

static int eq(const gf_domain *d, void *x, void *y)
{
    return PPL->equals(x, y);
}

static int is_bottom(const gf_domain *d, void *x)
{
    return PPL->is_empty(x);
}

static int is_top(const gf_domain *d, void *x)
{
    return PPL->is_universe(x);
}

static void observe(const gf_domain *d, void *x)
{
    size_t dimension;
    PPL->is_empty(x);
    PPL->is_universe(x);
    PPL->is_bounded(x);
    PPL->affine_dimension(x, &dimension);
}

static int contains(const gf_domain *d, void *x, const long *point)
{
    void *sum = linear(d, point, 0), *generator;
    PPL->new_Generator(&generator, sum, PPL_POINT, PPL->one);
    int is_inside = (PPL->relate(x, generator) & PPL->subsumes) != 0;
    PPL->delete_Generator(generator);
    PPL->delete_Linear_Expression(sum);
    return is_inside;
}

static void print_number(const gf_domain *d, FILE *out)
{
    char *text;
    PPL->io_asprint_Coefficient(&text, PPL->number);
    fprintf(out, " %s", text);
    free(text);
}

static void print_constraint(const gf_domain *d, const void *constraint, FILE *out)
{
    fputs(PPL->Constraint_type(constraint) == PPL_EQUAL ? "{eq" : "{ge", out);
    PPL->Constraint_inhomogeneous_term(constraint, PPL->number);
    print_number(d, out);
    for (int v = 0; v < d->variables; v++) {
        PPL->Constraint_coefficient(constraint, v, PPL->number);
        print_number(d, out);
    }
    fputc('}', out);
}

static void print_constraints(const gf_domain *d, const void *system, FILE *out)
{
    void *at, *end;
    const void *constraint;
    const char *separator = "";
    PPL->new_Constraint_System_const_iterator(&at);
    PPL->new_Constraint_System_const_iterator(&end);
    PPL->Constraint_System_begin(system, at);
    PPL->Constraint_System_end(system, end);
    while (!PPL->Constraint_System_const_iterator_equal_test(at, end)) {
        PPL->Constraint_System_const_iterator_dereference(at, &constraint);
        fputs(separator, out);
        print_constraint(d, constraint, out);
        separator = " ";
        PPL->Constraint_System_const_iterator_increment(at);
    }
    PPL->delete_Constraint_System_const_iterator(at);
    PPL->delete_Constraint_System_const_iterator(end);
}

/* Through a polyhedron: the interface hands out dangling pointers to the constraints of other classes. */
static void print(const gf_domain *d, void *x, FILE *out)
{
    void *shown;
    const void *system;
    PPL->as_polyhedron(&shown, x);
    PPL->Polyhedron_get_minimized_constraints(shown, &system);
    if (PPL->Polyhedron_is_empty(shown))
        fputs("bottom", out);
    else
        print_constraints(d, system, out);
    PPL->delete_Polyhedron(shown);
}

int gf_open_ppl(gf_domain *domain, int variables, int argc, char **argv)
{
    static gf_ppl ppl;
    if (argc != 2) {
        fputs("PPL: arguments are FOLDER SHAPE\n", stderr);
        return 1;
    }
    if (!ppl.number && gf_load_ppl(&ppl, argv[0], argv[1])) /* once: only the variables ever change */
        return 1;
    *domain = (gf_domain){
        .variables = variables, .top = top, .bottom = bottom, .copy = copy, .drop = drop, .of = of,
        .join = join, .meet = meet, .widen = widen, .narrow = ppl.narrow ? narrow : NULL, .assign = assign,
        .substitute = substitute, .cond = cond, .project = project, .leq = leq, .eq = eq,
        .is_bottom = is_bottom, .is_top = is_top, .observe = observe, .contains = contains, .print = print,
        .state = &ppl,
    };
    return 0;
}
