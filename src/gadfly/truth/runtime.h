/* What a program in the standard dialect is compiled with to be observed; see runtime.c. */
void gadfly_count(unsigned long label, int failed);
void gadfly_see(unsigned long label, unsigned long long value);
void gadfly_see_float(unsigned long label, double value);
int gadfly_run_all(void (*run)(unsigned long program));
#define __gadfly_check(label, ...) gadfly_count(label, !(__VA_ARGS__))
#define __gadfly_see(label, ...) gadfly_see(label, (unsigned long long)(__VA_ARGS__))
#define __gadfly_see_float(label, ...) gadfly_see_float(label, (double)(__VA_ARGS__))
void __VERIFIER_assume(int condition);
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
