/* Bounds that are expressions of variables, members and calls.  expect: offloaded=3 */
#include <stdio.h>

#define N 120
#define HALF(n) ((n) / 2)

struct range {
  int begin, end;
};

static int a[N];

static int last(int n)
{
  return n - 5;
}

int main(void)
{
  struct range range = {10, 40};
  int i, n = N, offset[2] = {1, 7};

#pragma omp parallel for
  for (i = HALF(n) - 20; i < (n * 3 + 1) / 4; i++)
    a[i] += i;
#pragma omp parallel for
  for (i = range.begin; i <= range.end; i += offset[0] + 1)
    a[i] += 1000;
#pragma omp parallel for
  for (i = offset[1]; i < last(n); i++)
    a[i] += 100000;
  for (i = 0; i < N; i++)
    printf("%d%c", a[i], i % 12 == 11 ? '\n' : ' ');
  return 0;
}
