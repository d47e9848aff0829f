#include "law.h"

#include <string.h>

#define MOST_TOKENS 64
#define MOST_STEPS 100

/* A token is an operation or one of these. */
enum {
    NAME_X = GF_OPERATIONS,
    NAME_Y,
    NAME_Z,
    NAME_B,
    LEQ,
    EQ,
    IS_BOTTOM,
    IS_TOP,
    NOT,
    AND,
    IMPLIES,
    SOUND,
    WIDENING_CONVERGES,
    NARROWING_CONVERGES,
    LOOP_SETTLES,
    TOKENS
};

typedef int token;

static const char *const names[] = {"x",   "y",   "z",       "b",     "leq",
                                    "eq",  "is_bottom", "is_top",  "not",   "and",
                                    "implies", "sound", "widening_converges", "narrowing_converges", "loop_settles"};
static const struct {
    int takes_elements, takes_truths, gives_element;
} kinds[TOKENS] = {
    [GF_TOP] = {0, 0, 1},       [GF_BOTTOM] = {0, 0, 1}, [GF_JOIN] = {2, 0, 1},
    [GF_MEET] = {2, 0, 1},      [GF_WIDEN] = {2, 0, 1},  [GF_NARROW] = {2, 0, 1},
    [GF_ASSIGN] = {1, 0, 1},    [GF_SUBSTITUTE] = {1, 0, 1}, [GF_COND] = {1, 0, 1},
    [GF_PROJECT] = {1, 0, 1},   [NAME_X] = {0, 0, 1},    [NAME_Y] = {0, 0, 1},
    [NAME_Z] = {0, 0, 1},       [NAME_B] = {0, 0, 1},    [LEQ] = {2, 0, 0},
    [EQ] = {2, 0, 0},           [IS_BOTTOM] = {1, 0, 0}, [IS_TOP] = {1, 0, 0},
    [NOT] = {0, 1, 0},          [AND] = {0, 2, 0},       [IMPLIES] = {0, 2, 0},
    [SOUND] = {1, 0, 0},
};

static token formula[MOST_TOKENS];
static int length;
static int premise_end; /* the place of the last token of the premise; -1: no premise */

static token token_of(const char *word)
{
    for (int i = 0; i < GF_OPERATIONS; i++)
        if (!strcmp(word, gf_operation_names[i]))
            return i == GF_OF || i == GF_OBSERVE ? TOKENS : i;
    for (int i = NAME_X; i < TOKENS; i++)
        if (!strcmp(word, names[i - NAME_X]))
            return i;
    return TOKENS;
}

static void note_use(token word, gf_uses *uses)
{
    if (word >= NAME_X && word <= NAME_B)
        uses->elements[word - NAME_X] = 1;
    uses->point |= word == SOUND;
    uses->sequence |= word == WIDENING_CONVERGES || word == NARROWING_CONVERGES;
    uses->elements[GF_X] |= word >= WIDENING_CONVERGES;
    uses->variable |= word == GF_ASSIGN || word == GF_SUBSTITUTE || word == GF_PROJECT || word == LOOP_SETTLES;
    uses->expression |= word == GF_ASSIGN || word == GF_SUBSTITUTE || word == GF_COND || word == LOOP_SETTLES;
}

/* Where the subformula that ends at a place begins; -1 if tokens are missing or of the wrong sort. */
static int beginning(int end, int gives_element)
{
    if (end < 0 || kinds[formula[end]].gives_element != gives_element)
        return -1;
    int begin = end;
    for (int i = 0; i < kinds[formula[end]].takes_elements; i++)
        if ((begin = beginning(begin - 1, 1)) < 0)
            return -1;
    for (int i = 0; i < kinds[formula[end]].takes_truths; i++)
        if ((begin = beginning(begin - 1, 0)) < 0)
            return -1;
    return begin;
}

int gf_read_law(char *tokens, gf_uses *uses)
{
    memset(uses, 0, sizeof *uses);
    length = 0;
    for (char *word = strtok(tokens, " \r\n"); word; word = strtok(NULL, " \r\n")) {
        if (length == MOST_TOKENS || (formula[length] = token_of(word)) == TOKENS)
            return -1;
        note_use(formula[length++], uses);
    }
    if (beginning(length - 1, 0) != 0)
        return -1;
    premise_end = formula[length - 1] == IMPLIES ? beginning(length - 2, 0) - 1 : -1;
    return 0;
}

/* One place on the stack: a truth, or an element, which is freed when it is popped if it is our own. */
typedef struct {
    gf_element *element;
    gf_element own;
    int truth;
} cell;

static cell stack[MOST_TOKENS];

/* An operation with the bound v and e. Statements are large, so there is one for each operation. */
static const gf_statement *bound(gf_operation operation)
{
    static gf_statement statements[GF_OPERATIONS];
    const gf_binding *binding = &gf_current.binding;
    gf_statement *statement = &statements[operation];
    statement->operation = operation;
    statement->variable = binding->variable;
    statement->first = binding->constraint < 0 ? 0 : binding->constraint;
    statement->count = 1;
    return statement;
}

/* x ∇ y, or x ∇ (x ⊔ y) if widening needs order. */
static void widen(const gf_machine *machine, gf_element *x, gf_element *y, gf_element *result)
{
    gf_element joined;
    if (!machine->is_ordered) {
        gf_apply(machine, bound(GF_WIDEN), x, y, result);
        return;
    }
    gf_apply(machine, bound(GF_JOIN), x, y, &joined);
    gf_apply(machine, bound(GF_WIDEN), x, &joined, result);
    gf_drop(machine, &joined);
}

