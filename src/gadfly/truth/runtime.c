/* The observer that is linked to a program.

   What it sees goes into a file that is mapped into memory, so nothing the program prints can disturb it and
   nothing is lost however the program ends. The file is an array of 64-bit words:

       the number of checks, of labels of `see`, and of inputs; how many inputs were read
       the inputs
       for each check: how often its condition was true, and how often false
       for each label of `see`: how often it was reached, and the first KEPT values

   Whoever starts the program makes the file; record.py does.

   Where many programs are linked together, every run has such a record of its own. The file then begins with

       the number of runs
       for each run: the number of its program, where its record begins, and whether it ended by itself */

#include "runtime.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHECKS, SEES, INPUTS, INPUTS_READ, HEADER };
enum { KEPT = 256 };
enum { PROGRAM, PLACE, ENDED, RUN };
enum { CPU_SECONDS = 1, WALL_SECONDS = 20 };

static unsigned long long *words;
static volatile int odd;

__attribute__((constructor(101))) static void open_record(void)
{
    const char *path = getenv("GADFLY_RECORD");
    int file = path ? open(path, O_RDWR) : -1;
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0)
        abort();
    void *place = mmap(0, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (place == MAP_FAILED)
        abort();
    close(file);
    words = place;
}

/* Branches on every bit: tools that watch for uninitialised memory complain about branches, not about copies. */
static void use(unsigned long long value)
{
    for (int width = 32; width > 0; width /= 2)
        value ^= value >> width;
    if (value & 1)
        odd = 1;
}

void gadfly_count(unsigned long label, int failed)
{
    if (label >= words[CHECKS])
        abort();
    words[HEADER + words[INPUTS] + 2 * label + (failed ? 1 : 0)]++;
}

void gadfly_see(unsigned long label, unsigned long long value)
{
    if (label >= words[SEES])
        abort();
    use(value);
    unsigned long long *seen = words + HEADER + words[INPUTS] + 2 * words[CHECKS] + label * (1 + KEPT);
    if (*seen < KEPT)
        seen[1 + *seen] = value;
    ++*seen;
}

void gadfly_see_float(unsigned long label, double value)
{
    unsigned long long pattern;
    memcpy(&pattern, &value, sizeof pattern);
    gadfly_see(label, pattern);
}

/* The execution does not count from here on, but it is none that fails. */
void __VERIFIER_assume(int condition)
{
    if (!condition) {
        fflush(0);
        _exit(0);
    }
}

static unsigned long long input(void)
{
    if (words[INPUTS_READ] >= words[INPUTS])
        return 0;
    return words[HEADER + words[INPUTS_READ]++];
}

_Bool __VERIFIER_nondet_bool(void) { return input() != 0; }
char __VERIFIER_nondet_char(void) { return (char)input(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)input(); }
short __VERIFIER_nondet_short(void) { return (short)input(); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)input(); }
int __VERIFIER_nondet_int(void) { return (int)input(); }
unsigned int __VERIFIER_nondet_uint(void) { return (unsigned int)input(); }
long __VERIFIER_nondet_long(void) { return (long)input(); }
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)input(); }
long long __VERIFIER_nondet_longlong(void) { return (long long)input(); }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return input(); }
float __VERIFIER_nondet_float(void) { return (float)(long long)input(); }
double __VERIFIER_nondet_double(void) { return (double)(long long)input(); }

static int is_run_to_its_end(void (*run)(unsigned long), unsigned long program)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {CPU_SECONDS, CPU_SECONDS};
        setrlimit(RLIMIT_CPU, &limit);
        alarm(WALL_SECONDS);
        run(program);
        exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
}

/* Each run is a process of its own, so that it finds all variables as they were. What programs print is lost;
   after a run that does not end by itself the program is not run again. */
int gadfly_run_all(void (*run)(unsigned long))
{
    unsigned long long *file = words, stopped = ~0ull;
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, 1) < 0 || dup2(nowhere, 2) < 0)
        abort();
    for (unsigned long long *at = file + 1; at < file + 1 + file[0] * RUN; at += RUN) {
        words = file + at[PLACE];
        if (at[PROGRAM] != stopped)
            at[ENDED] = is_run_to_its_end(run, at[PROGRAM]);
        if (!at[ENDED])
            stopped = at[PROGRAM];
    }
    return 0;
}
