#ifndef PORTABLE_H
#define PORTABLE_H
#ifndef REAL
#define REAL float
#endif
typedef REAL real;
#if defined(__GNUC__)
#define UNUSED __attribute__((unused))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define PRINTF_LIKE(a, b) __attribute__((format(printf, a, b)))
#else
#define UNUSED
#define LIKELY(x) (x)
#define PRINTF_LIKE(a, b)
#endif
#endif
