/* Volatile data that a loop only reads or only writes, or that are an iteration's own, are data as others.  What
 * iterations read and write may be what they wait for.
 *
 * expect: offloaded=4 kept=K011,K011
 */
#include <stdio.h>

#define N 300

static volatile int a[N], limit = 120, done;
static volatile double scale = 1.5;
static double x[N];
static int turn[N];

int main(void)
{
  double sum = 0;
  int passed = 0;

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = i * 2;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = i < limit ? scale * i : a[N - 1 - i];
  limit = 200;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    volatile double term = x[i] * x[i];
    term -= 0.5;
    sum += i < limit ? term : 0;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (x[i] < 0)
      done = 1;
#pragma omp parallel for reduction(+ : passed)
  for (int i = 0; i < N; i++) {
    if (done)
      continue;
    if (x[i] > 1e9)
      done = 1;
    passed++;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = a[i] + turn[i];
  printf("%d %d %g %g %d %d\n", a[0], a[N - 1], x[N / 3], sum, done, passed);
  return 0;
}
