/* A small real solver for propositional SMT-LIB scripts, to be built with --coverage.
   It reads a file or stdin, tries all assignments, and can answer many scripts in one process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VARIABLES = 16, MAX_ASSERTIONS = 4096, MAX_LEVELS = 256 };

typedef struct Node Node;
struct Node {
    char *atom;
    Node *first, *next;
};
typedef struct Binding Binding;
struct Binding {
    const char *name;
    int value;
    Binding *outer;
};

static FILE *input;
static char *variables[MAX_VARIABLES];
static Node *assertions[MAX_ASSERTIONS];
static int level_variables[MAX_LEVELS], level_assertions[MAX_LEVELS];
static int variable_count, assertion_count, level, failed;

static int skip_blank(void) {
    int c = getc(input);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';') {
        if (c == ';')
            while (c != '\n' && c != EOF)
                c = getc(input);
        else
            c = getc(input);
    }
    return c;
}

static Node *read_node(void) {
    int c = skip_blank();
    if (c == EOF || c == ')')
        return NULL;
    Node *node = calloc(1, sizeof *node);
    if (c == '(') {
        Node **place = &node->first;
        while ((*place = read_node()) != NULL)
            place = &(*place)->next;
        return node;
    }
    size_t length = 0;
    node->atom = malloc(4096);
    int quote = c == '"' || c == '|' ? c : 0;
    do {
        node->atom[length++] = (char)c;
        c = getc(input);
    } while (c != EOF && length < 4095 && (quote ? c != quote : !strchr("() \t\r\n;", c)));
    if (!quote)
        ungetc(c, input);
    node->atom[length] = 0;
    return node;
}

static int is(const Node *node, const char *text) {
    return node != NULL && node->atom != NULL && strcmp(node->atom, text) == 0;
}

static int value(const Node *node, unsigned assignment, Binding *scope);

static int value_of_let(const Node *bindings, const Node *body, unsigned assignment, Binding *scope) {
    Binding *inner = scope;
    Binding made[64];
    int count = 0;
    for (const Node *each = bindings->first; each != NULL && count < 64; each = each->next) {
        made[count].name = each->first->atom;
        made[count].value = value(each->first->next, assignment, scope);
        made[count].outer = inner;
        inner = &made[count++];
    }
    return value(body, assignment, inner);
}

static int value_of_atom(const char *name, unsigned assignment, Binding *scope) {
    for (; scope != NULL; scope = scope->outer)
        if (strcmp(scope->name, name) == 0)
            return scope->value;
    if (strcmp(name, "true") == 0)
        return 1;
    if (strcmp(name, "false") == 0)
        return 0;
    for (int i = 0; i < variable_count; i++)
        if (strcmp(variables[i], name) == 0)
            return assignment >> i & 1;
    failed = 1;
    return 0;
}

static int value(const Node *node, unsigned assignment, Binding *scope) {
    if (node->atom != NULL)
        return value_of_atom(node->atom, assignment, scope);
    const Node *head = node->first, *argument = head == NULL ? NULL : head->next;
    if (argument == NULL) {
        failed = 1;
        return 0;
    }
    if (is(head, "let"))
        return value_of_let(argument, argument->next, assignment, scope);
    int result = value(argument, assignment, scope);
    if (is(head, "not"))
        return !result;
    if (is(head, "ite"))
        return value(result ? argument->next : argument->next->next, assignment, scope);
    for (argument = argument->next; argument != NULL; argument = argument->next) {
        int other = value(argument, assignment, scope);
        if (is(head, "and"))
            result &= other;
        else if (is(head, "or"))
            result |= other;
        else if (is(head, "xor"))
            result ^= other;
        else if (is(head, "=>") && argument->next == NULL)
            result = !result || other;
        else if (is(head, "=") && argument->next == NULL)
            result = result == other;
        else
            failed = 1;
    }
    return result;
}

static void check(void) {
    int found = 0;
    for (unsigned assignment = 0; !found && assignment < 1u << variable_count; assignment++) {
        found = 1;
        for (int i = 0; i < assertion_count; i++)
            found &= value(assertions[i], assignment, NULL);
    }
    if (failed)
        puts("(error \"not propositional\")");
    else
        puts(found ? "sat" : "unsat");
}

static void go_to(int wanted) {
    while (level < wanted && level < MAX_LEVELS - 1) {
        level_variables[level] = variable_count;
        level_assertions[level++] = assertion_count;
    }
    while (level > wanted && level > 0) {
        variable_count = level_variables[--level];
        assertion_count = level_assertions[level];
    }
}

static int steps(const Node *number) { return number == NULL ? 1 : atoi(number->atom); }

static void declare(char *name, const Node *sort) {
    if (is(sort, "Bool") && variable_count < MAX_VARIABLES)
        variables[variable_count++] = name;
    else
        puts("(error \"not propositional\")");
}

static int run(const Node *command) {
    const Node *head = command->first, *argument = head == NULL ? NULL : head->next;
    if (is(head, "exit"))
        return 0;
    if (is(head, "set-logic") || is(head, "set-info") || is(head, "set-option"))
        return 1;
    if (is(head, "declare-fun") && argument->next->first == NULL)
        declare(argument->atom, argument->next->next);
    else if (is(head, "declare-const"))
        declare(argument->atom, argument->next);
    else if (is(head, "assert") && assertion_count < MAX_ASSERTIONS)
        assertions[assertion_count++] = (Node *)argument;
    else if (is(head, "check-sat"))
        check();
    else if (is(head, "push"))
        go_to(level + steps(argument));
    else if (is(head, "pop"))
        go_to(level - steps(argument));
    else if (is(head, "echo"))
        puts(argument->atom + 1);
    else if (is(head, "reset"))
        variable_count = assertion_count = level = failed = 0;
    else
        puts("(error \"not supported\")");
    return 1;
}

int main(int count, char **arguments) {
    input = count > 1 ? fopen(arguments[1], "r") : stdin;
    if (input == NULL)
        return 2;
    for (Node *command = read_node(); command != NULL && run(command); command = read_node())
        fflush(stdout);
    return 0;
}
