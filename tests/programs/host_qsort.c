/* qsort with a comparison function, and bsearch, on an array that a device wrote.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

#define N 60

static int a[N], rank[N];

static int compare(const void *x, const void *y)
{
  int left = *(const int *)x, right = *(const int *)y;

  return (left > right) - (left < right);
}

int main(void)
{
  int i, key = 45;
  const int *found;

#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = (i * 29 + 7) % N;
  qsort(a, N, sizeof a[0], compare);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    rank[i] = a[i] * 10 + i;
  found = bsearch(&key, a, N, sizeof a[0], compare);
  printf("%d %d %d\n", found ? (int)(found - a) : -1, rank[0], rank[N - 1]);
  return 0;
}
