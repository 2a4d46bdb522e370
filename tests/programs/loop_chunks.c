/* Chunks of a known size, in which one thread runs the iterations in their order: some use what the one before stored,
 * others don't, or only data could tell.  expect: offloaded=2 kept=K014,K014 */
#include <stdio.h>

#define N 240

static int a[N], b[N], at[N];

int main(void)
{
  int sum = 0;

  for (int i = 0; i < N; i++) {
    a[i] = i;
    at[i] = (i * 7) % N;
  }
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < N; i++)
    if (i % 4)
      a[i] += a[i - 1];
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 60)
    for (int i = 0; i < N; i++)
      b[i / 2] += a[i];
#pragma omp for schedule(dynamic, 16)
    for (int i = 0; i < N; i++)
      a[at[i]] += i;
#pragma omp for schedule(static, 16)
    for (int i = 0; i < N / 2; i++)
      b[2 * i + 1] = b[2 * i] + a[i];
  }
  for (int i = 0; i < N; i++)
    sum = (sum * 31 + a[i] + b[i]) % 1000003;
  printf("%d\n", sum);
  return 0;
}
