/* GNU words in declarations, and assert.  expect: offloaded=1  flags: -std=gnu11 */
#include <assert.h>
#include <stdio.h>

#define N 30

static int a[N] __attribute__((aligned(64)));
static __inline__ int half(int x) __attribute__((const));

static __inline__ int half(int x)
{
  return x / 2;
}

static void fill(int *__restrict__ to, __const int *__restrict from, int n)
{
  int i;

  assert(n <= N);
#pragma omp parallel for
  for (i = 0; i < n; i++) {
    __typeof__(from[0]) value = from[i];

    to[i] = half(value);
  }
}

int main(void)
{
  static int from[N];
  int i;

  for (i = 0; i < N; i++)
    from[i] = 3 * i;
  fill(a, from, N);
  printf("%d %d\n", a[1], a[N - 1]);
  return 0;
}
