/* Runs the loops of the golden case `batch_repeated`. */
#include "../transforms/batch/repeated.c"
#include <stdio.h>

enum { N = 40, M = 25 };

static double t[(N + 1) * (M + 1)], cost[N + 1], a[N], b[N];

int main(void)
{
  for (int i = 0; i <= N; i++) cost[i] = i * 7 % 11;
  for (int k = 0; k < 3; k++) table(N, M, t, cost);
  for (int i = 0; i < N; i++) a[i] = i % 4;
  relax(N, 7, a, b);
  printf("%g %g %g\n", t[N * (M + 1) + M], t[20 * (M + 1) + 11], b[17]);
  return 0;
}
