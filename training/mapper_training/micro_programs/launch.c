/* What starting a loop costs: regions of one loop, and regions of a hundred, which wait only at their end.
 *
 * Each of the hundred reads what other iterations wrote in the one before: otherwise they would become one launch.
 */
#include <stdio.h>
#include <stdlib.h>

static double a[64], b[2][64];

static void one(void)
{
#pragma omp parallel for
  for (int i = 0; i < 64; i++) a[i] += 1.0;
}

static void hundred(void)
{
#pragma omp parallel
  for (int k = 0; k < 100; k++) {
#pragma omp for
    for (int i = 0; i < 64; i++) b[(k + 1) % 2][i] = b[k % 2][63 - i] + 1.0;
  }
}

int main(int argc, char **argv)
{
  int repeats = argc > 1 ? atoi(argv[1]) : 1;
  for (int r = 0; r < repeats; r++) one();
  for (int r = 0; r < repeats; r++) hundred();
  printf("%.12g\n", a[0] + b[0][63]);
  return 0;
}
