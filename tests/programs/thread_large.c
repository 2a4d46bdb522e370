/* Threadprivate scratch arrays too large for the usual work-groups.  expect: offloaded=2  small: -DM=300 */
#include <stdio.h>

#ifndef M
#define M 5000
#endif
#define N 70

static double line[M], a[N];
#pragma omp threadprivate(line)

static double work(int i)
{
  double s = 0;
  int k;

  for (k = 0; k < M; k++)
    line[k] = (i + 1.0) / (k + 1);
  for (k = M - 1; k > 0; k--)
    line[k - 1] += 0.5 * line[k];
  for (k = 0; k < M; k += 100)
    s += line[k];
  return s;
}

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = work(i);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] += work(N - i) * 0.25;
  for (i = 0; i < N; i += 9)
    printf("%.9f\n", a[i]);
  return 0;
}
