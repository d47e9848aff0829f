#include "draw.h"

#include <limits.h>
#include <string.h>

#include "machine.h"

#define SMALL 10

uint64_t gf_given_word(gf_bytes *bytes)
{
    uint64_t word = 0;
    size_t begin = bytes->at++ * sizeof word;
    size_t there = begin < bytes->size ? bytes->size - begin : 0;
    if (there)
        memcpy(&word, bytes->data + begin, there < sizeof word ? there : sizeof word);
    return word;
}

static long draw_arbitrary(gf_bytes *bytes)
{
    if (gf_draw(bytes, 4))
        return gf_draw(bytes, 2 * SMALL + 1) - SMALL;
    uint32_t high = gf_take(bytes);
    return (int32_t)(high << 16 | gf_take(bytes));
}

/* One of the pre-defined values; 0 if there are none. */
static int draw_predefined(gf_bytes *bytes, gf_number *number)
{
    static const long ints[] = {INT_MIN, -1, 0, 1, INT_MAX};
    static const long longs[] = {LONG_MIN, -1, 0, 1, LONG_MAX};
    static const int specials[] = {-1, 0, 1, 2};
    number->kind = 0;
    number->value = 0;
    switch (bytes->values) {
    case GF_INT:
        number->value = ints[gf_draw(bytes, 5)];
        return 1;
    case GF_LONG:
        number->value = longs[gf_draw(bytes, 5)];
        return 1;
    case GF_INFINITY:
        number->kind = specials[gf_draw(bytes, 3)];
        return 1;
    case GF_NAN:
        number->kind = specials[gf_draw(bytes, 4)];
        return 1;
    default:
        return 0;
    }
}

/* Any constant of a constraint; says whether it was pre-defined. */
static int draw_number(gf_bytes *bytes, gf_number *number)
{
    if (gf_draw(bytes, 2) && draw_predefined(bytes, number))
        return 1;
    number->kind = 0;
    number->value = draw_arbitrary(bytes);
    return 0;
}

static long draw_finite(gf_bytes *bytes)
{
    gf_number number;
    draw_number(bytes, &number);
    return number.kind ? gf_draw(bytes, 2 * SMALL + 1) - SMALL : number.value;
}

static long draw_sign(gf_bytes *bytes)
{
    return gf_draw(bytes, 2) ? 1 : -1;
}

static void draw_terms(gf_bytes *bytes, gf_sum *sum)
{
    int terms = bytes->shape == GF_INTERVAL ? 1 : 1 + gf_draw(bytes, bytes->shape == GF_OCTAGON ? 2 : 4);
    for (int i = 0; i < terms; i++) {
        int variable = gf_draw(bytes, bytes->variables);
        int is_plain = bytes->shape != GF_POLYHEDRON || gf_draw(bytes, 2);
        long coefficient = is_plain ? draw_sign(bytes) : draw_finite(bytes);
        sum->coefficients[variable] = coefficient ? coefficient : 1;
    }
}

int gf_draw_sum(gf_bytes *bytes)
{
    int number = gf_add_constraint();
    gf_sum *sum = &gf_current.constraints[number].sum;
    draw_terms(bytes, sum);
    sum->constant.value = draw_arbitrary(bytes);
    return number;
}

/* The coefficients of an expression: two thirds of them are 1 or -1. */
static const signed char coefficients[] = {1,  1,  1,  1,  1,  1,  1,  -3, -2, -1, 0,
                                           -1, -1, -1, -1, -1, -1, -1, 1,  2,  3};

int gf_draw_expression(gf_bytes *bytes, int variable)
{
    int number = gf_add_constraint();
    gf_constraint *constraint = &gf_current.constraints[number];
    uint64_t word = gf_word(bytes);
    int counts = (word & 3) == 0, terms = (int)(word >> 2) & (counts ? 1 : 3);
    constraint->is_equality = (word >> 4 & 3) == 0;
    constraint->sum.coefficients[variable] = counts;
    for (word >>= 16; terms > 0; terms--, word >>= 16) {
        uint32_t other = (uint32_t)(word & 0xff) * (uint32_t)bytes->variables >> 8;
        constraint->sum.coefficients[other] = coefficients[(word >> 8 & 0xff) * sizeof coefficients >> 8];
    }
    constraint->sum.constant.value = draw_finite(bytes);
    return number;
}

