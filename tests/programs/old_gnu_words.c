/* GNU words of C89 in declarations, MAX as a statement expression and by another name, and assert.
   expect: offloaded=3  flags: -std=gnu89 */
#include <assert.h>
#include <stdio.h>

#define N 30
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define GREATER MAX

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

static int greatest(int *b, int n)
{
  int i, top = -1;

#pragma omp parallel private(i)
  {
    int *__restrict row = b;
    __signed__ char low = -1;
    int mine = low;

#pragma omp for
    for (i = 0; i < n; i++)
      row[i] = GREATER(a[i] ^ 5, low);
#pragma omp for
    for (i = 0; i < n; i++)
      mine = MAX(mine, row[i]);
#pragma omp critical
    top = MAX(top, mine);
  }
  return top;
}

int main(void)
{
  static int from[N], b[N];
  int i, top;

  for (i = 0; i < N; i++)
    from[i] = 3 * i;
  fill(a, from, N);
  top = greatest(b, N);
  printf("%d %d %d %d\n", a[1], a[N - 1], top, b[N - 1]);
  return 0;
}
