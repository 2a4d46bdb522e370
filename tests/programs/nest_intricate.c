/* A triangle in steps of two, beside which each iteration writes an element: what of the array it leaves out takes
 * isl hours to tell.  It must give up in time.
 * expect: offloaded=1 */
#include <stdio.h>

#define N 33
#define M 40

static double a[N * M], b[N];

static void work(int n, int m, int q)
{
#pragma omp parallel for
  for (long i = 2; i < n - 2; i++) {
    for (int j = (int)i; j <= m - 2; j += 2)
      a[i * M + j] = 0.25 * (b[i] * j - n);
    a[i * M + q + i] = 0.25 * b[i - 1];
  }
}

int main(void)
{
  double sum = 0.0;

  for (int i = 0; i < N * M; i++)
    a[i] = i % 13;
  for (int i = 0; i < N; i++)
    b[i] = i % 7;
  work(N, M, 1);
  work(20, 31, 0);
  work(3, 1, 2);
  for (int i = 0; i < N * M; i++)
    sum += a[i] * (i % 17);
  printf("%.9e\n", sum);
  return 0;
}
