/* Counters of a thread: zeroed by each iteration (fine), or only by the first (the loop stays).
 * expect: offloaded=2 kept=K014 */
#include <stdio.h>

#define N 80
#define BINS 8

static int key[N], most[N], total[N];

int main(void)
{
  int i, k, count[BINS], seen[BINS];

#pragma omp parallel for private(k)
  for (i = 0; i < N; i++)
    key[i] = (i * 37 + 11) % 101;
#pragma omp parallel private(i, k, count, seen)
  {
    for (k = 0; k < BINS; k++)
      count[k] = seen[k] = 0;
#pragma omp for
    for (i = 0; i < N; i++) {
      for (k = 0; k < BINS; k++)
        count[k] = 0;
      for (k = 0; k <= i; k++)
        count[key[k] % BINS]++;
      most[i] = 0;
      for (k = 0; k < BINS; k++)
        if (count[k] > most[i])
          most[i] = count[k];
    }
#pragma omp for
    for (i = 0; i < N; i++) {
      seen[key[i] % BINS] = 1;
      for (k = 0; k < BINS; k++)
        if (seen[k] && k == key[i] % BINS)
          total[i] = k + most[i];
    }
  }
  for (i = 0; i < N; i += 13)
    printf("%d %d\n", most[i], total[i]);
  return 0;
}
