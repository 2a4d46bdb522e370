/* -std=gnu11: GNU words in all places. */
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define CHECK(x) do { if (!(x)) { fprintf(stderr, "%s\n", #x); } } while (0)

struct __attribute__((packed)) header { char tag; int length; };
struct point { int x, y; } __attribute__((aligned(16)));
typedef unsigned int word __attribute__((mode(SI)));

static __inline__ __attribute__((__always_inline__)) int square(const int x) { return x * x; }
extern int printf_like(const char *__restrict format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void stop(void);
_Static_assert(sizeof(int) == 4, "int has 32 bits");
static __thread int per_thread;
static const int squares[10] = { [2] = 4, [3] = 9 };
static struct point origin = { x: 0, y: 0 };

int sum(int count, ...)
{
    va_list list;
    int total = 0;
    va_start(list, count);
    while (count--) total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void)
{
    __label__ out;
    int a[4] __attribute__((aligned(64))) = { 1, 2, 3, 4 };
    __auto_type n = sizeof a / sizeof *a;
    typeof(a[0]) largest = 0;
    word w = 3u;
    register int r __asm__("rbx") = 1;

    assert(n == 4 && "four");
    for (size_t i = 0; i < n; i++) {
        largest = MAX(largest, a[i]);
        if (LIKELY(a[i] > 0)) continue;
        goto out;
    }
    CHECK(largest == 4);
    switch (largest) {
    case 4:
        per_thread = square(largest);
        __attribute__((fallthrough));
    default:
        w += offsetof(struct point, y) + squares[2];
    }
    __asm__ volatile("" : "+r"(largest) : : "memory");
out:
    return sum(2, largest, origin.x) + per_thread + (int)w + r > 0 ? 0 : 1;
}
