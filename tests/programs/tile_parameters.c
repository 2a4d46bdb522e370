/* Products of arrays that a function gets, which may be each other as far as anyone can tell.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

#define N 70

static double a[N][N], b[N][N], c[N][N];

static void multiply(double result[N][N], double left[N][N], double right[N][N])
{
  int i, j, k;

#pragma omp parallel for collapse(2) private(k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      result[i][j] = 0.0;
      for (k = 0; k < N; k++)
        result[i][j] += left[i][k] * right[k][j];
    }
}

/* Where both are the same array, an iteration reads only what it has written itself. */
static void add(double *to, const double *from, int stride)
{
  int i, k;

#pragma omp parallel for private(k)
  for (i = 0; i < N; i++)
    for (k = 0; k < N; k++)
      to[i * N] += from[i * N + k * stride] / (k + 1);
}

static double sum_of(double x[N][N])
{
  double sum = 0.0;
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      sum += x[i][j] * ((i + 2 * j) % 5 + 1);
  return sum;
}

int main(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      a[i][j] = (i + j) % 7 * 0.25;
      b[i][j] = (i * j) % 5 * 0.5;
    }
  multiply(c, a, b);
  multiply(a, b, c);
  multiply(b, c, a);
  printf("%.12g %.12g %.12g\n", sum_of(a), sum_of(b), sum_of(c));
  add(c[0], a[0], 1);
  add(c[0], c[0], 1);
  add(c[0], c[0], 0);
  add(b[0], c[0], 1);
  printf("%.12g %.12g\n", sum_of(b), sum_of(c));
  return 0;
}
