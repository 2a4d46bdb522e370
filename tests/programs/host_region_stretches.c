/* What one thread of a region copies and clears between its loops, by calls: a part of an array stays as it was, and
 * memory that a pointer leads to is meant, not the pointer.
 *
 * expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20000, STEPS = 6 };
static double field[N], kept[N];

int main(void)
{
  double *now = malloc(N * sizeof *now), *old = malloc(N * sizeof *old), *half = field + N / 2, seen = 0;
  for (int i = 0; i < N; i++) {
    now[i] = i % 11;
    old[i] = kept[i] = 0;
  }
  for (int t = 0; t < STEPS; t++) {
    size_t some = (size_t)(100 + t) * sizeof *now;
#pragma omp parallel
    {
#pragma omp for
      for (int i = 0; i < N; i++) {
        field[i] += now[i] + i % 3;
        now[i] = now[i] * .5 + t;
      }
#pragma omp single
      {
        memcpy(field, kept, some);
        memcpy(old, now, N * sizeof *now);
        if (t % 2)
          memset(now, 0, some);
        else
          memmove(half, field, some);
        memcpy(kept, old, some);
      }
#pragma omp for
      for (int i = 0; i < N; i++) {
        old[i] += field[i] * .25;
        kept[i] += i % 5;
      }
#pragma omp master
      {
        if (t > 2)
          seen = old[t * 7];
        memset(old, 0, 8);
      }
#pragma omp barrier
#pragma omp for
      for (int i = 0; i < N; i++)
        now[i] += old[i];
    }
    printf("%.9g\n", seen);
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += (now[i] + 2 * old[i] + 3 * field[i] + 4 * kept[i]) * (1 + i % 7);
  printf("%.12g\n", sum);
  free(now);
  free(old);
  return 0;
}
