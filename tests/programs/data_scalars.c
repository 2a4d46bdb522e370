/* Shared scalars that loops read, and ones that exactly one iteration writes.  expect: offloaded=2 */
#include <stdio.h>

#define N 80

static int a[N];
static int found_at = -1;

int main(void)
{
  int i, wanted = 41 * 41;
  double value = 0.0;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = i * i;
#pragma omp parallel for shared(value)
  for (i = 0; i < N; i++)
    if (a[i] == wanted) {
      found_at = i;
      value = a[i] * 0.5;
    }
  printf("%d %.12g\n", found_at, value);
  return 0;
}
