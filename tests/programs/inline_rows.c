/* expect: offloaded=6
   Loops of functions: rows by pointers, sums that are returned, functions in functions, private arrays. */
#include <stdio.h>
#include <stdlib.h>

#define N 70
#define M 90

typedef struct {
  double sum;
  int count;
} total;

static double table[N][M];

static void smooth(double *out, const double *in, int m)
{
  for (int j = 1; j < m - 1; j++)
    out[j] = 0.5 * in[j] + 0.25 * (in[j - 1] + in[j + 1]);
}

static double dot(const double *a, const double *b, int m)
{
  double sum = 0.0;

  for (int j = 0; j < m; j++)
    sum += a[j] * b[j];
  return sum;
}

static float walked(const double *a, int m)
{
  double sum = sizeof a == sizeof(double *) ? 0.0 : 1000.0;

  while (m-- > 0)
    sum += *a++;
  for (int j = 0; j < 20; j++)
    sum += j;
  return sum;
}

static total counted(const double *a, int m)
{
  total found = {0.0, 0};

  for (int j = 0; j < m; j++)
    if (a[j] > 2.0) {
      found.sum += a[j];
      found.count++;
    }
  return found;
}

static void twice(double *a, double *b, int m)
{
  smooth(a, b, m);
  smooth(b, a, m);
}

static double first(const double *a, int m)
{
  for (int j = 0; j < m; j++)
    if (a[j] > 3.0)
      return a[j];
  return -1.0;
}

static void fill(double *a, double value)
{
  for (int j = 0; j < 24; j++)
    a[j] = value + j;
}

int main(void)
{
  double *a = malloc(N * M * sizeof *a), *b = malloc(N * M * sizeof *b), *y = malloc(N * sizeof *y), sum = 0.0;
  double **rows = malloc(N * sizeof *rows);
  total *totals = malloc(N * sizeof *totals);

  for (int i = 0; i < N * M; i++) {
    a[i] = i % 23 * 0.25;
    b[i] = i % 19 * 0.5;
    table[i / M][i % M] = i % 11;
  }
  for (int i = 0; i < N; i++) {
    rows[i] = malloc(M * sizeof **rows);
    for (int j = 0; j < M; j++)
      rows[i][j] = (i + j) % 7;
    y[i] = i;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    smooth(a + i * M, &b[i * M], M);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    smooth(rows[i], table[i], M - i % 3);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += 2.0 * dot(a + i * M, b, M) - (i % 2 ? dot(table[i], b, 5) : 1.0);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double by_steps = walked(b + i, M), kept = 1.0;

    for (int k = 0; k < 12; k++)
      kept += dot(table[i], &a[k * M], M);
    y[i] += by_steps + kept;
    if (i % 5 == 0)
      y[i] -= walked(table[i], 30);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    totals[i] = counted(rows[i], M);
    twice(table[i], rows[i], M);
    y[i] += first(b + i, M);
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    double t[24];

    fill(t, i);
    sum += dot(t, b + i, 24);
  }
  for (int i = 0; i < N; i++) {
    sum += y[i] * (1 + i % 3) + totals[i].sum + totals[i].count;
    for (int j = 0; j < M; j++)
      sum += a[i * M + j] + rows[i][j] * (1 + j % 4) + table[i][j] * (j % 5);
  }
  printf("%.8g\n", sum);
  return 0;
}
