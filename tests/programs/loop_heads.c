/* expect: offloaded=2
   Loops with commas in their heads: sums that begin there, second counters, bounds that are found there. */
#include <stdio.h>

#define N 60
#define M 70

static double a[N][M], b[N][M], y[N];

int main(void)
{
  int i, j, k, steps = 0;
  double sum, total = 0.0;

  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      a[i][j] = i * j % 7;
#pragma omp parallel for private(j, k, sum)
  for (i = 0; i < N; i++) {
    for (sum = 0.0, j = i; j < M; j++)
      sum += a[i][j];
    y[i] = sum;
    for (j = 0, k = M - 1; j < k; j++, k--)
      y[i] += a[i][j] - 2.0 * a[i][k];
    for (j = 1, k = j + 2; k < M; k++, j = j * 5 % M)
      y[i] += a[i][k] * j;
    for (j = 1, k = j; k < M; j += k, k++)
      y[i] += a[i][j % M];
    for (int p = 0, q = 3; p < 40; p++, q = q * 7 % M) {
      if (a[i][q] > 5.0)
        continue;
      y[i] += a[i][q] + q;
    }
    for (int p = 0, q = 3; p < 40; q += 9, p++) {
      for (int r = 0; r < 9; r++) {
        if (r == 4)
          continue;
        y[i] += a[i][(q + r) % M];
      }
      y[i] -= q;
    }
    for (double *u = a[i], *end = u + M - 1; u < end; u += 2)
      y[i] += *u;
    int first = 1, *at = &first;
    for (k = at[0], first = 3; k < 6; k++)
      y[i] += k;
    for (k = 0; k < 20; k += at[0], first = 2)
      y[i] += k;
    y[i] += j + k + first;
  }
#pragma omp parallel for private(i, sum) reduction(+ : steps)
  for (j = 0; j < M; j++) {
    for (sum = 0.0, i = 1; i < N; i++, steps++)
      sum += a[i][j] * y[i];
    for (i = 1; i < N; i++)
      b[i][j] = a[i][j] - sum;
  }
  for (i = 0; i < N; i++) {
    total += y[i] * (1 + i % 5);
    for (j = 0; j < M; j++)
      total += b[i][j] * (j % 3);
  }
  printf("%.10g %d\n", total, steps);
  return 0;
}
