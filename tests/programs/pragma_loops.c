/* The source says of single loops of a region where they run, and of all pointers that they do not alias.
 * expect: offloaded=3 kept=K029,K029 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000

struct pair {
  double *from, *to;
};

static double total[N];

static void shift(struct pair *p, int n)
{
#pragma mapper assume(noalias)
#pragma omp for
  for (int i = 1; i < n; i++)
    p->to[i] = p->from[i - 1] + 1.0;
#pragma mapper target(openmp)
#pragma omp for
  for (int i = 0; i < n; i++)
    total[i] += p->to[i];
}

int main(void)
{
  struct pair p = {malloc(N * sizeof *p.from), malloc(N * sizeof *p.to)};
  double sum = 0.0;

  if (!p.from || !p.to)
    return 1;
  p.to[0] = 7.0;
#pragma omp parallel
  {
#pragma mapper target(openmp)
#pragma omp for
    for (int i = 0; i < N; i++)
      p.from[i] = i % 13;
#pragma mapper target(auto)
#pragma omp for
    for (int i = 0; i < N; i++)
      total[i] = p.from[i] * 0.5;
    shift(&p, N);
#pragma omp for
    for (int i = 0; i < N; i++)
      p.from[i] += total[i] * p.to[N - 1 - i];
  }
  for (int i = 0; i < N; i++)
    sum += (i % 7) * p.from[i];
  printf("%.6f %.6f\n", sum, total[N - 1]);
  free(p.from);
  free(p.to);
  return 0;
}
