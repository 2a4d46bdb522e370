/* Butterflies of a Fourier transform, with complex numbers in private and shared arrays.  expect: offloaded=2 */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LOG 8
#define N (1 << LOG)
#define ROWS 12

static void transform(double complex *z, const double complex *roots)
{
  int half, first, k;

  for (half = N / 2; half > 0; half /= 2)
    for (first = 0; first < N; first += 2 * half)
      for (k = 0; k < half; k++) {
        const double complex a = z[first + k], b = z[first + k + half];

        z[first + k] = a + b;
        z[first + k + half] = (a - b) * roots[k * (N / 2 / half)];
      }
}

int main(void)
{
  double complex *rows = malloc(ROWS * N * sizeof *rows), roots[N / 2];
  double norm[ROWS];
  int i, k;

  for (k = 0; k < N / 2; k++)
    roots[k] = cos(k * (2 * 3.14159265358979323846 / N)) - sin(k * (2 * 3.14159265358979323846 / N)) * I;
#pragma omp parallel for private(k)
  for (i = 0; i < ROWS; i++) {
    for (k = 0; k < N; k++)
      rows[i * N + k] = (i * k % 17) * 0.125 + (k % 5 - 2) * 0.5 * I;
    transform(rows + i * N, roots);
  }
#pragma omp parallel for private(k)
  for (i = 0; i < ROWS; i++) {
    double complex window[3] = {rows[i * N], 1.0, 0.5 * I};
    double sum = 0;

    for (k = 0; k < N; k++) {
      window[2] = window[1];
      window[1] = window[0];
      window[0] = rows[i * N + k];
      sum += creal(window[0] * conj(window[0])) + cimag(window[1] * window[2]);
    }
    norm[i] = sum;
  }
  for (i = 0; i < ROWS; i++)
    printf("%.10g %.10g %.10g\n", norm[i], creal(rows[i * N + 3]), cimag(rows[i * N + 5]));
  free(rows);
  return 0;
}
