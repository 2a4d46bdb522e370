/* Parts of arrays go to functions: blocks of numbers at points of a grid, rows, and points.  Functions return other types
 * than what gets their values, and variables of the caller have the names of theirs.
 * expect: offloaded=4 */
#include <stdio.h>

enum { N = 40, M = 30, B = 3 };

static double block[N][M][B][B], side[N][M][B], at[N][3], line[M][N];
static float found[N];
static int whole[N];

/* c -= a * b / 10 */
static void subtract(double a[B][B], double b[B], double c[B])
{
  for (int i = 0; i < B; i++)
    for (int j = 0; j < B; j++)
      c[i] -= 0.1 * a[i][j] * b[j];
}

/* Makes the diagonal one, and b what it is then. */
static void scale(double a[B][B], double *b)
{
  int i, j;

  for (i = 0; i < B; i++) {
    double pivot = 1.0 / a[i][i];
    for (j = 0; j < B; j++)
      a[i][j] *= pivot;
    b[i] *= pivot;
  }
}

static float square(const double *p, const double *q)
{
  return (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]);
}

static int sum(const double *row, int from, int to)
{
  double s = 0.0;

  for (; from < to; from++)
    s += row[from];
  return s;
}

static void start(void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      for (int a = 0; a < B; a++) {
        for (int b = 0; b < B; b++)
          block[i][j][a][b] = a == b ? 4.0 : (i + j + a) % 5 * 0.25;
        side[i][j][a] = (i * 3 + j * 5 + a) % 7;
      }
      line[j][i] = (i * j) % 11 * 0.37;
    }
  for (int i = 0; i < N; i++)
    for (int c = 0; c < 3; c++)
      at[i][c] = i * 0.1 + c;
}

int main(void)
{
  double check = 0.0;

  start();
  for (int round = 0; round < 10; round++) {
#pragma omp parallel for
    for (int j = 0; j < M; j++)
      for (int i = 1; i < N; i++) {
        subtract(block[i][j], side[i - 1][j], side[i][j]);
        scale(block[i][j], side[i][j]);
      }
#pragma omp parallel for
    for (int p = 1; p < N - 1; p++) {
      double near = square(at[p], at[p - 1]), s;
      s = sum(line[p % M], p % 4, M + p % 3);
      found[p] = (float)(near + square(at[p + 1], at[p]) + s);
      whole[p] = 2 * sum(line[(p + 1) % M], 0, 3) + (int)(square(at[p], at[0]) / 3);
    }
#pragma omp parallel for
    for (int j = 0; j < M; j++)
      for (int i = 0; i < N; i++)
        line[j][i] = line[j][i] * 0.5 + side[i][j][2] * 0.125;
#pragma omp parallel for
    for (int p = 0; p < N; p++)
      for (int c = 0; c < 3; c++)
        at[p][c] += found[p] * 1e-5 * (c + 1) + whole[p] * 1e-4;
    block[round + 1][round][0][1] += 0.5; /* the host changes an element */
  }
  for (int i = 0; i < N; i++) {
    check += found[i] + whole[i] * (i % 3) + at[i][0] - at[i][2];
    for (int j = 0; j < M; j++)
      check += side[i][j][i % B] * (j % 4) + block[i][j][0][2] + line[j][i];
  }
  printf("%.10g\n", check);
  return 0;
}
