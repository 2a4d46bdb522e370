#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int i, n = argc > 1 ? atoi(argv[1]) : 1000000;
  float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  double sum = 0.0;

#pragma omp parallel for
  for (i = 0; i < n; i++) {
    x[i] = i % 100;
    y[i] = 1.0f;
  }
#pragma omp parallel for
  for (i = 0; i < n; i++)
    y[i] += 2.0f * x[i];
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < n; i++)
    sum += y[i];
#pragma omp parallel for
  for (i = 0; i < 3; i++)
    printf("y[%d] = %g\n", i, y[i]);
  printf("sum = %.1f\n", sum);
  return 0;
}
