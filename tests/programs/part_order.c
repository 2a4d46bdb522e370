/* Statements between loops that read and write several elements of large arrays, some only under a condition.
 * expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

#define N 40000

static int a[N], kept[4] = {1, 2, 3, 4};

int main(void)
{
  int i, round, found = 0;
  int *next, *h = malloc(N * sizeof *h);
  long total = 0;

  if (!h)
    return 1;
#pragma omp parallel private(round, next)
  {
#pragma omp for
    for (i = 0; i < N; i++) {
      a[i] = i % 100;
      h[i] = i % 7;
    }
    for (round = 0; round < 6; round++) {
#pragma omp single
      {
        a[round + 5000] += a[round + 6000]++;
        a[round + 5200] = (a[round + 6200] = 3) + a[round + 7200];
      }
#pragma omp single
      {
        found += round > 2 && (a[round + 8000] = 4);
        found += round > 3 ? (a[round + 9000] = 9) : 1;
        if (round > 1 && (a[round + 10000] = 3))
          found++;
        next = round == 2 ? NULL : kept;
        found += next ? a[next[0]] : 0;
        found += next ? a[next[1] + h[round]] : 1;
      }
#pragma omp single
      {
        a[round] = h[a[round + 1]];
        h[h[round]] = a[h[round + 1]];
        a[h[round]]++;
      }
#pragma omp for
      for (i = 0; i < N; i++) {
        a[i] += i % 3;
        h[i] = (h[i] + a[i]) % 1000;
      }
    }
  }
  for (i = 0; i < N; i++)
    total = (total * 31 + a[i] * 7 + h[i]) % 1000003;
  printf("%ld %d %d\n", total, a[3], found);
  free(h);
  return 0;
}
