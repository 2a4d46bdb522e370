/* Pointers into the middle of arrays, with negative subscripts.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

#define N 100

static int table[N];

int main(void)
{
  int *middle = table + 40;
  double *block = malloc(N * sizeof *block);
  double *inner;
  int i;

  if (!block)
    return 1;
  inner = &block[25];
  for (i = 0; i < N; i++) {
    block[i] = i;
    table[i] = -i;
  }
#pragma omp parallel for
  for (i = -40; i < 20; i++)
    middle[i] = middle[i] * 2 + 1;
#pragma omp parallel for
  for (i = 0; i < 50; i++)
    inner[i] = inner[i] * 0.5 + 3.0;
  for (i = 0; i < N; i += 9)
    printf("%d %.12g\n", table[i], block[i]);
  free(block);
  return 0;
}
