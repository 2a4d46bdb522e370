/* realloc of a block that a device wrote, and a loop over the larger block.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int i, n = 40;
  int *a = malloc(n * sizeof *a);
  int *larger;

  if (!a)
    return 1;
#pragma omp parallel for
  for (i = 0; i < n; i++)
    a[i] = i + 5;
  larger = realloc(a, 100000 * sizeof *a);
  if (!larger)
    return 1;
  for (i = n; i < 100000; i++)
    larger[i] = 1;
#pragma omp parallel for
  for (i = 0; i < 100000; i++)
    larger[i] *= 2;
  printf("%d %d %d %d\n", larger[0], larger[n - 1], larger[n], larger[99999]);
  free(larger);
  return 0;
}
