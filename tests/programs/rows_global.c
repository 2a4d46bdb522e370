/* A table at file scope that a called function reads further than the loop; rows of a triangle.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define M 24

static double **a, **triangle;

static double below(int i, int j)
{
  return a[i + 1][j];
}

int main(void)
{
  double v[N], sum = 0.0;
  int i, j;

  a = malloc((N + 1) * sizeof *a);
  triangle = malloc(N * sizeof *triangle);
  for (i = 0; i <= N; i++) {
    a[i] = malloc(M * sizeof **a);
    for (j = 0; j < M; j++)
      a[i][j] = i + 0.5 * j;
  }
  for (i = 0; i < N; i++)
    triangle[i] = malloc((i + 1) * sizeof **triangle);
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    v[i] = 0.0;
    for (j = 0; j < M; j++)
      v[i] += a[i][j] * below(i, j);
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j <= i; j++)
      triangle[i][j] = v[i] - j;
#pragma omp parallel for private(j) reduction(+ : sum)
  for (i = 0; i < N; i++)
    for (j = 0; j <= i; j++)
      sum += triangle[i][j] * (i - j);
  printf("%.12g %.12g\n", v[N - 1], sum);
  return 0;
}
