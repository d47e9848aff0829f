/* Many random tests of one law. */
#ifndef GF_SWEEP_H
#define GF_SWEEP_H

#include "generate.h"

/* Execute the steps of the current program, then evaluate the law; `nodes` as in law.h. */
gf_verdict gf_run_program(const gf_machine *, FILE *nodes);

/* Run the tests of a plan and put what became of them into the reply. A library that crashes or hangs ends
 * the process, after the reply with the guilty test was sent. */
void gf_sweep(const gf_machine *, const gf_plan *);

#endif
