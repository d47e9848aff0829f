#include "generate.h"

#include <string.h>

#define RECORD 6       /* words of one operation */
#define ARGUMENTS 32   /* words of the arguments of a law and their preparation */
#define MOST_DIRECT 50 /* constraints of an element that is drawn without a pool */
#define MOST_LOOPED 8  /* elements of a sequence */

/* One of these is drawn. */
static const gf_operation operations[] = {
    GF_JOIN,   GF_JOIN,   GF_JOIN,   GF_JOIN,   GF_JOIN,   GF_MEET,    GF_MEET,    GF_MEET,
    GF_MEET,   GF_MEET,   GF_MEET,   GF_MEET,   GF_MEET,   GF_WIDEN,   GF_WIDEN,   GF_WIDEN,
    GF_ASSIGN, GF_ASSIGN, GF_ASSIGN, GF_ASSIGN, GF_ASSIGN, GF_ASSIGN,  GF_ASSIGN,  GF_ASSIGN,
    GF_COND,   GF_COND,   GF_COND,   GF_PROJECT, GF_PROJECT, GF_OBSERVE, GF_OBSERVE, GF_SUBSTITUTE,
};

static int pool_constraints;

static gf_bytes random_bytes(const gf_plan *plan, uint64_t seed)
{
    gf_bytes bytes = {.seed = seed, .shape = plan->shape, .values = plan->values, .variables = plan->variables};
    return bytes;
}

size_t gf_test_words(const gf_plan *plan)
{
    return (size_t)plan->operations * RECORD + ARGUMENTS;
}

static uint64_t seed_of(const gf_plan *plan, long number)
{
    return gf_random(plan->salt, (uint64_t)number);
}

uint64_t gf_test_word(const gf_plan *plan, long number, size_t place)
{
    return gf_random(seed_of(plan, number), place);
}

void gf_draw_pool(const gf_plan *plan)
{
    gf_clear(plan->variables);
    for (int i = 0; plan->engine != GF_DIRECT && i < plan->pool; i++) {
        gf_bytes bytes = random_bytes(plan, seed_of(plan, -1 - i));
        if (i == 0) {
            gf_draw_of(&bytes, 0);
            gf_current.statements[0].operation = GF_TOP;
        } else if (i == 1) {
            gf_add(GF_BOTTOM, 0, 0);
        } else {
            gf_draw_of(&bytes, 1);
        }
    }
    pool_constraints = gf_current.constraint_count;
}

