/* An OpenMP loop that stays on the CPU reads and writes what device loops use.  expect: offloaded=2 kept=K004 */
#include <stdio.h>
#include <stdlib.h>

#define N 45

static double a[N];
static double b[N];

int main(void)
{
  int i, round;

  for (round = 0; round < 2; round++) {
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] += 0.25 * i;
#pragma omp parallel for
    for (i = 0; i < N; i++) {
      char text[32];

      snprintf(text, sizeof text, "%.3f", a[i]);
      b[i] = atof(text) + 1.0;
      a[i] = -a[i];
    }
#pragma omp parallel for
    for (i = 0; i < N; i++)
      a[i] = a[i] + b[N - 1 - i];
  }
  for (i = 0; i < N; i += 4)
    printf("%.12g %.12g\n", a[i], b[i]);
  return 0;
}
