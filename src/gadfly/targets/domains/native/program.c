#include "program.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "reply.h"

const char *const gf_operation_names[GF_OPERATIONS] = {"top",    "bottom", "of",         "join", "meet",    "widen",
                                                       "narrow", "assign", "substitute", "cond", "project", "observe"};
const int gf_arities[GF_OPERATIONS] = {0, 0, 0, 2, 2, 2, 2, 1, 1, 1, 1, 1};

static const char *const element_names[GF_NAMES] = {"x", "y", "z", "b"};
static const char *const blanks = " \t\r\n";

gf_program gf_current;

void gf_clear(int variables)
{
    gf_binding unbound = {.elements = {-1, -1, -1, -1}, .variable = -1, .constraint = -1};
    gf_current.variables = variables;
    gf_current.count = 0;
    gf_current.constraint_count = 0;
    gf_current.binding = unbound;
    gf_current.step_count = 0;
}

int gf_add(gf_operation operation, int a, int b)
{
    if (gf_current.count == GF_MOST_STATEMENTS)
        return -1;
    gf_statement *statement = &gf_current.statements[gf_current.count];
    statement->operation = operation;
    statement->operands[0] = a;
    statement->operands[1] = b;
    statement->variable = 0;
    statement->first = gf_current.constraint_count;
    statement->count = 0;
    statement->has_point = 0;
    return gf_current.count++;
}

int gf_add_constraint(void)
{
    if (gf_current.constraint_count == GF_MOST_CONSTRAINTS)
        return -1;
    gf_constraint *constraint = &gf_current.constraints[gf_current.constraint_count];
    size_t coefficients = (size_t)gf_current.variables * sizeof(long);
    memset(constraint, 0, offsetof(gf_constraint, sum.coefficients) + coefficients);
    return gf_current.constraint_count++;
}

static int read_long(const char *word, long *value)
{
    char *end;
    if (!word || !*word)
        return -1;
    errno = 0;
    *value = strtol(word, &end, 10);
    return *end || errno ? -1 : 0;
}

static int read_index(const char *word, int below, int *value)
{
    long number;
    if (read_long(word, &number) || number < 0 || number >= below)
        return -1;
    *value = (int)number;
    return 0;
}

static int read_number(const char *word, gf_number *number)
{
    number->value = 0;
    number->kind = 0;
    if (!word)
        return -1;
    if (!strcmp(word, "inf"))
        number->kind = 1;
    else if (!strcmp(word, "-inf"))
        number->kind = -1;
    else if (!strcmp(word, "nan"))
        number->kind = 2;
    else
        return read_long(word, &number->value);
    return 0;
}

/* K c0 … c(V-1), separated by any of `between`, into a new constraint; its number or -1. */
static int read_sum(const char *between)
{
    int number = gf_add_constraint();
    if (number < 0)
        return -1;
    gf_sum *sum = &gf_current.constraints[number].sum;
    if (read_number(strtok(NULL, between), &sum->constant))
        return -1;
    for (int i = 0; i < gf_current.variables; i++)
        if (read_long(strtok(NULL, between), &sum->coefficients[i]))
            return -1;
    return number;
}

static int read_constraint(const char *between)
{
    const char *relation = strtok(NULL, between);
    if (!relation || (strcmp(relation, "ge") && strcmp(relation, "eq")))
        return -1;
    int is_equality = !strcmp(relation, "eq");
    int number = read_sum(between);
    if (number >= 0)
        gf_current.constraints[number].is_equality = is_equality;
    return number;
}

static int read_constraints(gf_statement *statement)
{
    int count;
    if (read_index(strtok(NULL, blanks), GF_MOST_CONSTRAINTS, &count))
        return -1;
    for (statement->count = 0; statement->count < count; statement->count++)
        if (read_constraint(blanks) < 0)
            return -1;
    return 0;
}

static int read_point(gf_statement *statement)
{
    const char *at = strtok(NULL, blanks);
    if (!at)
        return 0;
    if (strcmp(at, "at"))
        return -1;
    for (int i = 0; i < gf_current.variables; i++)
        if (read_long(strtok(NULL, blanks), &statement->point[i]))
            return -1;
    statement->has_point = 1;
    return 0;
}

static gf_operation operation_of(const char *word)
{
    for (int i = 0; word && i < GF_OPERATIONS; i++)
        if (!strcmp(word, gf_operation_names[i]))
            return (gf_operation)i;
    return GF_OPERATIONS;
}

static int read_details(gf_statement *statement)
{
    switch (statement->operation) {
    case GF_TOP:
        return read_point(statement);
    case GF_OF:
        return read_constraints(statement) ? -1 : read_point(statement);
    case GF_ASSIGN:
    case GF_SUBSTITUTE:
        statement->count = 1;
        return read_index(strtok(NULL, blanks), gf_current.variables, &statement->variable) ||
                       (read_sum(blanks) < 0)
                   ? -1
                   : 0;
    case GF_COND:
        statement->count = 1;
        return read_constraint(blanks) < 0 ? -1 : 0;
    case GF_PROJECT:
        return read_index(strtok(NULL, blanks), gf_current.variables, &statement->variable);
    default:
        return 0;
    }
}