int gf_draw_representable(gf_bytes *bytes, int variable)
{
    int number = gf_add_constraint();
    gf_sum *sum = &gf_current.constraints[number].sum;
    if (bytes->shape != GF_INTERVAL && gf_draw(bytes, 2))
        draw_terms(bytes, sum);
    if (bytes->shape == GF_OCTAGON) /* at most one term */
        for (int i = 0, seen = 0; i < bytes->variables; i++) {
            if (seen)
                sum->coefficients[i] = 0;
            seen |= i != variable && sum->coefficients[i] != 0;
        }
    sum->coefficients[variable] = 0;
    sum->constant.value = draw_finite(bytes);
    return number;
}

/* Lower and upper bound of one variable, which seldom contradict each other. */
static void draw_bounds(gf_bytes *bytes, gf_statement *statement, int *is_predefined)
{
    gf_sum *lower = &gf_current.constraints[gf_add_constraint()].sum;
    gf_sum *upper = &gf_current.constraints[gf_add_constraint()].sum;
    int variable = gf_draw(bytes, bytes->variables);
    lower->coefficients[variable] = 1;
    upper->coefficients[variable] = -1;
    *is_predefined = draw_number(bytes, &lower->constant) | draw_number(bytes, &upper->constant);
    int are_finite = !lower->constant.kind && !upper->constant.kind;
    if (are_finite && (__int128)lower->constant.value + upper->constant.value < 0 && gf_draw(bytes, 8)) {
        long old = lower->constant.value;
        lower->constant.value = upper->constant.value == LONG_MIN ? LONG_MAX : -upper->constant.value;
        upper->constant.value = old == LONG_MIN ? LONG_MAX : -old;
    }
    statement->count += 2;
}

static void draw_constraint(gf_bytes *bytes, gf_statement *statement, int *is_predefined)
{
    if (bytes->shape == GF_INTERVAL) {
        draw_bounds(bytes, statement, is_predefined);
        return;
    }
    gf_constraint *constraint = &gf_current.constraints[gf_add_constraint()];
    draw_terms(bytes, &constraint->sum);
    *is_predefined = draw_number(bytes, &constraint->sum.constant);
    constraint->is_equality = gf_draw(bytes, 4) == 0;
    statement->count++;
}

/* Move a constraint so that a point satisfies it. */
static void shift(gf_bytes *bytes, gf_constraint *constraint, const long *point)
{
    gf_sum terms = constraint->sum;
    long value;
    terms.constant.value = 0;
    if (!gf_sum_at(bytes->variables, &terms, point, &value) && value > LONG_MIN / 2 && value < LONG_MAX / 2)
        constraint->sum.constant.value = (constraint->is_equality ? 0 : gf_draw(bytes, SMALL)) - value;
}

void gf_draw_of(gf_bytes *bytes, int count)
{
    int number = gf_add(GF_OF, 0, 0);
    gf_statement *statement = &gf_current.statements[number];
    for (int i = 0; i < bytes->variables; i++)
        statement->point[i] = gf_draw(bytes, 2 * SMALL + 1) - SMALL;
    int shifts = gf_draw(bytes, 2);
    for (int i = 0; i < count; i++) {
        int is_predefined, before = statement->count;
        draw_constraint(bytes, statement, &is_predefined);
        for (int j = before; shifts && !is_predefined && j < statement->count; j++)
            shift(bytes, &gf_current.constraints[statement->first + j], statement->point);
    }
    statement->has_point = 1;
    for (int i = 0; i < statement->count; i++)
        if (!gf_satisfies(bytes->variables, &gf_current.constraints[statement->first + i], statement->point))
            statement->has_point = 0;
}
