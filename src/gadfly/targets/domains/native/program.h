/* A domain program: statements that build elements, and what the names of a law are bound to.
 *
 * Everything is kept in one static record, so that a signal handler can print the program that was
 * running, however the library died.
 */
#ifndef GF_PROGRAM_H
#define GF_PROGRAM_H

#include "domain.h"

#define GF_MOST_STATEMENTS 2048
#define GF_MOST_CONSTRAINTS 4096
#define GF_MOST_SEQUENCE 16

typedef enum {
    GF_TOP,
    GF_BOTTOM,
    GF_OF,
    GF_JOIN,
    GF_MEET,
    GF_WIDEN,
    GF_NARROW,
    GF_ASSIGN,
    GF_SUBSTITUTE,
    GF_COND,
    GF_PROJECT,
    GF_OBSERVE,
    GF_OPERATIONS
} gf_operation;

extern const char *const gf_operation_names[GF_OPERATIONS];
extern const int gf_arities[GF_OPERATIONS];

typedef struct {
    gf_operation operation;
    int operands[2];
    int variable;
    int first, count; /* its constraints: of OF, COND (one), ASSIGN and SUBSTITUTE (one: the sum of it) */
    int has_point;
    long point[GF_MOST_VARIABLES];
} gf_statement;

/* The names of elements in a law. */
enum { GF_X, GF_Y, GF_Z, GF_B, GF_NAMES };

typedef struct {
    int elements[GF_NAMES]; /* -1: not bound */
    int variable;           /* -1: not bound */
    int constraint;         /* what e means; -1: not bound */
    int sequence[GF_MOST_SEQUENCE];
    int sequence_count;
} gf_binding;

typedef struct {
    int variables;
    int count;
    gf_statement statements[GF_MOST_STATEMENTS];
    int constraint_count;
    gf_constraint constraints[GF_MOST_CONSTRAINTS];
    gf_binding binding;
    /* What the binding depends on, in order: only these statements are executed and printed. */
    int steps[GF_MOST_STATEMENTS];
    int step_count;
} gf_program;

extern gf_program gf_current;

void gf_clear(int variables);
/* A new statement without constraints and point; its number. */
int gf_add(gf_operation operation, int a, int b);
/* The number of a new constraint 0 >= 0. */
int gf_add_constraint(void);

/* Read one line of the wire format into the current program; 0, or -1 if it is not well formed. */
int gf_read_statement(char *line);
int gf_read_binding(char *line);

/* Append the steps and the binding to the reply; safe in a signal handler. */
void gf_write_program(void);

#endif
