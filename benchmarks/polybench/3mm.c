/* Three matrix products: G = (A B) (C D). */
#include "polybench.h"

#ifndef N
#define N 128
#endif

static double A[N][N], B[N][N], C[N][N], D[N][N], E[N][N], F[N][N], G[N][N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      A[i][j] = (double)((i * j + 1) % N) / (5.0 * N);
      B[i][j] = (double)((i * (j + 1) + 2) % N) / (5.0 * N);
      C[i][j] = (double)(i * (j + 3) % N) / (5.0 * N);
      D[i][j] = (double)((i * (j + 2) + 2) % N) / (5.0 * N);
    }
}

static void multiply(double left[N][N], double right[N][N], double product[N][N])
{
  int i, j, k;

#pragma omp parallel for private(j, k) schedule(static)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      product[i][j] = 0.0;
      for (k = 0; k < N; k++)
        product[i][j] += left[i][k] * right[k][j];
    }
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    multiply(A, B, E);
    multiply(C, D, F);
    multiply(E, F, G);
    end_timing(touched(G[0], (size_t)N * N));
  }
  return report("3mm", N, checksum_of(G[0], (size_t)N * N));
}
