/* the loop has error paths */
#include <stdio.h>
#include <stdlib.h>

static double a[900], b[900][50];

void f(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (b[i][0] < 0.0) {
      printf("below\n");
      exit(1);
    }
    for (int j = 0; j < 50; j++)
      a[i] += b[i][j];
  }
}
