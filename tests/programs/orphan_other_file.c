/* All loops, and an array, stand in functions of another file, which holds no region.
 * expect: offloaded=2  with: support/orphan_other_file.c */
#include <stdio.h>

#define N 256

extern double field[N];
void advance(const double *forces, int steps);

static double forces[N];

int main(void)
{
  double sum = 0;

  for (int i = 0; i < N; i++)
    forces[i] = i % 11 - 5.0;
#pragma omp parallel
  {
    advance(forces, 3);
  }
  field[7] += 1;
#pragma omp parallel
  advance(field, 1);
  for (int i = 0; i < N; i++)
    sum += field[i] * (i % 9);
  printf("%.9f %.9f\n", field[8], sum);
  return 0;
}
