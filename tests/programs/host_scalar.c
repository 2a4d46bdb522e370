/* Scalars at file scope that device loops write and the host reads and changes, also through a pointer.
 * expect: offloaded=2 */
#include <stdio.h>

#define N 30

static int a[N];
static int last, limit = 20;

int main(void)
{
  int *handle = &limit;
  int i, round, best = 0;

  for (round = 0; round < 3; round++) {
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] += i < limit ? 1 : 2;
#pragma omp parallel for
    for (i = 0; i < N; i++) {
      if (i == N - 1)
        last = a[i] * 100;
      if (i == 7)
        best = a[i];
    }
    *handle -= 5;
    printf("%d %d %d\n", last, best, limit);
  }
  return 0;
}
