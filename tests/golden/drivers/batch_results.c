/* Runs the loops of the golden case `batch_results`. */
#include "../transforms/batch/results.c"
#include <stdio.h>

static double a[N][N];
static int x[50];
static float y[50];

int main(void)
{
  for (int i = 0; i < N * N; i++) a[i / N][i % N] = i % 13;
  for (int i = 0; i < 50; i++) x[i] = i % 7, y[i] = (float)(i % 8);
  for (int k = 0; k < 3; k++) printf("%.12g %ld\n", sweep(N, a), steps(50, x));
  printf("%g\n", sums(50, y));
  return 0;
}
