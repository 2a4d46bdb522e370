/* Many small parallel loops: what starting a loop costs. */
#include <stdio.h>
#include <stdlib.h>

static double a[4096];

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 64;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  if (n > 4096) n = 4096;
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] += i;
  }
  printf("%.12g\n", a[n - 1]);
  return 0;
}
