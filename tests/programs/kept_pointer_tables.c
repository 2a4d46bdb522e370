/* Loops that write pointers into tables or may be led to other tables stay; one that compares pointers with null does not.
 * expect: offloaded=1 kept=K016,K016 */
#include <stdio.h>
#include <stdlib.h>

#define N 12

int main(void)
{
  double **a = malloc(N * sizeof *a), **b = malloc(N * sizeof *b), *block = malloc(2 * N * sizeof *block);
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    a[i] = block + i;
    b[i] = i % 3 ? block + N + i : NULL;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    a[i][0] = i;
    if (b[i] != NULL)
      b[i][0] = 2.0 * i;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    double **t = i % 3 ? b : a;

    t[i][0] += 0.5;
  }
  for (i = 0; i < N; i++)
    printf("%.12g %.12g\n", a[i][0], b[i] ? b[i][0] : -1.0);
  free(a);
  free(b);
  free(block);
  return 0;
}
