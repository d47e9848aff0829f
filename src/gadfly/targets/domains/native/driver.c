/* The driver: reads requests about one domain, answers each with a few lines and the marker.
 *
 *     driver KIND ARGUMENTS… --shape SHAPE [--ordered] [--load LIBRARY]… [-- DEFECT]
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "reply.h"
#include "sweep.h"

typedef int opener(gf_domain *, int variables, int argc, char **argv);

static const struct {
    const char *kind;
    opener *open;
} openers[] = {
#ifdef GF_APRON
    {"apron", gf_open_apron},
#endif
#ifdef GF_PPL
    {"ppl", gf_open_ppl},
#endif
};

typedef struct {
    opener *open;
    char **arguments;
    int argument_count;
    gf_shape shape;
    int is_ordered;
    const char *defect;
} settings;

static settings given;

/* A domain of as many variables as the last request had. */
static gf_domain base, planted;

static const char *const shapes[] = {"interval", "octagon", "polyhedron", NULL};
static const char *const values[] = {"none", "int", "long", "infinity", "nan", NULL};
static const char *const engines[] = {"random", "fuzzer", "direct", NULL};

static void give_up(const char *reason)
{
    fprintf(stderr, "driver: %s\n", reason);
    exit(2);
}

static int place_of(const char *word, const char *const *list)
{
    for (int i = 0; word && list[i]; i++)
        if (!strcmp(word, list[i]))
            return i;
    give_up("a word of the request is not known");
    return -1;
}

static const gf_domain *domain_of(int variables)
{
    if (base.variables != variables) {
        memset(&base, 0, sizeof base);
        base.variables = variables;
        if (given.open(&base, variables, given.argument_count, given.arguments))
            exit(2);
        if (given.defect && gf_plant(&planted, &base, given.defect))
            exit(2);
    }
    return given.defect ? &planted : &base;
}

static gf_machine machine_of(int variables, int tracks)
{
    gf_machine machine = {domain_of(variables), given.is_ordered, tracks};
    return machine;
}

static int number_in(long least, long most)
{
    const char *word = strtok(NULL, " \n");
    long number = word ? strtol(word, NULL, 10) : least - 1;
    if (number < least || number > most)
        give_up("a number of the request is out of range");
    return (int)number;
}

static void read_plan(gf_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->shape = given.shape;
    plan->is_ordered = given.is_ordered;
    plan->variables = number_in(1, GF_MOST_VARIABLES);
    plan->pool = number_in(2, 1024);
    plan->operations = number_in(0, 256);
    plan->values = (gf_values)place_of(strtok(NULL, " \n"), values);
    plan->engine = (gf_engine)place_of(strtok(NULL, " \n"), engines);
    plan->tests = number_in(1, 1L << 30);
    const char *salt = strtok(NULL, " \n");
    plan->salt = salt ? strtoul(salt, NULL, 10) : 0;
}

static void read_preparations(gf_preparations *preparations)
{
    static const char *const names[] = {"ordered", "chain",    "above",         "below",
                                        "bottom",  "disjoint", "representable", NULL};
    int *flags[] = {&preparations->ordered, &preparations->chain,    &preparations->above,        &preparations->below,
                    &preparations->bottom,  &preparations->disjoint, &preparations->representable};
    for (const char *word = strtok(NULL, " \n"); word; word = strtok(NULL, " \n"))
        *flags[place_of(word, names)] = 1;
}

/* Preparations change elements that the law has to talk about. */
static int is_consistent(const gf_plan *plan)
{
    const gf_preparations *wanted = &plan->preparations;
    const int *names = plan->uses.elements;
    int pairs = wanted->ordered || wanted->chain || wanted->above || wanted->below || wanted->disjoint;
    return (names[GF_X] || !(pairs || wanted->bottom)) && (names[GF_Y] || !pairs) &&
           (names[GF_Z] || !wanted->chain) && (names[GF_B] || !(wanted->above || wanted->below));
}

static void answer_sweep(gf_plan *plan)
{
    if (!is_consistent(plan))
        give_up("the law does not name what is to be prepared");
    gf_machine machine = machine_of(plan->variables, plan->uses.point);
    plan->has_substitute = machine.domain->substitute != NULL;
    gf_sweep(&machine, plan);
}

static void answer_program(void)
{
    static const char *const verdicts[] = {"held", "vacuous", "violated"};
    char *text;
    size_t size;
    FILE *nodes = open_memstream(&text, &size);
    gf_machine machine = machine_of(gf_current.variables, 1);
    gf_verdict verdict = gf_run_program(&machine, nodes);
    fclose(nodes);
    gf_put(gf_excuse ? "excused " : verdicts[verdict]);
    gf_put(gf_excuse ? gf_excuse : "");
    gf_put("\n");
    gf_put(text);
    free(text);
}

/* One request, up to its line `go MARKER`; 0 at the end of the input. */
static int answer(void)
{
    static char *line;
    static size_t size;
    static gf_plan plan;
    int is_sweep = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (!strncmp(line, "law ", 4)) {
            if (gf_read_law(line + 4, &plan.uses))
                give_up("the law is not well formed");
        } else if (!strncmp(line, "bind", 4)) {
            if (gf_read_binding(line))
                give_up("the binding is not well formed");
        } else if (!strncmp(line, "sweep ", 6)) {
            is_sweep = 1;
            strtok(line, " ");
            read_plan(&plan);
        } else if (!strncmp(line, "prepare", 7)) {
            strtok(line, " \n");
            read_preparations(&plan.preparations);
        } else if (!strncmp(line, "program ", 8)) {
            strtok(line, " ");
            gf_clear(number_in(1, GF_MOST_VARIABLES));
        } else if (!strncmp(line, "go ", 3)) {
            snprintf(gf_marker, sizeof gf_marker, "%s", strtok(line + 3, " \n"));
            if (is_sweep)
                answer_sweep(&plan);
            else
                answer_program();
            gf_send();
            return 1;
        } else if (gf_read_statement(line)) {
            give_up("a statement is not well formed");
        }
    }
    return 0;
}

/* A library that another one needs without saying so. */
static void load(const char *library)
{
    if (!dlopen(library, RTLD_NOW | RTLD_GLOBAL))
        give_up(dlerror());
}

static void read_arguments(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof openers / sizeof *openers; i++)
        if (!strcmp(argv[1], openers[i].kind))
            given.open = openers[i].open;
    if (!given.open)
        give_up("which kind of library?");
    given.arguments = argv + 2;
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "--ordered"))
            given.is_ordered = 1;
        else if (!strcmp(argv[i], "--shape") && i + 1 < argc)
            given.shape = (gf_shape)place_of(argv[++i], shapes);
        else if (!strcmp(argv[i], "--load") && i + 1 < argc)
            load(argv[++i]);
        else if (!strcmp(argv[i], "--") && i + 1 < argc)
            given.defect = argv[++i];
        else
            given.arguments[given.argument_count++] = argv[i];
    }
}

int main(int argc, char **argv)
{
    read_arguments(argc, argv);
    while (answer())
        ;
    return 0;
}
