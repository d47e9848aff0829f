/* libFuzzer as the one who chooses the bytes of tests. */
#ifndef GF_FUZZ_H
#define GF_FUZZ_H

#include "generate.h"

/* Run the tests of a plan and call `end`, which has to end the process. A driver that was built without a fuzzer
 * gives up. */
void gf_fuzz(const gf_plan *, int (*test)(const uint8_t *, size_t), void (*end)(void));

#endif
