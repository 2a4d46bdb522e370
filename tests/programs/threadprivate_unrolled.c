/* Block-tridiagonal systems, line by line: each thread has the blocks of a line in a threadprivate array, and functions
   without loops eliminate in them.  Each iteration writes the blocks that it reads; the steps of isl are limited.
   expect: offloaded=2 */
#include <stdio.h>

enum { N = 14, LINES = 40 };

static double blocks[N][3][3][3];
#pragma omp threadprivate(blocks)

static double rhs[LINES][N][3];
static int size = N;

#define ROW(p, q) \
  coefficient = b[q][p]; \
  b[q][0] = b[q][0] - coefficient * b[p][0]; \
  b[q][1] = b[q][1] - coefficient * b[p][1]; \
  b[q][2] = b[q][2] - coefficient * b[p][2]; \
  c[q][0] = c[q][0] - coefficient * c[p][0]; \
  c[q][1] = c[q][1] - coefficient * c[p][1]; \
  c[q][2] = c[q][2] - coefficient * c[p][2]; \
  r[q] = r[q] - coefficient * r[p]

#define PIVOT(p, q, s) \
  pivot = 1 / b[p][p]; \
  b[p][0] = b[p][0] * pivot; \
  b[p][1] = b[p][1] * pivot; \
  b[p][2] = b[p][2] * pivot; \
  c[p][0] = c[p][0] * pivot; \
  c[p][1] = c[p][1] * pivot; \
  c[p][2] = c[p][2] * pivot; \
  r[p] = r[p] * pivot; \
  ROW(p, q); \
  ROW(p, s)

static void eliminate(double b[3][3], double c[3][3], double r[3])
{
  double pivot, coefficient;

  PIVOT(0, 1, 2);
  PIVOT(1, 0, 2);
  PIVOT(2, 0, 1);
}

#define PRODUCT(i, j) c[i][j] = c[i][j] - a[i][0] * b[0][j] - a[i][1] * b[1][j] - a[i][2] * b[2][j]

static void multiply(double a[3][3], double b[3][3], double c[3][3])
{
  PRODUCT(0, 0);
  PRODUCT(0, 1);
  PRODUCT(0, 2);
  PRODUCT(1, 0);
  PRODUCT(1, 1);
  PRODUCT(1, 2);
  PRODUCT(2, 0);
  PRODUCT(2, 1);
  PRODUCT(2, 2);
}

static void apply(double a[3][3], double from[3], double to[3])
{
  to[0] = to[0] - a[0][0] * from[0] - a[0][1] * from[1] - a[0][2] * from[2];
  to[1] = to[1] - a[1][0] * from[0] - a[1][1] * from[1] - a[1][2] * from[2];
  to[2] = to[2] - a[2][0] * from[0] - a[2][1] * from[1] - a[2][2] * from[2];
}

static void unit(double lhs[][3][3][3], int at)
{
  for (int m = 0; m < 3; m++)
    for (int n = 0; n < 3; n++) {
      lhs[at][0][m][n] = 0;
      lhs[at][1][m][n] = m == n;
      lhs[at][2][m][n] = 0;
    }
}

static void solve(void)
{
  int last = size - 1, line, i, m, n;

#pragma omp parallel for private(i, m, n) shared(last)
  for (line = 0; line < LINES; line++) {
    unit(blocks, 0);
    unit(blocks, last);
    for (i = 1; i <= last - 1; i++)
      for (m = 0; m < 3; m++)
        for (n = 0; n < 3; n++) {
          blocks[i][0][m][n] = -.1 * (m + 1);
          blocks[i][1][m][n] = m == n ? 3 + .01 * line : .2 * n;
          blocks[i][2][m][n] = -.1 * (n + i);
        }
    eliminate(blocks[0][1], blocks[0][2], rhs[line][0]);
    for (i = 1; i <= last - 1; i++) {
      apply(blocks[i][0], rhs[line][i - 1], rhs[line][i]);
      multiply(blocks[i][0], blocks[i - 1][2], blocks[i][1]);
      eliminate(blocks[i][1], blocks[i][2], rhs[line][i]);
    }
    apply(blocks[last][0], rhs[line][last - 1], rhs[line][last]);
    multiply(blocks[last][0], blocks[last - 1][2], blocks[last][1]);
    eliminate(blocks[last][1], blocks[last][2], rhs[line][last]);
    for (i = last - 1; i >= 0; i--)
      for (m = 0; m < 3; m++)
        for (n = 0; n < 3; n++)
          rhs[line][i][m] = rhs[line][i][m] - blocks[i][2][m][n] * rhs[line][i + 1][n];
  }
}

int main(void)
{
#pragma omp parallel for
  for (int line = 0; line < LINES; line++)
    for (int i = 0; i < N; i++)
      for (int m = 0; m < 3; m++)
        rhs[line][i][m] = line + i * m % 7;
  solve();

  double sum = 0;
  for (int line = 0; line < LINES; line++)
    for (int i = 0; i < N; i++)
      sum += rhs[line][i][0] * (i + 1) - rhs[line][i][2];
  printf("%.6f %.6f\n", sum, rhs[7][5][1]);
  return 0;
}
