/* The whole construct comes out of a macro, so that its text can't be replaced.  expect: offloaded=0 kept=K012 */
#include <stdio.h>

#define N 30
#define PARALLEL_FILL(array, value)                                                                            \
  do {                                                                                                         \
    int k;                                                                                                     \
    _Pragma("omp parallel for") for (k = 0; k < N; k++) array[k] = (value) + k;                               \
  } while (0)

static int a[N];

int main(void)
{
  PARALLEL_FILL(a, 5);
  printf("%d %d\n", a[1], a[N - 1]);
  return 0;
}
