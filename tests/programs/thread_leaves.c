/* The initial thread's threadprivate value is read after the region whose loop changes it: the region stays.
 * expect: offloaded=1 kept=K014 */
#include <stdio.h>

#define N 30

static int last, other;
#pragma omp threadprivate(last, other)

static int a[N], b[N];

int main(void)
{
  int i;

#pragma omp parallel for schedule(static)
  for (i = 0; i < N; i++) {
    last = 7;
    a[i] = last + i;
  }
  printf("%d\n", last);
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    other = a[i];
    b[i] = other * other;
  }
  printf("%d %d\n", a[N - 1], b[N - 1]);
  return 0;
}
