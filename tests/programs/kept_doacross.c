/* Loops whose iterations wait for each other beside loops of the same region, in C90: the counters of loops that mapper
   adds are declared before them.  expect: offloaded=5 kept=K002  flags: -std=gnu89 */
#include <stdio.h>

#define N 18
#define M 11

enum { DEPTH = 2 };

static int c[N][M], d[N];

int main(void)
{
  int i, j, total = 0;

#pragma omp parallel private(j)
  {
#pragma omp for
    for (i = 0; i < M; i++)
      c[0][i] = i;
#pragma omp for ordered(2)
    for (i = 1; i < N; i++)
      for (j = 0; j < M; j++) {
#pragma omp ordered depend(sink : i - 1, j)
        c[i][j] = c[i - 1][j] + j % 3;
#pragma omp ordered depend(source)
      }
#pragma omp for
    for (i = 0; i < N; i++)
      d[i] = c[i][M - 1];
#pragma omp for ordered(1)
    for (i = 1; i < N; i++) {
#pragma omp ordered depend(sink : i - 1)
      d[i] += d[i - 1];
#pragma omp ordered depend(source)
    }
  }
#pragma omp parallel default(none) shared(c, d)
  {
    int i, j;
#pragma omp for ordered(DEPTH)
    for (i = 1; i < N; i++)
      for (j = 1; j < M; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
        c[i][j] += (c[i - 1][j] + c[i][j - 1]) % 5;
#pragma omp ordered depend(source)
      }
#pragma omp for
    for (i = 0; i < N; i++)
      d[i] += c[i][i % M];
  }
  for (i = 0; i < N; i++)
    total += d[i] * (i + 1);
  printf("%d %d\n", total, c[N - 1][M - 1]);
  return 0;
}
