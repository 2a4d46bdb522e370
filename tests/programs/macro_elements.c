/* A factorisation that names the elements of its matrix by a macro, on the host as in the loop: what the host
   touches is announced before the macro's use, so that the matrix stays on the device.
   expect: offloaded=2 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define A(i, j) a[(i) + (size_t)(j) * n]
#define SWAP(x, y)      \
  do {                  \
    double old = (x);   \
    (x) = (y), (y) = old; \
  } while (0)

static void factorise(double *a, int n) {
  for (int k = 0; k < n; k++) {
    A(k, k) = sqrt(A(k, k));
    for (int i = k + 1; i < n; i++) A(i, k) /= A(k, k);
#pragma omp parallel for
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++) A(i, j) -= A(i, k) * A(j, k);
  }
}

static double turn(double *a, int n, int times) {
  double sum = 0;
  for (int t = 0; t < times; t++) {
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) A(i, j) = 0.5 * A(i, j) + i - j;
    SWAP(A(0, t), A(t, 0));
    if (A(1, t) > 2)
      A(1, t) = 1;
    else
      A(2, t) += 3;
    sum += A(t, 3);
  }
  return sum;
}

int main(void) {
  int n = 120;
  double *a = malloc((size_t)n * n * sizeof *a), sum = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) A(i, j) = 1.0 / (1 + i + j) + (i == j) * n;
  factorise(a, n);
  for (int i = 0; i < n * n; i++) sum += a[i] * (i % 7 + 1);
  printf("%.10g %.10g\n", sum, turn(a, n, 30));
  sum = 0;
  for (int i = 0; i < n * n; i++) sum += a[i] * (i % 7 + 1);
  printf("%.10g\n", sum);
  free(a);
  return 0;
}
