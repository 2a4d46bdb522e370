/* Loops, barriers and early returns under conditions that are the same for all threads.  expect: offloaded=4 */
#include <stdio.h>

#define N 44

static int a[N], passes;

static int step(int limit)
{
  int i, again = 0;

  if (limit < 0)
    return -1;
#pragma omp for
  for (i = 0; i < N; i++)
    a[i] += limit;
  if (a[0] > 8) {
#pragma omp barrier
    return 0;
  }
  again = a[0] + 1;
#pragma omp barrier
  while (again % 3 != 0) {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] ^= 1;
    again++;
  }
#pragma omp single
  passes++;
  return again;
}

int main(void)
{
  int i, results = 0;

#pragma omp parallel private(i)
  {
    int k, got, sum = 0;

    for (k = -1; k < 5; k++) {
      got = step(k);
      sum += got;
      if (got == 0)
        break;
      if (k == 1)
        continue;
#pragma omp for nowait
      for (i = 0; i < N; i++)
        a[i] -= i % 2;
#pragma omp barrier
    }
    switch (sum % 2) {
    case 0:
#pragma omp for
      for (i = 0; i < N; i++)
        a[i] += 100;
      break;
    default:
#pragma omp single
      a[1] = sum;
    }
#pragma omp single
    results = sum;
  }
  printf("%d %d %d %d %d\n", passes, results, a[0], a[1], a[N - 1]);
  return 0;
}
