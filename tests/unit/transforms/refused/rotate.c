/* the loop has error paths */
#include <stdio.h>
#include <stdlib.h>

static double a[400][90];

void f(int n)
{
#pragma omp parallel for
  for (int k = 0; k < 400; k++) {
    if (a[k][0] < 0.0) {
      printf("below\n");
      exit(1);
    }
    for (int i = 1; i < n; i++)
      a[k][i] -= 2.0 * a[k][i - 1];
  }
}
