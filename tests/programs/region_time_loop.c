/* A region around a sequential loop in time, with a reduction in every step.  expect: offloaded=3 */
#include <stdio.h>

#define N 80

static double a[2][N];

int main(void)
{
  int i, t, from, to;
  double change = 0.0, history[6];

  for (i = 0; i < N; i++)
    a[0][i] = i % 10;
#pragma omp parallel private(i, t, from, to)
  {
    for (t = 0; t < 6; t++) {
      from = t % 2;
      to = 1 - from;
#pragma omp single
      change = 0.0;
#pragma omp for
      for (i = 1; i < N - 1; i++)
        a[to][i] = 0.25 * a[from][i - 1] + 0.5 * a[from][i] + 0.25 * a[from][i + 1];
#pragma omp for reduction(+ : change)
      for (i = 1; i < N - 1; i++)
        change += (a[to][i] - a[from][i]) * (a[to][i] - a[from][i]);
#pragma omp master
      history[t] = change;
#pragma omp for
      for (i = 0; i < 2; i++)
        a[to][i * (N - 1)] = t;
    }
  }
  for (t = 0; t < 6; t++)
    printf("%.12g\n", history[t]);
  printf("%.12g %.12g\n", a[0][40], a[0][N - 1]);
  return 0;
}
