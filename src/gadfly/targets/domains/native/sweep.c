#include "sweep.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "fuzz.h"
#include "reply.h"

#define TICK_MICROSECONDS 250000
#define MOST_TICKS 4      /* of one test: it hangs then */
#define SPARE_SECONDS 3   /* a sweep ends by itself before its limit of CPU time ends it */

static gf_element elements[GF_MOST_STATEMENTS];
static gf_element pool[GF_MOST_STATEMENTS];

static const gf_plan *plan;
static int pool_built; /* how many elements of the pool there are */
static volatile sig_atomic_t test_number, is_late;

gf_verdict gf_run_program(const gf_machine *machine, FILE *nodes)
{
    gf_excuse = NULL;
    for (int i = 0; i < gf_current.step_count; i++) {
        int number = gf_current.steps[i];
        const gf_statement *statement = &gf_current.statements[number];
        if (number < pool_built)
            gf_copy(machine, &pool[number], &elements[number]);
        else
            gf_apply(machine, statement, &elements[statement->operands[0]], &elements[statement->operands[1]],
                     &elements[number]);
    }
    gf_verdict verdict = gf_judge(machine, elements, nodes);
    for (int i = 0; i < gf_current.step_count; i++)
        gf_drop(machine, &elements[gf_current.steps[i]]);
    return gf_excuse ? GF_VACUOUS : verdict;
}

/* While the pool is built there is no test yet: what is there so far, and any binding. */
static void bind_to_last(int last)
{
    gf_binding *binding = &gf_current.binding;
    for (gf_current.step_count = 0; gf_current.step_count <= last; gf_current.step_count++)
        gf_current.steps[gf_current.step_count] = gf_current.step_count;
    for (int i = 0; i < GF_NAMES; i++)
        binding->elements[i] = plan->uses.elements[i] ? last : -1;
    binding->variable = plan->uses.variable ? 0 : -1;
    binding->constraint = plan->uses.expression ? gf_add_constraint() : -1;
    binding->sequence_count = plan->uses.sequence;
    binding->sequence[0] = last;
}

static void reply_guilty(const char *what)
{
    gf_put(what);
    gf_put("\n");
    if (plan->engine != GF_DIRECT && pool_built < plan->pool)
        bind_to_last(pool_built);
    gf_write_program();
}

static void end_guilty(const char *what)
{
    reply_guilty(what);
    gf_send();
    _exit(0);
}

/* A library that runs out of memory may well crash: that is the limit's doing. */
static int is_exhausted(void)
{
    struct rusage usage;
    struct rlimit limit;
    return !getrusage(RUSAGE_SELF, &usage) && !getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY &&
           (rlim_t)usage.ru_maxrss * 1024 >= limit.rlim_cur / 3;
}

static void on_crash(int number)
{
    char what[] = "crashed ??";
    what[8] = (char)(number / 10 ? '0' + number / 10 : ' ');
    what[9] = (char)('0' + number % 10);
    end_guilty(is_exhausted() ? "exhausted" : what);
}

static void on_tick(int number)
{
    static int seen, ticks;
    struct rusage usage;
    struct rlimit limit;
    (void)number;
    ticks = seen == test_number ? ticks + 1 : 0;
    seen = test_number;
    if (ticks > MOST_TICKS)
        end_guilty("hung");
    getrusage(RUSAGE_SELF, &usage);
    getrlimit(RLIMIT_CPU, &limit);
    long microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
    rlim_t seconds = (rlim_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + microseconds / 1000000);
    is_late = limit.rlim_cur != RLIM_INFINITY && seconds + SPARE_SECONDS >= limit.rlim_cur;
}

static void handle(int number, void (*handler)(int), int flags)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(number, &action, NULL);
}

/* In a sweep the driver tells which test the library died of; a single program dies as it does. */
static void watch(int is_on)
{
    static const int crashes[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL};
    static char handler_stack[1 << 16];
    stack_t alternative = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    struct timeval tick = {0, is_on ? TICK_MICROSECONDS : 0};
    struct itimerval timer = {tick, tick};
    sigaltstack(&alternative, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        handle(crashes[i], is_on ? on_crash : SIG_DFL, is_on ? SA_ONSTACK | SA_RESETHAND : 0);
    handle(SIGPROF, is_on ? on_tick : SIG_IGN, SA_ONSTACK | SA_RESTART);
    setitimer(ITIMER_PROF, &timer, NULL);
}

static void build_pool(const gf_machine *machine)
{
    gf_draw_pool(plan);
    int count = gf_current.count;
    for (pool_built = 0; pool_built < count; pool_built++, test_number++)
        gf_apply(machine, &gf_current.statements[pool_built], NULL, NULL, &pool[pool_built]);
}

static void drop_pool(const gf_machine *machine)
{
    while (pool_built > 0)
        gf_drop(machine, &pool[--pool_built]);
}

/* The number of tests done; less than wanted if time is up or a test violated the law. */
static long run_tests(const gf_machine *machine, long *applicable, int *is_violated)
{
    long number = 0;
    for (*applicable = 0; number < plan->tests && !is_late && !*is_violated; number++, test_number++) {
        gf_draw_test(plan, number);
        gf_verdict verdict = gf_run_program(machine, NULL);
        *applicable += verdict != GF_VACUOUS;
        *is_violated = verdict == GF_VIOLATED;
    }
    return number;
}

static void reply_held(long tests, long applicable)
{
    if (!applicable && gf_excuse) {
        gf_put("excused ");
        gf_put(gf_excuse);
    } else {
        gf_put("held ");
        gf_put_long(tests);
        gf_put(" ");
        gf_put_long(applicable);
    }
    gf_put("\n");
}

static const gf_machine *fuzzed;
static long fuzzed_tests, fuzzed_applicable;

static int fuzz_one(const uint8_t *data, size_t size)
{
    gf_decode_test(plan, data, size);
    gf_verdict verdict = gf_run_program(fuzzed, NULL);
    test_number++;
    fuzzed_tests++;
    fuzzed_applicable += verdict != GF_VACUOUS;
    if (verdict == GF_VIOLATED)
        end_guilty("violated");
    return 0;
}

static void end_fuzzing(void)
{
    reply_held(fuzzed_tests, fuzzed_applicable);
    gf_send();
    _exit(0);
}

void gf_sweep(const gf_machine *machine, const gf_plan *wanted)
{
    long applicable;
    int is_violated = 0;
    plan = wanted;
    pool_built = is_late = 0;
    watch(1);
    build_pool(machine);
    if (plan->engine == GF_FUZZER) {
        fuzzed = machine;
        gf_fuzz(plan, fuzz_one, end_fuzzing);
    }
    long tests = run_tests(machine, &applicable, &is_violated);
    watch(0);
    if (is_violated)
        reply_guilty("violated");
    else
        reply_held(tests, applicable);
    drop_pool(machine);
}
