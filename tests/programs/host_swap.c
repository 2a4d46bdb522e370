/* Two buffers whose pointers are swapped after each step.  expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

#define N 66

int main(void)
{
  double *now = malloc(N * sizeof *now);
  double *next = malloc(N * sizeof *next);
  double *swap;
  int i, step;

  if (!now || !next)
    return 1;
  for (i = 0; i < N; i++)
    now[i] = next[i] = i % 11;
  for (step = 0; step < 9; step++) {
#pragma omp parallel for
    for (i = 1; i < N - 1; i++)
      next[i] = 0.5 * (now[i - 1] + now[i + 1]);
    swap = now;
    now = next;
    next = swap;
    if (step == 4)
      now[30] = 100.0;
  }
  for (i = 0; i < N; i += 6)
    printf("%.12g %.12g\n", now[i], next[i]);
  free(now);
  free(next);
  return 0;
}
