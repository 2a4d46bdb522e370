/* A heap matrix behind a pointer to rows of constant length.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

#define M 12

static void fill(double (*m)[M], int n)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < M; j++)
      m[i][j] = i * M + j;
}

int main(void)
{
  int i, n = 15;
  double(*m)[M] = malloc(sizeof(double[M]) * n);
  double(*t)[M] = malloc(sizeof(double[M]) * n);

  if (!m || !t)
    return 1;
  fill(m, n);
#pragma omp parallel for
  for (i = 0; i < n; i++) {
    for (int j = 0; j < M; j++)
      t[i][M - 1 - j] = m[i][j] * 0.5;
  }
  for (i = 0; i < n; i += 2)
    printf("%.12g %.12g\n", m[i][i % M], t[i][i % M]);
  free(m);
  free(t);
  return 0;
}
