/* Steps of an elimination in a matrix that begins at 1: each launch reaches less than the one before it.
 * expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

static void eliminate(double *a, int n) {
  a -= 1 + n;
  for (int k = 1; k < n; k++) {
#pragma omp parallel for
    for (int i = k + 1; i <= n; i++) {
      double factor = a[i + k * n] / a[k + k * n];
      for (int j = k + 1; j <= n; j++)
        a[i + j * n] -= factor * a[k + j * n];
    }
  }
}

int main(void) {
  int n = 60;
  double *a = malloc(sizeof *a * (size_t)(n * n)), sum = 0;
  for (int i = 0; i < n * n; i++)
    a[i] = i % (n + 1) == 0 ? n : 1.0 / (1 + i % 7);
  eliminate(a, n);
  for (int i = 0; i < n * n; i++)
    sum += a[i] * (i % 3);
  printf("%.10g\n", sum);
  free(a);
  return 0;
}
