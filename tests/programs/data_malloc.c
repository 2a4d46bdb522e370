/* malloc and calloc, and pointers that were never given a size in a type.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int i, n = 77;
  double *a = malloc(sizeof(double) * n);
  int *b = calloc(n, sizeof *b);

  if (!a || !b)
    return 1;
#pragma omp parallel for
  for (i = 0; i < n; i++)
    a[i] = b[i] + 0.5 * i;
#pragma omp parallel for
  for (i = 0; i < n; i++)
    b[i] = (int)(a[n - 1 - i] * 3.0);
  for (i = 0; i < n; i += 11)
    printf("%.12g %d\n", a[i], b[i]);
  free(a);
  free(b);
  return 0;
}
