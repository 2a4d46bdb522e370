/* Sizes of types that the host computes from what loops have written: of parameters, members, casts, `typedef`, `sizeof`.
 * expect: offloaded=3
 * flags: -std=gnu11 -Wno-vla-parameter -Wno-maybe-uninitialized -Wno-unused-parameter */
#include <stdio.h>

enum { N = 50 };

static int sizes[N], counts[N], table[N], seen, lengths[N];
static double x[N];

static long of_parameter(int (*rows)[sizes[3]]) { return sizeof *rows; }
static long of_variable(char (*row)[seen]) { return sizeof *row; }

static long of_typedef(void)
{
  typedef char line[sizes[4]];
  return sizeof(line);
}

static long of_typeof(void)
{
  __typeof__(char[sizes[5]]) line;
  return sizeof line;
}

static long of_member(void)
{
  __extension__ struct {
    char line[counts[6]];
  } record;
  return sizeof record;
}

static long of_cast(void)
{
  int flat[40];

  for (int i = 0; i < 40; i++)
    flat[i] = i;
  return ((int(*)[counts[1]])flat)[2][1];
}

static long leading(int (*rows)[lengths[7]])
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] += i;
  return sizeof *rows;
}

int main(void)
{
  double sum = 0;

  for (int round = 0; round < 3; round++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      sizes[i] = i + round + 1;
      counts[i] = i + round + 2;
      table[i] = i * 2 + round;
      lengths[i] = i + round;
    }
    printf("%ld\n", of_parameter(NULL));
    printf("%ld %ld\n", of_typedef(), (long)sizeof(int[table[2] + 1]));
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      seen = round + 4;
      sizes[i] += seen;
      counts[i] += round;
    }
    printf("%ld\n", of_variable(NULL));
    printf("%ld\n", of_typeof());
    printf("%ld\n", of_member());
    printf("%ld\n", of_cast());
    printf("%ld\n", leading(NULL));
  }
  for (int i = 0; i < N; i++)
    sum += x[i] * (i % 3);
  printf("%g\n", sum);
  return 0;
}
