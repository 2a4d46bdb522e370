/* Directives and clauses that only advise, by their spellings up to OpenMP 6.0, keep no loop.
 * expect: offloaded=12
 * flags: -Wno-uninitialized */
#include <stdio.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#define N 60

enum { DEPTH = 2 };

#pragma omp declare_target
static double weight(double x) { return 2 * x; }

#pragma omp assumes no_openmp
static int out[N][8];
static double values[N];

static double polynomial(double x)
{
  double y = 0;

#pragma omp unroll partial(4)
  for (int k = 0; k < 8; k++)
    y = y * x + k;
#pragma omp assume holds(y == y)
  {
    y += 1;
  }
  return y;
}

int main(int argc, char **argv)
{
  int own = 3, n = argc + 7;
  long sum = 0;

  (void)argv;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp unroll
    for (int j = 0; j < 8; j++)
      out[i][j] = i * j;
    if (out[i][1] > 4)
#pragma omp unroll full
      for (int j = 0; j < 8; j++)
        out[i][j] += 1;
#pragma omp nothing
    out[i][0] += 7;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    values[i] = polynomial(i * 0.125) + weight(i);
#pragma omp parallel for if (parallel : n > 2) private(own) allocate(own)
  for (int i = 0; i < N; i++) {
    own = i + n;
    out[i][2] += own;
  }
#pragma omp parallel for simd if (parallel : n > 2) if (simd : n > 3) order(concurrent) nontemporal(values)
  for (int i = 0; i < N; i++)
    values[i] += 0.5;
#pragma omp parallel for collapse(DEPTH)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 8; j++)
      out[i][j] += i - j;
#pragma omp parallel for collapse(sizeof(short) + DEPTH - 2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 8; j++)
      out[i][j] ^= j;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      values[i] += 1;
#pragma omp flush acq_rel
#pragma omp for reduction(default, + : sum)
    for (int i = 0; i < N; i++)
      sum += out[i][3];
#pragma omp flush seq_cst
#pragma omp unroll partial(2)
    for (int j = 0; j < 4; j++) {
#pragma omp nothing
#pragma omp for
      for (int i = 0; i < N; i++)
        values[i] += j;
    }
  }
#pragma omp parallel for reduction(+ : sum) allocate(sum)
  for (int i = 0; i < N; i++) {
    enum { DEPTH = 3 };
#pragma omp assume no_parallelism absent(parallel)
    sum += (long)values[i] + DEPTH;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    if (values[i] < -1e9) {
#pragma omp error at(execution) severity(warning) message("out of range")
    }
    values[i] += 0.25;
  }
  {
    enum { DEPTH = 1 };
#pragma omp parallel for collapse(DEPTH) num_threads(4)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < 8; j++)
        out[i][j] += j;
  }
  for (int i = 0; i < N; i += 7)
    printf("%d %d %d %.3f\n", out[i][0], out[i][2], out[i][5], values[i]);
  printf("%ld\n", sum);
  return 0;
}
