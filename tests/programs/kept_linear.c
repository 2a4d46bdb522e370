/* `linear` variables that stay with the C compiler: the loop advances them in some iterations only, not at all, or by
   something else than the step.
   expect: offloaded=1 kept=K002,K002,K002,K002 */
#include <stdio.h>

#define N 60

static int a[3 * N];

int main(void)
{
  int j = 0;
#pragma omp parallel for linear(j : 2) num_threads(2) schedule(static, N)
  for (int i = 0; i < N; i++) {
    if (i % 2)
      continue;
    a[i] = i;
    j += 2;
  }
#pragma omp parallel for linear(j : 0) num_threads(2)
  for (int i = 0; i < N; i++)
    a[i] += i;
  j = 0;
#pragma omp parallel for linear(j : 2) num_threads(2) schedule(static, N)
  for (int i = 0; i < N; i++) {
    a[j] += i;
    j += 3;
  }
  j = 0;
#pragma omp parallel for linear(j) num_threads(2)
  for (int i = 0; i < N; i++) {
    a[j] += i;
    j += i >= 0;
  }
  j = 0;
  for (int time = 0; time < 2; time++)
#pragma omp parallel for linear(j) num_threads(2)
    for (int i = 0; i < N; i++)
      if (a[i] > 3 || j++ < 0)
        a[i]++;
      else
        j += 0;
  printf("%d %d %d\n", a[0], a[9], a[3 * N - 3]);
  return 0;
}
