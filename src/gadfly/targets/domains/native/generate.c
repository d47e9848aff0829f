#include "generate.h"

#include <string.h>

#define RECORD 48         /* bytes of one operation */
#define ARGUMENTS 256     /* bytes of the arguments of a law and their preparation */
#define ONE_CONSTRAINT 64 /* bytes of one constraint at most, and of a point */
#define MOST_DIRECT 50    /* constraints of an element that is drawn without a pool */
#define MOST_LOOPED 8     /* elements of a sequence */

/* How often each operation is taken, of 32 times. */
static const struct {
    gf_operation operation;
    int times;
} weights[] = {{GF_JOIN, 5},    {GF_MEET, 8}, {GF_WIDEN, 3},      {GF_ASSIGN, 8},
               {GF_PROJECT, 2}, {GF_COND, 3}, {GF_SUBSTITUTE, 1}, {GF_OBSERVE, 2}};
#define ALL_TIMES 32

static int pool_constraints;

static gf_bytes reader(const gf_plan *plan, const uint8_t *data, size_t size)
{
    gf_bytes bytes = {data, size, 0, plan->shape, plan->values, plan->variables};
    return bytes;
}

size_t gf_test_words(const gf_plan *plan)
{
    size_t size = plan->engine == GF_DIRECT
                      ? ARGUMENTS + (GF_NAMES + MOST_LOOPED) * (MOST_DIRECT + 1) * ONE_CONSTRAINT
                      : (size_t)plan->operations * RECORD + ARGUMENTS;
    return size / sizeof(uint64_t) + 1;
}

void gf_fill(const gf_plan *plan, long number, uint64_t *data, size_t words)
{
    uint64_t state = plan->salt;
    state = gf_splitmix(&state) + (uint64_t)number * words * 0x9e3779b97f4a7c15ULL;
    for (size_t i = 0; i < words; i++)
        data[i] = gf_splitmix(&state);
}

void gf_draw_pool(const gf_plan *plan)
{
    uint64_t state = plan->salt;
    uint64_t data[(2 * GF_MOST_VARIABLES + 2 * ONE_CONSTRAINT) / sizeof(uint64_t)];
    gf_clear(plan->variables);
    for (int i = 0; plan->engine != GF_DIRECT && i < plan->pool; i++) {
        for (size_t j = 0; j < sizeof data / sizeof *data; j++)
            data[j] = gf_splitmix(&state);
        gf_bytes bytes = reader(plan, (const uint8_t *)data, sizeof data);
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
 * that need rounding or overflow come about in chains of operations. */
static int draw_element(const gf_plan *plan, gf_bytes *bytes, int operations)
{
    if (operations && gf_draw(bytes, 3))
        return result_of(plan, plan->pool + larger(gf_draw(bytes, operations), gf_draw(bytes, operations)));
    return gf_draw(bytes, plan->pool);
}

static gf_operation draw_operation(const gf_plan *plan, gf_bytes *bytes)
{
    int place = gf_draw(bytes, ALL_TIMES);
    int i = 0;
    for (; place >= weights[i].times; i++)
        place -= weights[i].times;
    gf_operation operation = weights[i].operation;
    return operation == GF_SUBSTITUTE && !plan->has_substitute ? GF_ASSIGN : operation;
}

static void decode_operation(const gf_plan *plan, gf_bytes *bytes, int number)
{
    int place = plan->pool + 2 * number;
    gf_statement *helper = &gf_current.statements[place], *statement = helper + 1;
    bytes->at = (size_t)number * RECORD;
    statement->operation = draw_operation(plan, bytes);
    statement->operands[0] = draw_element(plan, bytes, number);
    statement->operands[1] = draw_element(plan, bytes, number);
    statement->variable = gf_draw(bytes, plan->variables);
    statement->count = 0;
    statement->has_point = 0;
    if (statement->operation == GF_WIDEN && plan->is_ordered) {
        helper->operation = GF_JOIN;
        helper->operands[0] = statement->operands[0];
        helper->operands[1] = statement->operands[1];
        helper->count = helper->has_point = 0;
        statement->operands[1] = place;
    }
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
    return draw_element(plan, bytes, plan->operations);
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

static void need_arguments(void)
{
    const gf_binding *binding = &gf_current.binding;
    for (int i = 0; i < GF_NAMES; i++)
        if (binding->elements[i] >= 0)
            gf_current.needed[binding->elements[i]] = 1;
    for (int i = 0; i < binding->sequence_count; i++)
        gf_current.needed[binding->sequence[i]] = 1;
}

static void need_operands(int number)
{
    const gf_statement *statement = &gf_current.statements[number];
    for (int i = 0; i < gf_arities[statement->operation]; i++)
        gf_current.needed[statement->operands[i]] = 1;
}

void gf_draw_test(const gf_plan *plan, const uint8_t *data, size_t size)
{
    int pool = plan->engine == GF_DIRECT ? 0 : plan->pool;
    int operations = plan->engine == GF_DIRECT ? 0 : plan->operations;
    int most = pool + 2 * operations;
    gf_bytes bytes = reader(plan, data, size);
    memset(gf_current.needed, 0, (size_t)gf_current.count);
    gf_current.count = most;
    gf_current.constraint_count = pool_constraints;
    bytes.at = (size_t)operations * RECORD;
    draw_arguments(plan, &bytes);
    prepare(plan, &bytes);
    need_arguments();
    for (int i = gf_current.count - 1; i >= pool; i--)
        if (gf_current.needed[i]) {
            if (i < most && (i - pool) % 2)
                decode_operation(plan, &bytes, (i - pool) / 2);
            need_operands(i);
        }
}
