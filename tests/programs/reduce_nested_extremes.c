/* Extremes over nested loops, by macros and choices that name the accumulator first or last.  expect: offloaded=4 */
#include <stdio.h>

#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static double a[60 * 40];
static int b[60][40];

int main(void)
{
  double least = 1e30, greatest = -1e30, other = 1e30;
  int most = -1, fewest = 1 << 30;

#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 40; j++) {
      a[i * 40 + j] = (i * 40 + j) * 37 % 1009 - 300;
      b[i][j] = (i * 31 + j * 17) % 211;
    }
#pragma omp parallel for reduction(min : least) reduction(max : greatest)
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 40; j++) {
      least = MIN(least, a[i * 40 + j]);
      greatest = MAX(a[i * 40 + j], greatest);
    }
#pragma omp parallel for reduction(min : fewest) reduction(max : most)
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 40; j++) {
      most = b[i][j] <= most ? most : b[i][j];
      fewest = fewest <= b[i][j] ? fewest : b[i][j];
    }
#pragma omp parallel for reduction(min : other)
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 40; j++)
      other = other > a[i * 40 + j] * b[i][j] ? a[i * 40 + j] * b[i][j] : other;
  printf("%g %g %d %d %g\n", least, greatest, most, fewest, other);
  return 0;
}
