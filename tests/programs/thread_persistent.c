/* Each thread counts in a threadprivate variable, over regions: all regions that count or ask stay on the CPU.
 * expect: offloaded=1 kept=K014,K014 */
#include <stdio.h>

#define N 40

static int counted;
#pragma omp threadprivate(counted)

static int a[N];

int main(void)
{
  int i, total = 0;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = i % 3;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    counted += a[i];
#pragma omp parallel for
  for (i = 0; i < N; i++)
    if (a[i] == 1)
      counted++;
#pragma omp parallel reduction(+ : total)
  total += counted;
  printf("%d\n", total);
  return 0;
}
