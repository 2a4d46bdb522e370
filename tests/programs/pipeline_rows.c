/* expect: offloaded=7 idle=4
 * Rows of a plane wait for each other by flags, up and down, as in a solver by symmetric over-relaxation.
 * The kernels of the loops over planes run the loops of the functions. */
#include <stdio.h>

#define N 75
#define PLANES 4

static double v[N][N][PLANES][3], weights[N][N][3];
static int flag[N];
static int first = 1, last = N - 2;

static void coefficients(int k)
{
  int i, j, m;
#pragma omp for nowait schedule(static)
  for (i = first; i <= last; i++)
    for (j = first; j <= last; j++)
      for (m = 0; m < 3; m++)
        weights[i][j][m] = 0.2 + 0.001 * ((i + 2 * j + 3 * k + m) % 11);
}

static void lower(int k, double omega)
{
  int i, j, m;
  double sum, part[3];

#pragma omp for nowait schedule(static)
  for (i = first; i <= last; i++)
    for (j = first; j <= last; j++)
      for (m = 0; m < 3; m++)
        v[i][j][k][m] -= omega * weights[i][j][m] * v[i][j][k - 1][(m + 1) % 3];

#pragma omp for nowait schedule(static)
  for (i = first; i <= last; i++) {
    if (i != first) {
      while (flag[i - 1] == 0) {
#pragma omp flush
        ;
      }
    }
    if (i != last) {
      while (flag[i] == 1) {
#pragma omp flush
        ;
      }
    }
    for (j = first; j <= last; j++) {
      for (m = 0; m < 3; m++)
        part[m] = v[i][j][k][m] - omega * (weights[i][j][m] * v[i - 1][j][k][m] + 0.3 * v[i][j - 1][k][m]);
      sum = 0.0;
      for (m = 0; m < 3; m++)
        sum += part[m];
      for (m = 0; m < 3; m++)
        v[i][j][k][m] = 0.9 * part[m] + 0.01 * sum;
    }
#pragma omp flush
    if (i != first)
      flag[i - 1] = 0;
    if (i != last)
      flag[i] = 1;
#pragma omp flush
  }
}

static void upper(int k, double omega)
{
  int i, j, m;

#pragma omp for nowait schedule(static)
  for (i = last; i >= first; i--) {
    if (i != last)
      while (flag[i + 1] == 0) {
#pragma omp flush
      }
    if (i != first)
      while (flag[i] == 1) {
#pragma omp flush
      }
    for (j = last; j >= first; j--)
      for (m = 0; m < 3; m++)
        v[i][j][k][m] -= omega * (0.1 * (1 + (i + k) % 3) * v[i + 1][j][k][m] + 0.2 * v[i][j + 1][k][m]);
#pragma omp flush
    if (i != last)
      flag[i + 1] = 0;
    if (i != first)
      flag[i] = 1;
#pragma omp flush
  }
}

int main(void)
{
  double sum = 0.0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < PLANES; k++)
        for (int m = 0; m < 3; m++)
          v[i][j][k][m] = (i * 7 + j * 13 + k * 5 + m) % 17;
  for (int step = 0; step < 3; step++) {
    int k;
#pragma omp parallel private(k)
    {
#pragma omp for
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
          v[i][j][0][0] *= 0.99;
      for (k = 1; k < PLANES; k++) {
        coefficients(k);
        lower(k, 0.4);
      }
#pragma omp barrier
      for (k = PLANES - 1; k >= 1; k--) {
        upper(k, 0.3);
      }
    }
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < PLANES; k++)
        sum += v[i][j][k][0] * (i + 1) - v[i][j][k][2] * (j + k);
  printf("%.12e", sum);
  for (int i = 0; i < N; i++)
    printf(" %d", flag[i]);
  printf("\n");
  return 0;
}
