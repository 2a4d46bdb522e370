/* Triangular rows, cut out of one block and each a block of its own; columns are read across.
 * expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

#define N 30

int main(void)
{
  double **low = malloc(N * sizeof *low), *block = malloc(N * (N + 1) / 2 * sizeof *block);
  float **high = malloc(N * sizeof *high);
  double sum = 0.0;
  int i, j;

  for (i = 0; i < N; i++) {
    low[i] = block + i * (i + 1) / 2;
    high[i] = malloc((N - i) * sizeof **high);
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j <= i; j++)
      low[i][j] = i + 0.5 * j;
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < N - i; j++)
      high[i][j] = (float)(low[i + j][j] + 1.0);
#pragma omp parallel for private(j) reduction(+ : sum)
  for (i = 0; i < N; i++)
    for (j = i; j < N; j++)
      sum += low[j][i] * high[i][j - i];
  printf("%.12g\n", sum);
  for (i = 0; i < N; i++) {
    printf("%g %g\n", low[i][i], high[i][0]);
    free(high[i]);
  }
  free(low);
  free(high);
  free(block);
  return 0;
}
