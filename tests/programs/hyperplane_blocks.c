/* expect: offloaded=10 idle=6
 * Symmetric block relaxation: forth and back through the planes of a grid, with blocks of 3x3 that functions compute.
 * The kernels of the loops over planes run the loops of the functions, which have none.
 * flags: -std=gnu89 */
#include <stdio.h>

#define N 18
#define M 2

static double u[N][N][N][3], r[N][N][N][3], a[N][N][3][3], b[N][N][3][3], d[N][N][3][3];
static int flag[N], nk = N, lo = 1, hi = N - 2;
static double omega = 1.1, sum;
static double c0 = 0.05, c1 = 0.02, c2 = 0.03, c3 = 0.01, c4 = 0.04, c5 = 2.0, c6 = 0.1, c7 = 0.2;

static void lower_blocks(int k)
{
  int i, j, m;
  double w, third;

  third = 1.0 / 3.0;
#pragma omp for nowait schedule(static)
  for (i = lo; i <= hi; i++) {
    for (j = lo; j <= hi; j++) {
      w = third * u[i][j][k][0];
      for (m = 0; m < 3; m++) {
        a[i][j][m][0] = c0 + w;
        a[i][j][m][1] = c1 * u[i][j][k - 1][m];
        a[i][j][m][2] = w * w;
        b[i][j][m][0] = c2 * u[i - 1][j][k][m];
        b[i][j][m][1] = c3 * m;
        b[i][j][m][2] = c4;
        d[i][j][m][0] = c5 + w;
        d[i][j][m][1] = c6;
        d[i][j][m][2] = c7 * w;
      }
    }
  }
}

static void lower_solve(int k, double weight, double v[N][N][N][3], double lz[N][N][3][3], double ly[N][N][3][3],
                        double di[N][N][3][3], int first, int last)
{
  int i, j, m, n;
  double t[3][3], s;

#pragma omp for nowait schedule(static)
  for (i = first; i <= last; i++) {
    for (j = first; j <= last; j++)
      for (m = 0; m < 3; m++)
        v[i][j][k][m] -= weight * (lz[i][j][m][0] * v[i][j][k - 1][0] + lz[i][j][m][1] * v[i][j][k - 1][1] +
                                   lz[i][j][m][2] * v[i][j][k - 1][2]);
  }
#pragma omp for nowait schedule(static)
  for (i = first; i <= last; i++) {
    if (i != first) {
      while (flag[i - 1] == 0) {
#pragma omp flush(flag)
        ;
      }
    }
    if (i != last) {
      while (flag[i] == 1) {
#pragma omp flush(flag)
        ;
      }
    }
    for (j = first; j <= last; j++) {
      for (m = 0; m < 3; m++) {
        s = 0;
        for (n = 0; n < 3; n++)
          s += ly[i][j][m][n] * v[i - 1][j][k][n] + lz[i][j][n][m] * v[i][j - 1][k][n];
        v[i][j][k][m] -= weight * s;
        for (n = 0; n < 3; n++)
          t[m][n] = di[i][j][m][n];
      }
      for (m = 2; m >= 0; m--)
        v[i][j][k][m] = (v[i][j][k][m] - t[m][(m + 1) % 3] * v[i][j][k][(m + 1) % 3]) / (1.0 + t[m][0]);
    }
    if (i != first)
      flag[i - 1] = 0;
    if (i != last)
      flag[i] = 1;
#pragma omp flush(flag)
  }
}

static void upper_blocks(int k)
{
  int i, j, m;

#pragma omp for nowait schedule(static)
  for (i = hi; i >= lo; i--)
    for (j = hi; j >= lo; j--)
      for (m = 0; m < 3; m++) {
        a[i][j][m][0] = 0.02 * u[i][j][k + 1][m];
        a[i][j][m][1] = a[i][j][m][0] * 0.5;
        a[i][j][m][2] = 0.03;
      }
}

static void upper_solve(int k, double tv[N][N][3])
{
  int i, j, m;

#pragma omp for nowait schedule(static)
  for (i = hi; i >= lo; i--) {
    for (j = hi; j >= lo; j--)
      for (m = 0; m < 3; m++)
        tv[i][j][m] = omega * a[i][j][m][0] * r[i][j][k + 1][m];
  }
#pragma omp for nowait schedule(static)
  for (i = hi; i >= lo; i--) {
    if (i != hi) {
      while (flag[i + 1] == 0) {
#pragma omp flush(flag)
        ;
      }
    }
    if (i != lo) {
      while (flag[i] == 1) {
#pragma omp flush(flag)
        ;
      }
    }
    for (j = hi; j >= lo; j--)
      for (m = 0; m < 3; m++) {
        tv[i][j][m] += omega * (a[i][j][m][1] * r[i][j + 1][k][m] + a[i][j][m][2] * r[i + 1][j][k][m]);
        r[i][j][k][m] -= tv[i][j][m];
      }
    if (i != hi)
      flag[i + 1] = 0;
    if (i != lo)
      flag[i] = 1;
#pragma omp flush(flag)
  }
}

int main(void)
{
  double tv[N][N][3];
  int step, i, j, k, m;

#pragma omp parallel for private(j, k, m)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      for (k = 0; k < N; k++)
        for (m = 0; m < 3; m++) {
          u[i][j][k][m] = 0.01 * ((i * 7 + j * 5 + k * 3 + m) % 13);
          r[i][j][k][m] = 0.1 * ((i + 2 * j + 3 * k + m) % 11);
        }
  for (step = 0; step < 3; step++) {
#pragma omp parallel private(k)
    {
      for (k = 1; k <= nk - 2; k++) {
        lower_blocks(k);
        lower_solve(k, omega, r, a, b, d, lo, hi);
      }
#pragma omp barrier
      for (k = nk - 2; k >= 1; k--) {
        upper_blocks(k);
        upper_solve(k, tv);
      }
#pragma omp barrier
#pragma omp for private(j, m)
      for (i = 1; i < N - 1; i++)
        for (j = 1; j < N - 1; j++)
          for (m = 0; m < 3; m++)
            u[i][j][1][m] += 0.1 * r[i][j][1][m];
    }
  }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      for (k = 0; k < N; k++)
        for (m = 0; m < 3; m++)
          sum += r[i][j][k][m] * ((i + j + k) % 7 + 1);
  printf("%.12e\n", sum);
  for (i = 0, sum = 0; i < N; i++)
    for (j = 0; j < N; j++)
      for (m = 0; m < 3; m++)
        sum += a[i][j][m][m] + 2 * b[i][j][m][1] + 3 * d[i][j][m][0];
  printf("%.12e %d\n", sum, flag[1]);
  return 0;
}