int gf_read_statement(char *line)
{
    int defined = gf_current.count;
    gf_operation operation = operation_of(strtok(line, blanks));
    int number = operation == GF_OPERATIONS ? -1 : gf_add(operation, 0, 0);
    if (number < 0)
        return -1;
    gf_statement *statement = &gf_current.statements[number];
    for (int i = 0; i < gf_arities[operation]; i++)
        if (read_index(strtok(NULL, blanks), defined, &statement->operands[i]))
            return -1;
    gf_current.steps[gf_current.step_count++] = number;
    return read_details(statement) || strtok(NULL, blanks) ? -1 : 0;
}

static int read_sequence(char *text)
{
    gf_binding *binding = &gf_current.binding;
    for (char *word = text; word;) {
        char *comma = strchr(word, ',');
        if (comma)
            *comma = '\0';
        if (binding->sequence_count == GF_MOST_SEQUENCE ||
            read_index(word, gf_current.count, &binding->sequence[binding->sequence_count++]))
            return -1;
        word = comma ? comma + 1 : NULL;
    }
    return 0;
}

/* e=ge,K,c0,… : the outer words are separated by blanks, so e comes last (strtok knows one text at a time). */
static int read_expression(char *text)
{
    static const char between[] = ", \r\n";
    int is_equality = !strncmp(text, "eq,", 3);
    if (!is_equality && strncmp(text, "ge,", 3))
        return -1;
    strtok(text, between);
    gf_current.binding.constraint = read_sum(between);
    if (gf_current.binding.constraint < 0)
        return -1;
    gf_current.constraints[gf_current.binding.constraint].is_equality = is_equality;
    return 0;
}

static int read_bound(char *word)
{
    gf_binding *binding = &gf_current.binding;
    if (word[0] == '\0' || word[1] != '=')
        return -1;
    for (int i = 0; i < GF_NAMES; i++)
        if (word[0] == element_names[i][0])
            return read_index(word + 2, gf_current.count, &binding->elements[i]);
    if (word[0] == 'v')
        return read_index(word + 2, gf_current.variables, &binding->variable);
    if (word[0] == 's')
        return read_sequence(word + 2);
    return -1;
}

int gf_read_binding(char *line)
{
    char *expression = strstr(line, " e=");
    if (expression)
        *expression = '\0';
    char *word = strtok(line, blanks);
    if (!word || strcmp(word, "bind"))
        return -1;
    while ((word = strtok(NULL, blanks)))
        if (read_bound(word))
            return -1;
    return expression ? read_expression(expression + 3) : 0;
}

static void put_constraint(const gf_constraint *constraint, const char *between)
{
    static const char *const specials[] = {"-inf", "", "inf", "nan"};
    int kind = constraint->sum.constant.kind;
    if (kind)
        gf_put(specials[kind + 1]);
    else
        gf_put_long(constraint->sum.constant.value);
    for (int i = 0; i < gf_current.variables; i++) {
        gf_put(between);
        gf_put_long(constraint->sum.coefficients[i]);
    }
}

static void put_relation(const gf_constraint *constraint, const char *between)
{
    gf_put(constraint->is_equality ? "eq" : "ge");
    gf_put(between);
}

static void put_blank_long(long value)
{
    gf_put(" ");
    gf_put_long(value);
}

static void write_statement(const gf_statement *statement, const int *places)
{
    const gf_constraint *constraints = &gf_current.constraints[statement->first];
    gf_operation operation = statement->operation;
    gf_put(gf_operation_names[operation]);
    for (int i = 0; i < gf_arities[operation]; i++)
        put_blank_long(places[statement->operands[i]]);
    if (operation == GF_ASSIGN || operation == GF_SUBSTITUTE || operation == GF_PROJECT)
        put_blank_long(statement->variable);
    if (operation == GF_OF)
        put_blank_long(statement->count);
    for (int i = 0; i < statement->count; i++) {
        gf_put(" ");
        if (operation == GF_OF || operation == GF_COND)
            put_relation(&constraints[i], " ");
        put_constraint(&constraints[i], " ");
    }
    if (statement->has_point) {
        gf_put(" at");
        for (int i = 0; i < gf_current.variables; i++)
            put_blank_long(statement->point[i]);
    }
    gf_put("\n");
}

static void write_binding(const int *places)
{
    const gf_binding *binding = &gf_current.binding;
    gf_put("bind");
    for (int i = 0; i < GF_NAMES; i++)
        if (binding->elements[i] >= 0) {
            gf_put(" ");
            gf_put(element_names[i]);
            gf_put("=");
            gf_put_long(places[binding->elements[i]]);
        }
    if (binding->variable >= 0) {
        gf_put(" v=");
        gf_put_long(binding->variable);
    }
    for (int i = 0; i < binding->sequence_count; i++) {
        gf_put(i ? "," : " s=");
        gf_put_long(places[binding->sequence[i]]);
    }
    if (binding->constraint >= 0) {
        gf_put(" e=");
        put_relation(&gf_current.constraints[binding->constraint], ",");
        put_constraint(&gf_current.constraints[binding->constraint], ",");
    }
    gf_put("\n");
}

void gf_write_program(void)
{
    static int places[GF_MOST_STATEMENTS];
    for (int i = 0; i < gf_current.step_count; i++) {
        int number = gf_current.steps[i];
        places[number] = i;
        write_statement(&gf_current.statements[number], places);
    }
    write_binding(places);
}
