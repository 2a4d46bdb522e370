/* _Atomic data, which all threads update, and a variable of each thread's own.
 * expect: offloaded=3 kept=K014 */
#include <stdio.h>

#define N 4000

static _Atomic int total;
static struct {
  _Atomic long times;
  int other;
} counted;
static _Thread_local int own;
static int a[N], b[N];

int main(void)
{
  long sum = 0;

  own = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    total += i % 7;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    counted.times++;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = i + own;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[i] = 2 * a[i];
  for (int i = 0; i < N; i++)
    sum += a[i] + b[i];
  printf("%d %ld %ld\n", total, counted.times, sum);
  return 0;
}
