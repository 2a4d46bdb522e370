/* Vector multiplications with updates: A = A + u1 v1^T + u2 v2^T, x = beta A^T y + z, w = alpha A x. */
#include "polybench.h"

#ifndef N
#define N 256
#endif

static double A[N][N], u1[N], v1[N], u2[N], v2[N], w[N], x[N], y[N], z[N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++) {
    double share = (double)(i + 1) / N;

    u1[i] = i % 100 / 100.0;
    u2[i] = share / 2.0;
    v1[i] = share / 4.0;
    v2[i] = share / 6.0;
    y[i] = share / 8.0;
    z[i] = share / 9.0;
    for (j = 0; j < N; j++)
      A[i][j] = (double)((long)i * j % N) / N;
  }
}

static void gemver(double alpha, double beta)
{
  int i, j;

#pragma omp parallel private(i, j)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        A[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
#pragma omp for
    for (i = 0; i < N; i++) {
      double sum = 0.0;

      for (j = 0; j < N; j++)
        sum += beta * A[j][i] * y[j];
      x[i] = sum + z[i];
    }
#pragma omp for
    for (i = 0; i < N; i++) {
      double sum = 0.0;

      for (j = 0; j < N; j++)
        sum += alpha * A[i][j] * x[j];
      w[i] = sum;
    }
  }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    gemver(1.5, 1.2);
    end_timing(touched(w, N) + touched(x, N) + touched(A[0], (size_t)N * N));
  }
  return report("gemver", N, checksum_of(w, N) + checksum_of(A[0], (size_t)N * N));
}
