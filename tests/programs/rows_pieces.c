/* Tables of many rows that are blocks of their own, of which the host touches few between launches: even and uneven
 * rows, tables of tables, rows in structures, rows that are freed and allocated again, exchanged rows.
 * expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 70, M = 12, K = 6, STEPS = 5 };

struct line {
  int length;
  double *value;
};

static double **make(int n, int uneven)
{
  double **rows = malloc(n * sizeof *rows);

  for (int i = 0; i < n; i++) {
    rows[i] = malloc((M + uneven * (i % 5)) * sizeof **rows);
    for (int j = 0; j < M + uneven * (i % 5); j++)
      rows[i][j] = i + 0.25 * j;
  }
  return rows;
}

static void drop(double **rows, int n)
{
  for (int i = 0; i < n; i++)
    free(rows[i]);
  free(rows);
}

static void even(double **a)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = a[i][j] * 0.5 + 1;
}

static void uneven(double **a)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M + i % 5; j++)
      a[i][j] = a[i][j] * 0.5 + i % 3;
}

static void cube(double ***x)
{
#pragma omp parallel for collapse(2)
  for (int k = 0; k < K; k++)
    for (int j = 0; j < K; j++)
      for (int i = 0; i < M; i++)
        x[k][j][i] += k - j + 0.5 * i;
}

static void lines(double **value, const int *length)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < length[i]; j++)
      value[i][j] += 1;
}

static void again(double **a)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] += 0.5;
}

static void mix(double **a, double **b)
{
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    for (int j = 0; j < M; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j];
}

int main(void)
{
  double **a = make(N, 0), **b = make(N, 1), **c = make(N, 0), **d = make(N, 0), **e = make(N, 0), ***x, **t;
  double sum = 0;
  struct line line[N];
  double *value[N];
  int length[N];

  for (int step = 0; step < STEPS; step++) {
    even(a);
    a[step][0] += 1;
    uneven(b);
    sum += b[N - 1 - step][2];
  }
  printf("%g %g %g\n", a[0][0], a[N - 1][M - 1], sum);

  x = malloc(K * sizeof *x);
  for (int k = 0; k < K; k++)
    x[k] = make(K, 0);
  for (int step = 0; step < STEPS; step++) {
    cube(x);
    x[step % K][K - 1][3] = step;
  }
  for (int k = 0; k < K; k++) {
    for (int j = 0; j < K; j++)
      sum += x[k][j][j] * (k + 1);
    drop(x[k], K);
  }
  free(x);
  printf("%g\n", sum);

  for (int i = 0; i < N; i++) {
    line[i].length = length[i] = M - i % 4;
    line[i].value = value[i] = c[i];
  }
  for (int step = 0; step < STEPS; step++)
    lines(value, length);
  for (int i = 0; i < N; i++)
    sum += line[i].value[line[i].length - 1];
  printf("%g\n", sum);

  for (int step = 0; step < STEPS; step++) {
    again(d);
    free(d[7 * step]);
    d[7 * step] = malloc(M * sizeof **d);
    for (int j = 0; j < M; j++)
      d[7 * step][j] = step;
  }
  for (int i = 0; i < N; i++)
    sum += d[i][i % M] * i;
  printf("%g\n", sum);

  for (int step = 0; step < STEPS; step++) {
    mix(d, e);
    t = d;
    d = e;
    e = t;
  }
  for (int i = 0; i < N; i++)
    sum += d[i][3] - 0.5 * e[i][4];
  printf("%g %g\n", sum, a[3][3] + b[3][3]);
  drop(a, N);
  drop(b, N);
  drop(c, N);
  drop(d, N);
  drop(e, N);
  return 0;
}
