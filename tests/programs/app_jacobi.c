/* Jacobi iteration in two dimensions until the change is small.  expect: offloaded=2  small: -DN=12 */
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 40
#endif

static double u[N][N], next[N][N];

int main(void)
{
  int i, j, step = 0;
  double change;

  for (i = 0; i < N; i++)
    u[i][0] = next[i][0] = 100.0;
  do {
    change = 0.0;
#pragma omp parallel for private(j) reduction(max : change)
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++) {
        next[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        change = fmax(change, fabs(next[i][j] - u[i][j]));
      }
#pragma omp parallel for collapse(2)
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        u[i][j] = next[i][j];
    step++;
  } while (change > 0.5 && step < 200);
  printf("%d %.12g %.12g\n", step, u[N / 2][1], u[N / 2][N / 2]);
  return 0;
}
