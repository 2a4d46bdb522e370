/* Pentadiagonal systems with several components, whose last rows differ, in a region.  expect: offloaded=8 */
#include <stdio.h>

#define N 24
#define C 15

static double lhs[C][N][N][N], rhs[5][N][N][N];
static int points[3] = {N - 1, N - 2, N - 3};

static void eliminate(void)
{
#pragma omp parallel
  {
    int i, j, k, n, j1, j2, m;
    double f;

    n = 0;
    for (j = 0; j <= points[1] - 3; j++) {
      j1 = j + 1;
      j2 = j + 2;
#pragma omp for
      for (i = 1; i <= points[0] - 2; i++) {
        for (k = 1; k <= points[2] - 2; k++) {
          f = 1. / lhs[n + 2][i][j][k];
          lhs[n + 3][i][j][k] *= f;
          for (m = 0; m < 3; m++)
            rhs[m][i][j][k] *= f;
          lhs[n + 2][i][j1][k] -= lhs[n + 1][i][j1][k] * lhs[n + 3][i][j][k];
          for (m = 0; m < 3; m++)
            rhs[m][i][j1][k] -= lhs[n + 1][i][j1][k] * rhs[m][i][j][k];
          lhs[n + 1][i][j2][k] -= lhs[n + 0][i][j2][k] * lhs[n + 3][i][j][k];
          for (m = 0; m < 3; m++)
            rhs[m][i][j2][k] -= lhs[n + 0][i][j2][k] * rhs[m][i][j][k];
        }
      }
    }
    for (m = 3; m < 5; m++) {
      n = (m - 3 + 1) * 5;
      for (j = 0; j <= points[1] - 3; j++) {
        j1 = j + 1;
        j2 = j + 2;
#pragma omp for
        for (i = 1; i <= points[0] - 2; i++) {
          for (k = 1; k <= points[2] - 2; k++) {
            f = 1. / lhs[n + 2][i][j][k];
            rhs[m][i][j][k] *= f;
            rhs[m][i][j1][k] -= lhs[n + 1][i][j1][k] * rhs[m][i][j][k];
            rhs[m][i][j2][k] -= lhs[n + 0][i][j2][k] * rhs[m][i][j][k];
          }
        }
      }
      j = points[1] - 2;
      j1 = points[1] - 1;
#pragma omp for
      for (i = 1; i <= points[0] - 2; i++) {
        for (k = 1; k <= points[2] - 2; k++) {
          f = 1. / lhs[n + 2][i][j][k];
          rhs[m][i][j][k] *= f;
          rhs[m][i][j1][k] -= lhs[n + 1][i][j1][k] * rhs[m][i][j][k];
          f = 1. / lhs[n + 2][i][j1][k];
          rhs[m][i][j1][k] *= f;
        }
      }
    }
  }
}

static void substitute(void)
{
#pragma omp parallel
  {
    int i, j, k, n, j1, j2, m;

    for (m = 0; m < 5; m++) {
      n = m < 3 ? 0 : (m - 3 + 1) * 5;
      for (j = points[1] - 3; j >= 0; j--) {
        j1 = j + 1;
        j2 = j1 + 1;
#pragma omp for
        for (i = 1; i <= points[0] - 2; i++) {
          for (k = 1; k <= points[2] - 2; k++)
            rhs[m][i][j][k] -= lhs[n + 3][i][j][k] * rhs[m][i][j1][k] + lhs[n + 4][i][j][k] * rhs[m][i][j2][k];
        }
      }
      if (m > 2) {
#pragma omp for
        for (i = 1; i <= points[0] - 2; i++) {
          for (k = 1; k <= points[2] - 2; k++)
            rhs[m][i][0][k] = -rhs[m][i][0][k];
        }
      }
    }
  }
}

/* Blocks, in functions: a line's next block is found from this one. */
static void scale(double to[5], const double from[5])
{
  int m;
  for (m = 0; m < 5; m++)
    to[m] += 0.25 * from[4 - m];
}

static double blocks[N][N][N][5];

static void block_lines(void)
{
#pragma omp parallel
  {
    int i, j, k;
    for (i = 1; i < N; i++) {
#pragma omp for
      for (j = 1; j < N - 1; j++)
        for (k = 1; k < N - 1; k++)
          scale(blocks[i][j][k], blocks[i - 1][j][k]);
    }
    for (k = N - 2; k >= 0; k--)
#pragma omp for
      for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
          scale(blocks[i][j][k], blocks[i][j][k + 1]);
  }
}

int main(void)
{
  double sum = 0.0, all = 0.0;
  int c, i, j, k;

#pragma omp parallel for private(c, j, k)
  for (i = 0; i < N; i++)
    for (c = 0; c < C; c++)
      for (j = 0; j < N; j++)
        for (k = 0; k < N; k++) {
          lhs[c][i][j][k] = c % 5 == 2 ? 4.0 + (i + j) % 3 : 0.01 * ((i + 2 * j + 3 * k + c) % 11);
          if (c < 5) {
            rhs[c][i][j][k] = (i * c + j - k) % 13;
            blocks[i][j][k][c] = (i + j + k + c) % 9;
          }
        }
  eliminate();
  substitute();
  block_lines();
  for (c = 0; c < 5; c++)
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        for (k = 0; k < N; k++) {
          sum += rhs[c][i][j][k] * (1 + (i + j + k + c) % 7);
          all += blocks[i][j][k][c] * (1 + (i + j + k + c) % 4);
        }
  printf("%.9g %.9g\n", sum, all);
  return 0;
}
