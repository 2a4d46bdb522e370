#include <stdio.h>
#include <stdlib.h>

void blur(double *to, const double *from, int n)
{
#pragma mapper target(opencl) assume(noalias)
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3.0;
}

int main(void)
{
  int n = 100000;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);

#pragma omp parallel
  {
#pragma mapper target(openmp)
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = i % 10;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[n - 1 - i];
  }
  blur(a, b, n);
  printf("%.2f %.2f %.2f\n", a[1], a[2], a[n - 2]);
  free(a);
  free(b);
  return 0;
}
