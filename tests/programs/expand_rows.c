/* Blocks of rows of variable size that iterations, or threads, allocate for themselves.
 * expect: offloaded=8 kept=K018,K018,K018 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 200

static double total(int n, int m, double (*rows)[m])
{
  double sum = 0;
  for (int j = 0; j < n; j++)
    for (int k = 0; k < m; k++)
      sum += rows[j][k] * (j + 2 * k);
  return sum;
}

static double dot(int m, const double *x, const double *y)
{
  double sum = 0;
  for (int k = 0; k < m; k++)
    sum += x[k] * y[k];
  return sum;
}

static double smooth(int n, int m, double start)
{
  double(*t)[m] = malloc(n * sizeof *t), sum = 0;
  for (int j = 0; j < n; j++)
    for (int k = 0; k < m; k++)
      t[j][k] = j ? t[j - 1][k] * 0.5 + k : start;
  for (int k = 0; k < m; k++)
    sum += t[n - 1][k];
  free(t);
  return sum;
}

static double show(const double *out)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += out[i] * (i % 7 + 1);
  printf("%.12g\n", sum);
  return sum;
}

int main(int argc, char **argv)
{
  int n = argc + 4, m = argc + 6;
  double *out = malloc(N * sizeof *out);

#pragma omp parallel
  {
    double(*mine)[m] = malloc(m * sizeof *mine);
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < m; j++)
        for (int k = 0; k < m; k++)
          mine[j][k] = i + j * k;
      out[i] = 0;
      for (int j = 0; j < m; j++)
        for (int k = 0; k < m; k++)
          out[i] += mine[k][j] * j;
    }
    free(mine);
  }
  show(out);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    float(*t)[m] = (float(*)[m])malloc(sizeof(float) * m * n);
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        t[j][k] = i * 0.5f + j - k;
    for (int j = 1; j < n; j++)
      for (int k = 0; k < m; k++)
        out[i] += t[j][k] * t[j - 1][m - 1 - k];
    free(t);
  }
  show(out);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double(*t)[m] = calloc(n, sizeof *t);
    for (int j = 0; j < n; j++)
      t[j][(i + j) % m] += i;
    out[i] += total(n, m, t) + dot(m, t[1], t[2]);
    free(t);
  }
  show(out);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double(*cube)[n][m] = malloc(sizeof(double[3][n][m]));
    for (int h = 0; h < 3; h++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < m; k++)
          cube[h][j][k] = h * 100 + j * 10 + k + i;
    out[i] += cube[i % 3][i % n][i % m] - cube[(i + 1) % 3][n - 1][0];
    free(cube);
  }
  show(out);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int(*pairs)[2] = malloc(m * sizeof *pairs);
    double(*one)[m] = malloc(sizeof *one);
    for (int k = 0; k < m; k++) {
      pairs[k][0] = k + i;
      pairs[k][1] = k * i;
      (*one)[k] = k;
    }
    for (int k = 0; k < m; k++)
      out[i] += pairs[m - 1 - k][k & 1] * one[0][k];
    free(pairs);
    free(one);
  }
  show(out);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] += smooth(n, m, i);
  show(out);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double(*t)[m];
    t = malloc((size_t)n * m * sizeof(double));
    memset(t, 0, n * sizeof *t);
    t[i % n][i % m] = 3;
    out[i] += t[(i * 2) % n][(i * 3) % m] + t[0][0];
    free(t);
  }
  show(out);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double(*t)[m] = malloc(n * sizeof *t), *flat = t[0];
    for (int k = 0; k < n * m; k++)
      flat[k] = k + i;
    out[i] -= t[n - 1][m - 1] + t[1][0];
    free(t);
  }
  show(out);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int of = m - i % 3;
    double(*t)[of] = malloc(n * sizeof *t);
    for (int j = 0; j < n; j++)
      for (int k = 0; k < of; k++)
        t[j][k] = j + k;
    out[i] += t[n - 1][of - 1];
    free(t);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double(*t)[m] = malloc((n + i % 2) * sizeof *t);
    t[n - 1][m - 1] = i;
    out[i] += t[n - 1][m - 1];
    free(t);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double(*t)[m] = malloc(1000);
    t[n - 1][m - 1] = i;
    out[i] += t[n - 1][m - 1];
    free(t);
  }
  show(out);
  free(out);
  return argv[0] == NULL;
}
