/* GCC's functions for sums, differences and products that may overflow, powers by integers, and leading sign bits.
 * expect: offloaded=9 kept=K004 flags: -std=gnu11 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define N 200

static uint64_t bits[N];
static long long wide[N];
static int narrow[N], flags[N];
static double powers[N], base[N];
static struct {
  unsigned four : 4;
  int three : 3;
} fields[N];

static bool scaled(unsigned *value, unsigned by, unsigned more)
{
  return __builtin_umul_overflow(*value, by, value) || __builtin_uadd_overflow(*value, more, value);
}

static long long clamped(long long a, long long b)
{
  long long sum;
  if (__builtin_saddll_overflow(a, b, &sum))
    return a < 0 ? LLONG_MIN : LLONG_MAX;
  return sum;
}

static void show(const char *what)
{
  uint64_t sum = 14695981039346656037u;
  for (int i = 0; i < N; i++)
    sum = ((sum ^ (uint64_t)wide[i]) * 1099511628211u ^ (unsigned)narrow[i]) * 31 + flags[i];
  printf("%s %llx\n", what, (unsigned long long)sum);
}

int main(void)
{
  uint64_t state = 88172645463325252u;
  long long last;
  int next;

  for (int i = 0; i < N; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    bits[i] = i % 5 == 0 ? state : i % 5 == 1 ? state >> (i % 64) : i % 5 == 2 ? 1ull << (i % 64) : i % 7 - 3ull;
    base[i] = 0.5 + (i % 32) * 0.125;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    flags[i] = __builtin_mul_overflow((long long)bits[i], (int)bits[N - 1 - i], &wide[i]);
    flags[i] += 2 * __builtin_add_overflow(bits[i], (signed char)i, &narrow[i]);
  }
  show("generic");
#pragma omp parallel for private(last)
  for (int i = 0; i < N; i++) {
    last = (long long)bits[i];
    flags[i] = 0;
    for (int j = 0; j < 8; j++)
      if (__builtin_sub_overflow(last, (long long)(bits[j] << j), &last)) {
        flags[i]++;
        last /= 2;
      }
    wide[i] = last;
  }
  show("in place");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    unsigned value = (unsigned)bits[i];
    unsigned short part;
    flags[i] = scaled(&value, i % 9, 5);
    narrow[i] = (int)value;
    if (!__builtin_sub_overflow(value, 70000, &part))
      narrow[i] += part;
  }
  show("unsigned");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    wide[i] = clamped((long long)bits[i], (long long)bits[(i * 7 + 3) % N]);
  show("clamped");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    flags[i] = __builtin_add_overflow_p((long)bits[i], i, (short)0) * 4 + __builtin_mul_overflow_p(bits[i], 3, 0ul) * 2 +
               __builtin_sub_overflow_p((unsigned char)i, 200, (unsigned char)0);
  show("questions");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    flags[i] = 2 * __builtin_mul_overflow_p(i % 16, 3, fields[i].four) + __builtin_sub_overflow_p(i % 4, 6, fields[i].three);
  show("fields");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    narrow[i] = __builtin_clrsb((int)bits[i]) * 100 + __builtin_clrsbl((long)bits[i]) + __builtin_clrsbll(i - 50ll);
  show("sign bits");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    powers[i] = __builtin_powi(base[i], i % 13 - 6) + __builtin_powif((float)base[i], i % 5);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    powers[i] += __builtin_powi(0.0, i % 3) - __builtin_powi(-2.0, INT_MIN + i % 2);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += powers[i];
  printf("%.10g\n", sum);
#pragma omp parallel for private(next)
  for (int i = 0; i < N; i++) {
    next = i;
    flags[i] = __builtin_add_overflow(next++, INT_MAX - 100, &narrow[i]);
    wide[i] = next;
  }
  show("effects");
  return 0;
}
