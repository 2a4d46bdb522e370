/* Tridiagonal systems along each direction of grids, a step of all systems at a time.  expect: offloaded=13 idle=1 */
#include <stdio.h>

#define N 37
#define M 29
#define L 11

static double low[N][M], mid[N][M], x[N][M];
static double a[L][M][N], b[L][M][N];

/* Work-shared along the rows, and along the columns. */
static void planes(int n, int m)
{
#pragma omp parallel
  {
    int i, j, j1;
    double f;
    for (j = 0; j < n - 1; j++) {
      j1 = j + 1;
#pragma omp for
      for (i = 0; i < m; i++) {
        f = low[j1][i] / mid[j][i];
        mid[j1][i] -= 0.25 * f;
        x[j1][i] -= f * x[j][i];
      }
    }
#pragma omp for
    for (i = 0; i < m; i++)
      x[n - 1][i] /= mid[n - 1][i];
    for (j = n - 2; j >= 0; j--)
#pragma omp for nowait
      for (i = 0; i < m; i++)
        x[j][i] = (x[j][i] - 0.25 * x[j + 1][i]) / mid[j][i];
#pragma omp barrier
    for (i = 1; i < m; i++) {
      f = i % 3 ? 0.25 : 0.125;
#pragma omp for schedule(static)
      for (j = 0; j < n; j++)
        if (j % 5 != 2)
          x[j][i] += f * x[j][i - 1];
        else
          x[j][i] -= f;
    }
  }
}

/* The parallel loop in the middle, or in two loops with counters of their own. */
static void volume(void)
{
#pragma omp parallel
  {
    for (int k = 1; k < L; k++) {
#pragma omp for
      for (int j = 0; j < M; j++) {
        for (int i = 0; i < N; i++)
          a[k][j][i] += 0.5 * a[k - 1][j][i];
      }
#pragma omp for
      for (int j = 0; j < M; j++)
        for (int i = 0; i < N; i++) {
          if (i == 3)
            continue;
          b[k][j][i] = a[k][j][i] - b[k - 1][j][i] * 0.125;
        }
    }
    for (int i = 1; i < N; i += 2)
#pragma omp for collapse(2)
      for (int k = 0; k < L; k++)
        for (int j = 0; j < M; j++)
          a[k][j][i] -= 0.25 * a[k][j][i - 1] + b[k][j][i];
  }
}

/* A loop that does not run, and values that are read behind the loops. */
static int edges(int n, int m)
{
  int steps = 0;
#pragma omp parallel
  {
    int i, j, last = -1, twice = 0;
    for (j = n; j < n; j++)
#pragma omp for
      for (i = 0; i < m; i++)
        x[j][i] = x[j - 1][i];
    for (j = 1; j < n; j += 3) {
      last = j;
      twice = 2 * last;
#pragma omp for
      for (i = 0; i < m; i++)
        x[j][i] += 0.5 * x[j - 1][i] + last;
    }
#pragma omp for
    for (i = 0; i < m; i++)
      x[0][i] += j + twice;
#pragma omp single
    steps = last;
  }
  return steps;
}

static double *first(int n, double *grid)
{
  return n > 2 ? grid : 0;
}

/* Arrays behind pointers, which may be in one block: then the steps are one by one. */
static void behind(int n, int m, double *to, const double *from)
{
#pragma omp parallel
  {
    int i, j;
    for (j = 1; j < n; j++) {
#pragma omp for
      for (i = 0; i < m; i++)
        to[j * m + i] = to[(j - 1) * m + i] * 0.5 + from[j * m + i];
    }
  }
}

int main(void)
{
  static double flat[3 * N * M];
  double sum = 0.0, other = 0.0;
  int i, j, k, steps;

#pragma omp parallel for private(i)
  for (j = 0; j < N; j++)
    for (i = 0; i < M; i++) {
      low[j][i] = 0.25 + 0.001 * i;
      mid[j][i] = 2.0 + (i + j) % 7;
      x[j][i] = i - 0.5 * j;
    }
#pragma omp parallel for private(i, j)
  for (k = 0; k < L; k++)
    for (j = 0; j < M; j++)
      for (i = 0; i < N; i++) {
        a[k][j][i] = k + j % 4;
        b[k][j][i] = i % 6 - k;
      }
  planes(N, M);
  volume();
  steps = edges(N, M);
  for (i = 0; i < 3 * N * M; i++)
    flat[i] = i % 17;
  behind(N, M, first(3, flat), flat + N * M);
  behind(N, M, flat + N * M, flat + (N - 2) * M);
  for (j = 0; j < N; j++)
    for (i = 0; i < M; i++)
      sum += x[j][i] * (1 + (i + 3 * j) % 5);
  for (k = 0; k < L; k++)
    for (j = 0; j < M; j++)
      for (i = 0; i < N; i++)
        other += (a[k][j][i] - b[k][j][i]) * (1 + (i + j + k) % 4);
  for (i = 0; i < 3 * N * M; i++)
    other += flat[i] * (i % 3);
  printf("%d %.9g %.9g\n", steps, sum, other);
  return 0;
}
