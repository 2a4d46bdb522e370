/* Heat equation on an N x N grid by alternating directions.
 *
 * Each half step solves a tridiagonal system along every line of one direction: p and q hold the forward elimination,
 * the substitution goes back over it.
 */
#include "polybench.h"

#ifndef N
#define N 64
#endif
#ifndef STEPS
#define STEPS 5
#endif

static double u[N][N], v[N][N], p[N][N], q[N][N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      u[i][j] = (double)(i + N - j) / N;
      v[i][j] = p[i][j] = q[i][j] = 0.0;
    }
}

/* Lines along i, from u to v: implicit in i, explicit in j. */
static void first_half(double implicit, double explicit)
{
  int i, j;

#pragma omp parallel for private(i)
  for (j = 1; j < N - 1; j++) {
    v[0][j] = 1.0;
    p[0][j] = 0.0;
    q[0][j] = 1.0;
    for (i = 1; i < N - 1; i++) {
      double pivot = 1.0 + implicit * (2.0 - p[i - 1][j]);

      p[i][j] = implicit / pivot;
      q[i][j] = (explicit * (u[i][j - 1] + u[i][j + 1]) + (1.0 - 2.0 * explicit) * u[i][j] +
                 implicit * q[i - 1][j]) /
                pivot;
    }
    v[N - 1][j] = 1.0;
    for (i = N - 2; i > 0; i--)
      v[i][j] = p[i][j] * v[i + 1][j] + q[i][j];
  }
}

/* Lines along j, from v to u: implicit in j, explicit in i. */
static void second_half(double implicit, double explicit)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 1; i < N - 1; i++) {
    u[i][0] = 1.0;
    p[i][0] = 0.0;
    q[i][0] = 1.0;
    for (j = 1; j < N - 1; j++) {
      double pivot = 1.0 + implicit * (2.0 - p[i][j - 1]);

      p[i][j] = implicit / pivot;
      q[i][j] = (explicit * (v[i - 1][j] + v[i + 1][j]) + (1.0 - 2.0 * explicit) * v[i][j] +
                 implicit * q[i][j - 1]) /
                pivot;
    }
    u[i][N - 1] = 1.0;
    for (j = N - 2; j > 0; j--)
      u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
  }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);
  int t;

  while (left-- > 0) {
    fill();
    begin_timing();
    for (t = 0; t < STEPS; t++) {
      first_half(0.8, 0.4);
      second_half(0.4, 0.8);
    }
    end_timing(touched(u[0], (size_t)N * N));
  }
  return report("adi", N, checksum_of(u[0], (size_t)N * N));
}
