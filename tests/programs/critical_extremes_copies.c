/* Extremes under critical in loops of a region whose threads have copies of another variable.
 * expect: offloaded=2 */
#include <stdio.h>

#define N 1000

static double x[N];

int main(void)
{
  double best = 1e30, most = -1, scale = 2, half = 4;
  int at = -1, place = -1;

  for (int i = 0; i < N; i++)
    x[i] = (i * 37 % 101) + i * 0.001;

#pragma omp parallel
  {
#pragma omp for firstprivate(scale)
    for (int i = 0; i < N; i++) {
      scale = x[i] * 3;
      if (x[i] + scale < best)
#pragma omp critical(best)
        if (x[i] + scale < best) {
          best = x[i] + scale;
          at = i;
        }
    }
#pragma omp for firstprivate(half) nowait
    for (int i = 0; i < N; i++) {
      half = x[i] / 2;
      if (half > most)
#pragma omp critical(most)
        if (half > most) {
          most = half;
          place = i;
        }
    }
  }
#ifndef _OPENMP /* without copies the loops change the variables themselves */
  scale = 2;
  half = 4;
#endif
  printf("%g %d, still %g\n", best, at, scale);
  printf("%g %d, still %g\n", most, place, half);
  return 0;
}
