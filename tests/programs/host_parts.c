/* Between regions the host touches single elements of large arrays, many or few.  expect: offloaded=4 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 130

static double a[N][N], q[N][N], r[N][N];

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
  double *block = malloc(sizeof(double) * N * N), squares, last = 0.0;
  int i, j, k, at = 0;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      a[i][j] = (i * 7 + j * 3) % 11 / 11.0 + (i == j ? 12.0 : 0.0);
      block[i * N + j] = i - j;
    }

  /* written by the host, then read by the device, which writes other elements */
  for (k = 0; k < 40; k++) {
    squares = 0.0;
#pragma omp parallel for reduction(+ : squares)
    for (i = 0; i < N; i++)
      squares += a[i][k] * a[i][k];
    r[k][k] = sqrt(squares);
#pragma omp parallel for private(i)
    for (j = k + 1; j < N; j++) {
      for (i = 0; i < N; i++)
        q[i][j] = a[i][j] / r[k][k];
      r[k][j] += q[k][j];
    }
  }
  printf("%.10g %.10g\n", sum_of(q), sum_of(r));

  /* read and written through a pointer, at a place that the host changes meanwhile */
  for (k = 0; k < 50; k++) {
#pragma omp parallel for
    for (i = 0; i < N * N; i++)
      block[i] = 0.5 * block[i] + k;
    block[at] += 1000.0;
    last = block[at + 1] - block[N * N - 1];
    at = (at + 37) % N;
    block[at++] -= last;
    block[k] = block[k] > 100.0 ? 100.0 : block[k];
  }
  printf("%.10g %.6f %d\n", block[0], last, at);

  /* more elements than can move alone */
#pragma omp parallel for
  for (i = 0; i < N * N; i++)
    block[i] += i % 3;
  block[1] = block[2] + block[3];
  block[4] += block[1];
  for (k = 0; k < N; k++)
    last += block[k * 2];
  printf("%.10g\n", last);
  for (k = 0; k < N * N; k++)
    last += block[k] * (k % 4);
  printf("%.10g\n", last);
  free(block);
  return 0;
}
