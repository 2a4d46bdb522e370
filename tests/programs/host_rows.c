/* The host exchanges rows of a table of pointers between launches.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 120, STEPS = 6 };

static void exchange(double **a, int n, int one, int other)
{
  for (int j = 0; j < n; j++) {
    double x = a[one][j];
    a[one][j] = a[other][j];
    a[other][j] = x;
  }
}

int main(void)
{
  double **a = malloc(N * sizeof *a), *b = malloc(N * N * sizeof *b), sum = 0;
  double *row = malloc(N * sizeof *row);
  for (int i = 0; i < N; i++)
    a[i] = malloc(N * sizeof **a);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i * 5 + j * 3) % 19;
      b[i * N + j] = i - j;
    }
  for (int t = 0; t < STEPS; t++) {
    exchange(a, N, t, N - 1 - 2 * t);
    for (int j = t; j < N; j++)
      row[j] = a[t + 1][j] = 2 * a[t][j];
#pragma omp parallel for
    for (int i = t + 1; i < N; i++)
      for (int j = t; j < N; j++)
        a[i][j] += row[j] * 0.5;
#pragma omp parallel for
    for (int i = 0; i < N * N; i++)
      b[i] = b[i] * 0.5 + t;
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += a[i][j] * (j % 7) + b[i * N + j];
  printf("%.10g\n", sum);
  for (int i = 0; i < N; i++)
    free(a[i]);
  free(a);
  free(row);
  free(b);
  return 0;
}
