/* Sequential loops that stay outside: iterations need what others stored in the steps before.  expect: offloaded=8 */
#include <stdio.h>

#define N 40

static double a[N][N], x[2][N], p[N], first[N];
static int to[N];

int main(void)
{
  double sum = 0.0, norm = 0.0;
  int i, j, n = N, calls = 0;

  for (i = 0; i < N; i++)
    to[i] = i * 7 % N;
#pragma omp parallel for private(i)
  for (j = 0; j < N; j++)
    for (i = 0; i < N; i++)
      a[j][i] = (3 * i + j) % 10;
#pragma omp parallel private(i, j)
  {
    /* the neighbour, a step before */
    for (j = 1; j < n; j++) {
#pragma omp for
      for (i = 1; i < n; i++)
        a[j][i] += 0.5 * a[j - 1][i - 1];
    }
    /* in time */
    for (j = 0; j < 9; j++) {
      int from = j % 2;
#pragma omp for
      for (i = 1; i < N - 1; i++)
        x[1 - from][i] = 0.25 * (x[from][i - 1] + x[from][i + 1]) + a[j][i];
    }
    /* the row of a pivot */
    for (j = 0; j < 4; j++) {
#pragma omp for
      for (i = j + 1; i < n; i++)
        a[i][5] -= 0.01 * a[i][j] * a[j][5];
    }
    /* by a permutation */
    for (j = 1; j < n; j++) {
#pragma omp for
      for (i = 0; i < n; i++)
        a[j][to[i]] += 0.25 * a[j - 1][i];
    }
    /* what a later iteration reads of all */
    for (j = 0; j < 5; j++) {
#pragma omp for
      for (i = 0; i < n; i++)
        p[i] = a[j][i];
#pragma omp for reduction(+ : norm)
      for (i = 0; i < n; i++)
        norm += p[i] * p[n - 1 - i];
    }
    /* the number of steps hangs on what the loop stores */
    for (j = 0; j < (int)first[0] + 3; j++) {
#pragma omp for
      for (i = 0; i < n; i++)
        first[i] += j < 2 ? 1.0 : 0.0;
    }
#pragma omp single
    calls++;
  }
  for (j = 0; j < N; j++)
    for (i = 0; i < N; i++)
      sum += a[j][i] * (1 + (i + j) % 3);
  for (i = 0; i < N; i++)
    sum += x[0][i] + 2.0 * x[1][i] + p[i] + first[i];
  printf("%d %.9g %.9g\n", calls, sum, norm);
  return 0;
}