static void narrow(const gf_machine *machine, gf_element *x, gf_element *y, gf_element *result)
{
    gf_element met;
    gf_apply(machine, bound(GF_MEET), x, y, &met);
    gf_apply(machine, bound(GF_NARROW), x, &met, result);
    gf_drop(machine, &met);
}

/* x ∇ (x ⊔ assign(x, v, e)) */
static void iterate(const gf_machine *machine, gf_element *x, gf_element *unused, gf_element *result)
{
    gf_element assigned, joined;
    (void)unused;
    gf_apply(machine, bound(GF_ASSIGN), x, NULL, &assigned);
    gf_apply(machine, bound(GF_JOIN), x, &assigned, &joined);
    gf_apply(machine, bound(GF_WIDEN), x, &joined, result);
    gf_drop(machine, &assigned);
    gf_drop(machine, &joined);
}

/* Equality of copies: testing an element may close it in place, and widening a closed one may never end. */
static int unchanged(const gf_machine *machine, const gf_element *before, const gf_element *after)
{
    gf_element first, second;
    gf_copy(machine, before, &first);
    gf_copy(machine, after, &second);
    int truth = gf_eq(machine, &first, &second);
    gf_drop(machine, &first);
    gf_drop(machine, &second);
    return truth;
}

typedef void step(const gf_machine *, gf_element *, gf_element *, gf_element *);

/* Whether x stays as it is through a whole cycle of operands, after at most so many steps. */
static int settles(const gf_machine *machine, step *next, gf_element *elements, int cycle)
{
    const gf_binding *binding = &gf_current.binding;
    gf_element x, after;
    int still = 0;
    gf_copy(machine, &elements[binding->elements[GF_X]], &x);
    for (int i = 0; i < MOST_STEPS && still < cycle; i++) {
        gf_element *operand = &elements[binding->sequence[i % cycle]];
        next(machine, &x, operand, &after);
        still = unchanged(machine, &x, &after) ? still + 1 : 0;
        gf_drop(machine, &x);
        gf_move(machine, &after, &x);
    }
    gf_drop(machine, &x);
    return still >= cycle;
}

static void release(const gf_machine *machine, token word, cell *operands)
{
    for (int i = 0; i < kinds[word].takes_elements; i++)
        if (operands[i].element == &operands[i].own)
            gf_drop(machine, &operands[i].own);
}

static void evaluate(const gf_machine *machine, token word, gf_element *elements, cell *top)
{
    const gf_domain *domain = machine->domain;
    gf_element *first = top[0].element, *second = top[1].element;
    switch (word) {
    case NAME_X:
    case NAME_Y:
    case NAME_Z:
    case NAME_B:
        top->element = &elements[gf_current.binding.elements[word - NAME_X]];
        return;
    case LEQ:
        top->truth = gf_leq(machine, first, second);
        return;
    case EQ:
        top->truth = gf_eq(machine, first, second);
        return;
    case IS_BOTTOM:
        top->truth = domain->is_bottom(domain, first->value);
        return;
    case IS_TOP:
        top->truth = domain->is_top(domain, first->value);
        return;
    case NOT:
        top->truth = !top->truth;
        return;
    case AND:
        top->truth = top[0].truth && top[1].truth;
        return;
    case IMPLIES:
        top->truth = !top[0].truth || top[1].truth;
        return;
    case SOUND:
        top->truth = gf_sound(machine, first);
        return;
    case WIDENING_CONVERGES:
        top->truth = settles(machine, widen, elements, gf_current.binding.sequence_count);
        return;
    case NARROWING_CONVERGES:
        top->truth = settles(machine, narrow, elements, gf_current.binding.sequence_count);
        return;
    case LOOP_SETTLES:
        top->truth = settles(machine, iterate, elements, 1);
        return;
    default:
        break;
    }
    gf_element result;
    if (word == GF_WIDEN)
        widen(machine, first, second, &result);
    else
        gf_apply(machine, bound((gf_operation)word), first, second, &result);
    release(machine, word, top);
    gf_move(machine, &result, &top->own);
    top->element = &top->own;
}

static void show(const gf_machine *machine, int place, const cell *value, FILE *nodes)
{
    if (!kinds[formula[place]].gives_element) {
        fprintf(nodes, "truth %d: %d\n", place, value->truth != 0);
        return;
    }
    fprintf(nodes, "element %d: ", place);
    machine->domain->print(machine->domain, value->element->value, nodes);
    fputs("\n", nodes);
    if (!value->element->has_point)
        return;
    fprintf(nodes, "point %d:", place);
    for (int i = 0; i < machine->domain->variables; i++)
        fprintf(nodes, " %ld", value->element->point[i]);
    fputs("\n", nodes);
}

/* The law says nothing about an element without a point. */
static int lacks_point(token word, const cell *operand)
{
    return word == SOUND && !operand->element->has_point;
}

gf_verdict gf_judge(const gf_machine *machine, gf_element *elements, FILE *nodes)
{
    int depth = 0, says_nothing = 0;
    for (int i = 0; i < length; i++) {
        token word = formula[i];
        cell *top = &stack[depth -= kinds[word].takes_elements + kinds[word].takes_truths];
        says_nothing |= lacks_point(word, top);
        evaluate(machine, word, elements, top);
        if (!kinds[word].gives_element)
            release(machine, word, top);
        if (nodes)
            show(machine, i, top, nodes);
        if (i == premise_end && !top->truth)
            return GF_VACUOUS;
        depth++;
    }
    if (!stack[0].truth)
        return GF_VIOLATED;
    return says_nothing ? GF_VACUOUS : GF_HELD;
}
