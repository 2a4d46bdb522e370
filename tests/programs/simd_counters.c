/* `simd` loops whose counters, and variables whose last value is asked for, are declared outside of the parallel loop.
 * expect: offloaded=5 */
#include <stdio.h>

#define N 150

static int a[N][N], b[N], c[N], g;

static int weighted(int i)
{
  int sum = 0;
#pragma omp simd reduction(+ : sum)
  for (g = 0; g < N; g++)
    sum += a[i][g] * (g + 1);
  return sum;
}

static unsigned digest(const int *of)
{
  unsigned sum = 17;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)of[i];
  return sum;
}

int main(void)
{
  int i, j, k, m, last = 0;

#pragma omp parallel for
  for (i = 0; i < N; i++)
#pragma omp simd
    for (j = 0; j < N; j++)
      a[i][j] = i * j % 17;
  printf("%d\n", j);

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int sum = 0;
#pragma omp simd collapse(2) reduction(+ : sum)
    for (k = 0; k < N; k++)
      for (m = 0; m < 3; m++)
        sum += a[k][i] * (m + k);
    b[i] = sum;
  }
  printf("%d %d %u\n", k, m, digest(b));

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int sum = 0;
#pragma omp simd lastprivate(last) reduction(+ : sum)
    for (int q = 0; q < N; q++) {
      last = q * 3;
      sum += last * a[i][q];
    }
    c[i] = sum;
  }
  printf("%d %u\n", last, digest(c));

#pragma omp parallel for
  for (i = 0; i < N; i++)
    c[i] += weighted(i);
  printf("%d %u\n", g, digest(c));

#pragma omp parallel for private(k)
  for (i = 0; i < N; i++) {
    k = i;
    b[i] += k;
#pragma omp simd
    for (k = N - 1; k >= 0; k -= 4)
      a[k][i] += i;
    b[i] -= 3 * k;
  }
  for (i = 0; i < N; i++)
    c[i] = a[(i * 7) % N][i];
  printf("%u %u\n", digest(b), digest(c));
  return 0;
}
