/* A matrix and its transpose times two vectors: x1 = x1 + A y1 and x2 = x2 + A^T y2. */
#include "polybench.h"

#ifndef N
#define N 256
#endif

static double A[N][N], x1[N], x2[N], y1[N], y2[N];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++) {
    x1[i] = (double)(i % N) / N;
    x2[i] = (double)((i + 1) % N) / N;
    y1[i] = (double)((i + 3) % N) / N;
    y2[i] = (double)((i + 4) % N) / N;
    for (j = 0; j < N; j++)
      A[i][j] = (double)((long)i * j % N) / N;
  }
}

static void mvt(void)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      x1[i] += A[i][j] * y1[j];
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      x2[i] += A[j][i] * y2[j];
}

int main(int count, char **arguments)
{
  int left = repetitions(count, arguments);

  while (left-- > 0) {
    fill();
    begin_timing();
    mvt();
    end_timing(touched(x1, N) + touched(x2, N));
  }
  return report("mvt", N, checksum_of(x1, N) + checksum_of(x2, N));
}
