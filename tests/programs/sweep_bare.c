/* Sequential loops around work-shared ones that have no braces around them.  expect: offloaded=4 */
#include <stdio.h>

enum { N = 70, M = 90 };
static double x[N][M], y[N][M];

static void alone(int n) {
#pragma omp parallel
  for (int j = 1; j < n; j++)
#pragma omp for
    for (int i = 0; i < M; i++)
      x[j][i] -= 0.25 * x[j - 1][i];
}

static void conditional(int n, int when) {
#pragma omp parallel
  {
    if (when > 1)
      for (int j = 1; j < n; j++)
#pragma omp for
        for (int i = 0; i < M; i++)
          y[j][i] += 0.5 * y[j - 1][i] + x[j][i];
    else
      for (int j = 1; j < n; j++)
#pragma omp for
        for (int i = 0; i < M; i++)
          y[j][i] -= 0.5 * y[j - 1][i];
  }
}

int main(void) {
#pragma omp parallel for
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++) {
      x[j][i] = j + 0.5 * i;
      y[j][i] = i;
    }
  for (int step = 0; step < 4; step++) {
    alone(N);
    conditional(N, step);
  }
  double sum = 0;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++)
      sum += x[j][i] + (i + 1) * y[j][i];
  printf("%.12g %.12g %.12g\n", sum, x[N - 1][3], y[N - 1][7]);
  return 0;
}
