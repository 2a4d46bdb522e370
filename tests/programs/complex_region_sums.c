/* Sums of complex numbers of a region: `reduction` on `parallel` with one loop and with several, from a value that is
 * not zero, with a difference and `float` parts, and threads' own sums that `critical` adds up.
 * expect: offloaded=7 */
#include <complex.h>
#include <stdio.h>

#define N 2500

static double complex x[N], y[N];
static float complex narrow[N];

static double complex product(const double complex *a, const double complex *b, int n)
{
  double complex sum = 2 - 3 * I;
  int i;

#pragma omp parallel default(none) shared(a, b, n) private(i) reduction(+ : sum)
  {
#pragma omp for
    for (i = 0; i < n; i++)
      sum += conj(a[i]) * b[i];
  }
  return sum;
}

int main(void)
{
  double complex less = 100 + I, both = 0, all = 1, half = 0;
  float complex small = 0.5f;
  double norm = 0;
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    x[i] = (i % 13 - 6) * 0.25 + (i % 7) * I;
    y[i] = x[i] * (0.5 + 0.125 * I);
    narrow[i] = (float)(i % 5) - (float)(i % 3) * I;
  }
  printf("%.12g %.12g\n", creal(product(x, y, N)), cimag(product(x, y, N)));
#pragma omp parallel private(i) reduction(+ : both, norm, small) reduction(- : less)
  {
#pragma omp for nowait
    for (i = 0; i < N; i++) {
      both += x[i];
      norm += creal(x[i] * conj(x[i]));
    }
#pragma omp for nowait
    for (i = 0; i < N; i++) {
      if (i % 4 == 1)
        continue;
      both = y[i] / 2 + both;
      less -= y[i];
    }
#pragma omp for
    for (i = 0; i < N / 100; i++)
      for (int k = 0; k < 100; k++)
        small += narrow[i * 100 + k];
  }
  printf("%.12g %.12g, %.12g\n", creal(both), cimag(both), norm);
  printf("%.12g %.12g, %.6g %.6g\n", creal(less), cimag(less), crealf(small), cimagf(small));
#pragma omp parallel
  {
    double complex mine = 0, other = 0;

#pragma omp for nowait
    for (int k = 0; k < N; k++)
      mine += x[k] * y[N - 1 - k];
#pragma omp for
    for (int k = 0; k < N; k++)
      other -= y[k];
#pragma omp critical
    {
      all += mine;
      half += 0.5 * mine + other / 2;
    }
  }
  printf("%.12g %.12g, %.12g %.12g\n", creal(all), cimag(all), creal(half), cimag(half));
  return 0;
}
