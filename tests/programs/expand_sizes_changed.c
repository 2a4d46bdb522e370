/* Threads allocate memory, and then change what its size, or that of its rows, was computed from.
 * Types keep the extents with which they were declared.
 * expect: offloaded=1 kept=K018,K020,K020,K020,K020,K020 */
#include <stdio.h>
#include <stdlib.h>

#define N 300

static double out[N];
static int length = 6;

static void shorten(void) { length = 3; }

static void show(void)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += out[i] * (i % 5 + 1);
  printf("%.12g\n", sum);
}

int main(int argc, char **argv)
{
  int m = argc + 50, n = argc + 3;

#pragma omp parallel firstprivate(m)
  {
    double *w = malloc(m * sizeof *w);
    m = 2;
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < 51; k++)
        w[k] = i + k;
      out[i] = w[m] + w[50];
    }
    free(w);
  }
  show();
  m = argc + 50;
#pragma omp parallel
  {
    int k = m;
    double(*w)[k] = malloc(n * sizeof *w);
    k = 2;
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < n; j++)
        for (int l = 0; l < m; l++)
          w[j][l] = i + j * l;
      out[i] = w[n - 1][k] + w[1][m - 1];
    }
    free(w);
  }
  show();
#pragma omp parallel
  {
    double(*w)[m] = malloc(n * sizeof *w);
#pragma omp barrier
#pragma omp single
    m = m - 2;
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < n; j++)
        for (int l = 0; l < m + 2; l++)
          w[j][l] = i + j * l;
      out[i] = w[n - 1][m] + w[1][m + 1];
    }
    free(w);
  }
  show();
#pragma omp parallel
  {
    int k = m + 2;
    double(*w)[k];
    w = malloc(n * sizeof *w);
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
          w[j][l] = i + j * l;
      out[i] = w[n - 1][2] + w[1][k - 1];
    }
    free(w);
  }
  show();
  typedef double row[m];
  m = 3;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double(*w)[m] = malloc(n * sizeof(row));
    for (int j = 0; j < (int)(n * sizeof(row) / sizeof(double)); j++)
      w[j / 3][j % 3] = i + j;
    out[i] = w[n - 1][0] + w[n * sizeof(row) / sizeof *w - 1][2];
    free(w);
  }
  show();
#pragma omp parallel
  {
    double(*w)[length] = malloc(n * sizeof *w);
#pragma omp barrier
#pragma omp single
    shorten();
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < n; j++)
        for (int l = 0; l < 6; l++)
          w[j][l] = i + j * l;
      out[i] = w[n - 2][5] + w[1][3];
    }
    free(w);
  }
  show();
  int many = 40, *other = &many;
#pragma omp parallel
  {
    double *w = malloc(many * sizeof *w);
#pragma omp barrier
#pragma omp single
    *other = 2;
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < 40; j++)
        w[j] = i + j;
      out[i] = w[3] + w[39];
    }
    free(w);
  }
  show();
  return argv[0] == NULL;
}
