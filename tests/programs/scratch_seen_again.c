/* Shared variables that each iteration assigns before it reads them, and whose last value is read all the same: static
 * variables of functions, under another name, and for the size of a type.
 * expect: offloaded=4
 * flags: -std=gnu11 */
#include <stdio.h>

enum { N = 40 };

static double a[N];
double first;
extern double second __attribute__((alias("first")));

static int kept_over_calls(int round)
{
  static int scratch;
  int before = scratch;

  scratch = round;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    scratch = round + 5;
    a[i] += scratch;
  }
  return before;
}

static int kept_over_blocks(int round)
{
  int before = -1;

  for (int turn = 0; turn < 2; turn++) {
    static int scratch;
    before = before * 100 + scratch;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      scratch = round + 7;
      a[i] += scratch;
    }
  }
  return before;
}

static long sized(void)
{
  int scratch = 2;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    scratch = N + 1;
    a[i] += scratch;
  }
  __typeof__(char[scratch]) line;
  return sizeof line;
}

int main(void)
{
  double sum = 0;

  for (int round = 0; round < 3; round++) {
    printf("%d %d %ld\n", kept_over_calls(round), kept_over_blocks(round), sized());
    first = -1;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      first = round + 0.5;
      a[i] += first;
    }
    printf("%g\n", second);
  }
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 5);
  printf("%g\n", sum);
  return 0;
}
