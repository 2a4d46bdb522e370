/* Threads' own sums whose lengths, loops and subscripts say the same in other words: `c <= D` is all of
 * `[D + 1]`, `j + (D + 1) * c` is `c * (D + 1) + j`.  The last one merges a row less than there is.  expect: offloaded=3 kept=K020 */
#include <stdio.h>
#include <stdlib.h>

enum { D = 3 };

static int n, k, *group;
static double *x;

static void rows(double (*sum)[D + 1])
{
#pragma omp parallel
  {
    double (*own)[D + 1] = calloc(k, sizeof *own);

#pragma omp for
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < D; j++)
        own[group[i]][j] += x[i * D + j];
      own[group[i]][D] += 1;
    }
#pragma omp critical
    for (int c = 0; c <= k - 1; c++)
      for (int j = 0; j <= D; j++)
        sum[c][j] += own[c][j];
    free(own);
  }
}

static void flat(double *sum)
{
#pragma omp parallel
  {
    double *own = malloc((size_t)k * sizeof *own * (D + 1));

    for (int c = 0; c <= k * (1 + D) - 1; c++)
      own[c] = 0;
#pragma omp for
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < D; j++)
        own[group[i] * (D + 1) + j] += x[i * D + j];
      own[group[i] * (D + 1) + D] += 1;
    }
#pragma omp critical
    for (int c = 0; c < k; c++)
      for (int j = 0; j <= D; j++)
        sum[c * (D + 1) + j] += own[j + (D + 1) * c];
    free(own);
  }
}

static void longest(long *count)
{
#pragma omp parallel
  {
    long own[k + 1];

    for (int c = 0; c <= k; ++c)
      own[c] = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      own[group[i]]++;
#pragma omp critical
    for (int c = 0; c <= k; c++)
      count[c] += own[c];
  }
}

/* Group k - 1 stays in the threads' memory. */
static void all_but_one(double *sum)
{
#pragma omp parallel
  {
    double *own = calloc(k, sizeof *own);

#pragma omp for
    for (int i = 0; i < n; i++)
      own[group[i]] += x[i];
#pragma omp critical
    for (int c = 0; c <= k - 2; c++)
      sum[c] += own[c];
    free(own);
  }
}

int main(int argc, char **argv)
{
  n = argc > 1 ? atoi(argv[1]) : 3000;
  k = argc > 2 ? atoi(argv[2]) : 7;
  double (*one)[D + 1] = calloc(k, sizeof *one), *other = calloc(k * (D + 1), sizeof *other);
  double *some = calloc(k, sizeof *some);
  long *count = calloc(k + 1, sizeof *count);

  group = malloc(n * sizeof *group);
  x = malloc(n * D * sizeof *x);
  for (int i = 0; i < n; i++)
    group[i] = i * 5 % k;
  for (int i = 0; i < n * D; i++)
    x[i] = i % 11;
  rows(one);
  flat(other);
  longest(count);
  all_but_one(some);
  for (int c = 0; c < k; c++) {
    for (int j = 0; j <= D; j++)
      printf("%g %g ", one[c][j], other[c * (D + 1) + j]);
    printf("%ld %g\n", count[c], some[c]);
  }
  return 0;
}
