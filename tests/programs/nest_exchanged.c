/* Loops that change places, so that the inner one becomes a dimension, and loops that must not: an iteration of the
 * inner one needs what another one leaves in a private variable.
 * expect: offloaded=7 */
#include <stdio.h>

#define N 40
#define M 23

static double a[N][M], b[M][N], c[N][N], d[N][N], x[N][N];

static void products(int n, int m, double alpha)
{
  int i, j, k;
  double factor;

#pragma omp parallel for private(j, k, factor)
  for (i = 0; i < n; i++)
    for (k = m - 1; k >= 0; k--) {
      factor = alpha * a[i][k];
      for (j = 0; j < n; j++)
        c[i][j] += factor * b[k][j];
    }
#pragma omp parallel for private(j, k)
  for (i = 0; i < n; i++)
    for (k = 1; k < n; k++)
      for (j = 0; j <= i; j += 2)
        d[i][j] = 0.5 * d[i][j] + x[i][k] * x[k][j];
}

static void sweeps(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 1; k < n; k++)
      for (int j = 0; j < n; j++) {
        double own[2];

        own[j % 2] = c[k][j];
        if (i == 3)
          d[k][j] = d[k - 1][j] * 0.5 + own[j % 2];
      }
}

static void kept(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      double t = x[i][k];

      for (int j = 0; j < n; j++) {
        c[i][j] += t;
        t = t * 0.5;
      }
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double y = 0;

    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) {
        if (k == 0)
          y = 0;
        d[i][j] += y;
        y = y + 1;
      }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double y = 0;

    for (int j = 0; j < n; j++) {
      y = c[i][j];
      x[i][j] = y * 2;
    }
    for (int j = 0; j < n; j++)
      c[i][j] = y;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int last = i;

    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) {
        x[i][j] += last;
        last = j;
      }
  }
}

int main(void)
{
  double sum = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      x[i][j] = (i + j) % 7;
      a[i][j % M] = (i * j) % 5;
      b[j % M][i] = (i + 2 * j) % 3;
    }
  products(N, M, 1.5);
  products(N - 3, M - 1, 0.5);
  sweeps(N);
  kept(N);
  kept(N - 1);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += c[i][j] * j + d[i][j] * (j % 3) + x[i][j] * i;
  printf("%.12g\n", sum);
  return 0;
}
