/* What a loop leaves in a `register` variable, which has no address.  expect: offloaded=2 kept=K023,K023 */
#include <stdio.h>

enum { N = 100 };

static double a[N];

int main(void)
{
  register int last = 0, found = -1;
  register double sum = 0;

#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += a[i] = i;
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < N; i++) {
    last = i;
    a[i] += last;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (a[i] == 14)
      found = i;
#pragma omp parallel for firstprivate(last)
  for (int i = 0; i < N; i++)
    a[i] += last;
  printf("%g %d %d %g\n", sum, last, found, a[3]);
  return 0;
}
