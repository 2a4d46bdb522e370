/* An orphaned reduction into a file-scope variable, which threads read after it.  expect: offloaded=2 */
#include <stdio.h>

#define N 1000

static double a[N];
static double sum, scale = 1;
static int most;

static double norm(int n)
{
  int i;

#pragma omp single
  {
    sum = 0;
    most = -1;
  }
#pragma omp for reduction(+ : sum) reduction(max : most)
  for (i = 0; i < n; i++) {
    sum += a[i] * a[i];
    if (i * 7 % n > most)
      most = i * 7 % n;
  }
  return sum;
}

int main(void)
{
  double found;

  for (int i = 0; i < N; i++)
    a[i] = i % 13 - 6;
#pragma omp parallel private(found)
  for (int step = 1; step <= 3; step++) {
    found = norm(N / step);
#pragma omp master
    {
      printf("%d: %.6f %d\n", step, found, most);
      scale = 1 / (found + 1);
    }
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] *= 1 + scale;
  }
  printf("%.9f %.9f\n", a[5], sum);
  return 0;
}
