/* A panel of a factorization, in a matrix with a leading dimension, and triangular systems: stages with counters of
 * their own, which all lanes run in step. */
enum { N = 24, LD = 27, WIDTH = 9 };

void panel(double *a, int ld, int n, int width)
{
#pragma omp parallel for
  for (int i = width; i < n; i++)
    for (int k = 0; k < width; k++) {
      a[i * ld + k] /= a[k * ld + k];
      for (int j = k + 1; j < width; j++) a[i * ld + j] -= a[i * ld + k] * a[k * ld + j];
    }
}

void systems(const double *restrict l, double *restrict x, int n, int count)
{
#pragma omp parallel for
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++) {
      double s = x[c * n + i];
      for (int j = 0; j < i; j++) s -= l[i * n + j] * x[c * n + j];
      x[c * n + i] = s / l[i * n + i];
    }
}
