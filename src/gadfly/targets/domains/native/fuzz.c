#include "fuzz.h"

#include <stdlib.h>
#include <sys/stat.h>

#define SEEDS 300

#ifdef GF_FUZZ

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *, size_t));

/* A fuzzer prefers short inputs, which choose operations badly: it starts from many of full length. */
static void write_corpus(const gf_plan *plan)
{
    char name[32];
    mkdir("corpus", 0700);
    for (long i = 0; i < SEEDS; i++) {
        snprintf(name, sizeof name, "corpus/%ld", i);
        FILE *file = fopen(name, "wb");
        if (!file)
            exit(3);
        for (size_t place = 0; place < gf_test_words(plan); place++) {
            uint64_t word = gf_test_word(plan, i, place);
            fwrite(&word, sizeof word, 1, file);
        }
        fclose(file);
    }
}

/* Crashes and hangs are for our own handlers to tell. */
void gf_fuzz(const gf_plan *plan, int (*test)(const uint8_t *, size_t), void (*end)(void))
{
    char runs[32], seed[32], length[32];
    char *options[] = {"fuzzer",           runs,              seed,             length,
                       "-reduce_inputs=0", "-len_control=0",  "-verbosity=0",   "-handle_segv=0",
                       "-handle_abrt=0",   "-handle_fpe=0",   "-handle_bus=0",  "-handle_ill=0",
                       "-timeout=0",       "-rss_limit_mb=0", "-detect_leaks=0", "corpus"};
    int count = (int)(sizeof options / sizeof *options);
    char **all = options;
    snprintf(runs, sizeof runs, "-runs=%ld", plan->tests);
    snprintf(seed, sizeof seed, "-seed=%lu", plan->salt % 0x7fffffff + 1);
    snprintf(length, sizeof length, "-max_len=%zu", gf_test_words(plan) * sizeof(uint64_t));
    write_corpus(plan);
    atexit(end);
    LLVMFuzzerRunDriver(&count, &all, test);
}

#else

void gf_fuzz(const gf_plan *plan, int (*test)(const uint8_t *, size_t), void (*end)(void))
{
    (void)plan, (void)test, (void)end;
    fprintf(stderr, "driver: this one was built without a fuzzer\n");
    exit(2);
}

#endif
