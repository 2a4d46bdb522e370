/* One loop; host accesses before and after it are announced. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int n = 1000;
  float *x = malloc(n * sizeof *x), *y = calloc(n, sizeof *y);

  for (int i = 0; i < n; i++)
    x[i] = (float)i;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += 2.0f * x[i];
  printf("%g\n", y[n - 1]);
  free(x);
  free(y);
  return 0;
}
