/* expect: offloaded=9
 * Planes with a pipeline in each whose points can't run by hyperplanes: the planes stay one behind the other. */
#include <stdio.h>

#define P 9
#define R 40
#define C 37

static double a[P][R][C], b[R][C], w[R];
static int done[R];

static void clear(void)
{
#pragma omp parallel for
  for (int i = 0; i < R; i++)
    done[i] = 0;
#pragma omp flush
}

/* A later point of the plane before is needed. */
static void skewed(void)
{
#pragma omp parallel
  for (int k = 1; k < P; k++) {
#pragma omp for
    for (int i = 1; i < R - 1; i++) {
      while (i > 1 && done[i - 1] < k) {
#pragma omp flush
      }
      for (int j = 1; j < C - 1; j++)
        a[k][i][j] = 0.3 * (a[k - 1][i + 1][j] + a[k][i - 1][j] + a[k][i][j - 1]);
      done[i] = k;
#pragma omp flush
    }
  }
}

/* The second loop needs what the first one stores for a later point of the plane. */
static void before(int k)
{
#pragma omp for
  for (int i = 1; i < R - 1; i++)
    for (int j = 1; j < C - 1; j++)
      b[i][j] = 0.01 * k + 0.1 * a[k - 1][i][j];
}

static void behind(int k)
{
#pragma omp for
  for (int i = 1; i < R - 1; i++) {
    while (i > 1 && done[i - 1] < k) {
#pragma omp flush
    }
    for (int j = 1; j < C - 1; j++)
      a[k][i][j] += 0.3 * a[k][i - 1][j] + 0.2 * b[i][j + 1] + b[i + 1][j];
    done[i] = k;
#pragma omp flush
  }
}

/* The first loop needs what the second one stores later, for a point before it. */
static void earlier(int k)
{
#pragma omp for
  for (int i = 1; i < R - 1; i++)
    for (int j = 1; j < C - 1; j++)
      b[i][j] = a[k][i - 1][j] + 0.5 * a[k][i][j - 1];
}

/* Each plane has other rows. */
static void triangle(void)
{
#pragma omp parallel
  for (int k = 1; k < P; k++) {
#pragma omp for
    for (int i = k; i < R - 1; i++) {
      while (i > k && done[i - 1] < k) {
#pragma omp flush
      }
      for (int j = 1; j < C - 1; j++)
        a[k][i][j] = 0.4 * (a[k - 1][i][j] + a[k][i - 1][j]);
      done[i] = k;
#pragma omp flush
    }
#pragma omp for
    for (int i = 0; i < R; i++)
      done[i] = k;
#pragma omp flush
  }
}

/* Something else is between the loops. */
static void weighted(void)
{
#pragma omp parallel
  for (int k = 1; k < P; k++) {
#pragma omp single
    w[0] = 0.1 * k;
#pragma omp for
    for (int i = 1; i < R - 1; i++) {
      while (i > 1 && done[i - 1] < k) {
#pragma omp flush
      }
      for (int j = 1; j < C - 1; j++)
        a[k][i][j] += w[0] * (a[k - 1][i][j] + a[k][i - 1][j]);
      done[i] = k;
#pragma omp flush
    }
  }
}

int main(void)
{
  double sum = 0;
#pragma omp parallel for
  for (int k = 0; k < P; k++)
    for (int i = 0; i < R; i++)
      for (int j = 0; j < C; j++)
        a[k][i][j] = (k * 7 + i * 5 + j * 3) % 17 * 0.1;
  for (int step = 0; step < 2; step++) {
    clear();
    skewed();
    clear();
#pragma omp parallel
    for (int k = 1; k < P; k++) {
      before(k);
      behind(k);
    }
    clear();
#pragma omp parallel
    for (int k = 1; k < P; k++) {
      earlier(k);
      behind(k);
    }
    clear();
    triangle();
    clear();
    weighted();
  }
  for (int k = 0; k < P; k++)
    for (int i = 0; i < R; i++)
      for (int j = 0; j < C; j++)
        sum += a[k][i][j] * ((k + i * 3 + j) % 7 + 1);
  printf("%.12e %.12e\n", sum, b[3][4]);
  return 0;
}
