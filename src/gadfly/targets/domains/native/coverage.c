/* A library that is instrumented for libFuzzer asks whoever loads it to count. Without a fuzzer nobody does. */
#ifndef GF_FUZZ

#include <stdint.h>

_Thread_local uintptr_t __sancov_lowest_stack;

void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop)
{
    (void)start, (void)stop;
}

void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop)
{
    (void)start, (void)stop;
}

void __sanitizer_cov_trace_pc_indir(uintptr_t callee)
{
    (void)callee;
}

void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases)
{
    (void)value, (void)cases;
}

void __sanitizer_cov_trace_gep(uintptr_t index)
{
    (void)index;
}

#define IGNORE_ONE(name, type)                                                                                       \
    void __sanitizer_cov_trace_##name(type value)                                                                    \
    {                                                                                                                \
        (void)value;                                                                                                 \
    }
#define IGNORE_TWO(name, type)                                                                                       \
    void __sanitizer_cov_trace_##name(type left, type right)                                                         \
    {                                                                                                                \
        (void)left, (void)right;                                                                                     \
    }

IGNORE_ONE(div4, uint32_t)
IGNORE_ONE(div8, uint64_t)
IGNORE_TWO(cmp1, uint8_t)
IGNORE_TWO(cmp2, uint16_t)
IGNORE_TWO(cmp4, uint32_t)
IGNORE_TWO(cmp8, uint64_t)
IGNORE_TWO(const_cmp1, uint8_t)
IGNORE_TWO(const_cmp2, uint16_t)
IGNORE_TWO(const_cmp4, uint32_t)
IGNORE_TWO(const_cmp8, uint64_t)

#endif