/* Every operation has two statements: before a widening that needs order comes a join. */
static int result_of(const gf_plan *plan, int pick)
{
    return pick < plan->pool ? pick : plan->pool + 2 * (pick - plan->pool) + 1;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The result of one of the first operations, the later ones more often, or else an element of the pool: numbers
 * that need rounding or overflow come about in chains of operations. Made of 24 bits, without branches that a
 * processor would have to guess. */
static int element_of(const gf_plan *plan, uint32_t bits, int done)
{
    uint32_t share = 3 * (bits & 0xfff), other = bits >> 12 & 0xfff;
    int pooled = (int)(other * (uint32_t)plan->pool >> 12);
    int result = larger((int)((share & 0xfff) * (uint32_t)done >> 12), (int)(other * (uint32_t)done >> 12));
    return done && share >> 12 ? result_of(plan, plan->pool + result) : pooled;
}

static gf_operation operation_of(const gf_plan *plan, unsigned bits)
{
    gf_operation operation = operations[bits % (sizeof operations / sizeof *operations)];
    return operation == GF_SUBSTITUTE && !plan->has_substitute ? GF_ASSIGN : operation;
}

static void decode_operation(const gf_plan *plan, gf_bytes *bytes, int number)
{
    int place = plan->pool + 2 * number;
    gf_statement *helper = &gf_current.statements[place], *statement = helper + 1;
    gf_seek(bytes, (size_t)number * RECORD);
    uint64_t word = gf_word(bytes);
    statement->operation = operation_of(plan, (unsigned)word);
    statement->variable = (int)((uint32_t)(word >> 5 & 0x7ff) * (uint32_t)plan->variables >> 11);
    statement->operands[0] = element_of(plan, (uint32_t)(word >> 16), number);
    statement->operands[1] = element_of(plan, (uint32_t)(word >> 40), number);
    statement->count = 0;
    statement->has_point = 0;
    helper->operation = GF_JOIN;
    helper->operands[0] = statement->operands[0];
    helper->operands[1] = statement->operands[1];
    helper->count = helper->has_point = 0;
    if (statement->operation == GF_WIDEN && plan->is_ordered)
        statement->operands[1] = place;
    if (statement->operation == GF_ASSIGN || statement->operation == GF_SUBSTITUTE ||
        statement->operation == GF_COND) {
        statement->first = gf_draw_expression(bytes, statement->variable);
        statement->count = 1;
    }
}

/* An argument of the law, one of the later elements more often. */
static int draw_argument(const gf_plan *plan, gf_bytes *bytes)
{
    if (plan->engine == GF_DIRECT) {
        gf_draw_of(bytes, gf_draw(bytes, MOST_DIRECT + 1));
        return gf_current.count - 1;
    }
    return element_of(plan, (uint32_t)gf_word(bytes), plan->operations);
}

static void draw_arguments(const gf_plan *plan, gf_bytes *bytes)
{
    gf_binding *binding = &gf_current.binding;
    for (int i = 0; i < GF_NAMES; i++)
        binding->elements[i] = plan->uses.elements[i] ? draw_argument(plan, bytes) : -1;
    binding->variable = plan->uses.variable ? gf_draw(bytes, plan->variables) : -1;
    binding->constraint = -1;
    if (plan->uses.expression)
        binding->constraint = plan->preparations.representable && binding->variable >= 0
                                  ? gf_draw_representable(bytes, binding->variable)
                                  : gf_draw_expression(bytes, larger(binding->variable, 0));
    binding->sequence_count = 0;
    if (plan->uses.sequence)
        for (int count = 1 + gf_draw(bytes, MOST_LOOPED); count > 0; count--)
            binding->sequence[binding->sequence_count++] = draw_argument(plan, bytes);
}

static int add_condition(int element, int constraint)
{
    int number = gf_add(GF_COND, element, 0);
    gf_current.statements[number].first = constraint;
    gf_current.statements[number].count = 1;
    return number;
}

/* x where t >= 1, and y where t <= 0 */
static void separate(gf_bytes *bytes, int *x, int *y)
{
    int over = gf_draw_sum(bytes), under = gf_add_constraint();
    gf_sum *t = &gf_current.constraints[over].sum, *opposite = &gf_current.constraints[under].sum;
    for (int i = 0; i < bytes->variables; i++)
        opposite->coefficients[i] = t->coefficients[i] == -__LONG_MAX__ - 1 ? __LONG_MAX__ : -t->coefficients[i];
    for (int i = 0; i < bytes->variables; i++)
        t->coefficients[i] = -opposite->coefficients[i];
    opposite->constant.value = -t->constant.value;
    t->constant.value -= 1;
    *x = add_condition(*x, over);
    *y = add_condition(*y, under);
}

static int wanted(int preparation, gf_bytes *bytes)
{
    return preparation && gf_draw(bytes, 4);
}

static void prepare(const gf_plan *plan, gf_bytes *bytes)
{
    const gf_preparations *preparations = &plan->preparations;
    int *elements = gf_current.binding.elements;
    int *x = &elements[GF_X], *y = &elements[GF_Y], *z = &elements[GF_Z], *b = &elements[GF_B];
    if (wanted(preparations->bottom, bytes))
        *x = gf_add(GF_BOTTOM, 0, 0);
    if (wanted(preparations->ordered, bytes)) {
        if (gf_draw(bytes, 2))
            *y = gf_add(GF_JOIN, *x, *y);
        else
            *x = gf_add(GF_MEET, *x, *y);
    }
    if (wanted(preparations->chain, bytes)) {
        *y = gf_add(GF_JOIN, *x, *y);
        *z = gf_add(GF_JOIN, *y, *z);
    }
    if (wanted(preparations->above, bytes))
        *b = gf_add(GF_JOIN, *b, gf_add(GF_JOIN, *x, *y));
    if (wanted(preparations->below, bytes))
        *b = gf_add(GF_MEET, *b, gf_add(GF_MEET, *x, *y));
    if (preparations->disjoint)
        separate(bytes, x, y);
}

/* The statements that are still to be looked at, one bit for each. */
static uint64_t needed[GF_MOST_STATEMENTS / 64];

static void need(int number)
{
    needed[(unsigned)number / 64] |= 1ULL << number % 64;
}

static void need_arguments(void)
{
    const gf_binding *binding = &gf_current.binding;
    for (int i = 0; i < GF_NAMES; i++)
        if (binding->elements[i] >= 0)
            need(binding->elements[i]);
    for (int i = 0; i < binding->sequence_count; i++)
        need(binding->sequence[i]);
}

static void need_operands(int number)
{
    const gf_statement *statement = &gf_current.statements[number];
    int arity = gf_arities[statement->operation];
    if (arity) {
        need(statement->operands[0]);
        need(statement->operands[arity - 1]);
    }
}

/* The last statement that is needed, which then is no longer; -1 if there is none. */
static int last_needed(int *place)
{
    for (; *place >= 0; --*place)
        if (needed[*place]) {
            int bit = 63 - __builtin_clzll(needed[*place]);
            needed[*place] ^= 1ULL << bit;
            return *place * 64 + bit;
        }
    return -1;
}

/* From the last statement to the first: operands come before. */
static void draw_steps(const gf_plan *plan, gf_bytes *bytes, int pool, int operations)
{
    int place = gf_current.count / 64, count = 0;
    int *steps = gf_current.steps;
    need_arguments();
    for (int number; (number = last_needed(&place)) >= 0; steps[count++] = number)
        if (number >= pool) {
            if (number < pool + 2 * operations && (number - pool) % 2)
                decode_operation(plan, bytes, (number - pool) / 2);
            need_operands(number);
        }
    gf_current.step_count = count;
    for (int i = 0; i < count / 2; i++) {
        int step = steps[i];
        steps[i] = steps[count - 1 - i];
        steps[count - 1 - i] = step;
    }
}

static void draw_test(const gf_plan *plan, gf_bytes *bytes)
{
    int pool = plan->engine == GF_DIRECT ? 0 : plan->pool;
    int operations = plan->engine == GF_DIRECT ? 0 : plan->operations;
    gf_current.count = pool + 2 * operations;
    gf_current.constraint_count = pool_constraints;
    gf_seek(bytes, (size_t)operations * RECORD);
    draw_arguments(plan, bytes);
    prepare(plan, bytes);
    draw_steps(plan, bytes, pool, operations);
}

void gf_draw_test(const gf_plan *plan, long number)
{
    gf_bytes bytes = random_bytes(plan, seed_of(plan, number));
    draw_test(plan, &bytes);
}

void gf_decode_test(const gf_plan *plan, const uint8_t *data, size_t size)
{
    gf_bytes bytes = random_bytes(plan, 0);
    bytes.data = data;
    bytes.size = size;
    draw_test(plan, &bytes);
}
