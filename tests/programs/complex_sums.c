/* Sums of complex numbers by reductions: in a loop of its own, in a region, with a difference, with `continue`, with an
 * inner loop, of a variable in a structure's place and of `float` parts.  expect: offloaded=5 */
#include <complex.h>
#include <stdio.h>

#define N 3000

static double complex x[N], y[N], whole;
static float complex narrow[N];

static double complex inner_product(const double complex *a, const double complex *b, int n)
{
  double complex sum = 1 - 0.5 * I;

#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += conj(a[i]) * b[i];
  return sum;
}

int main(void)
{
  double complex less = 100, some = 0, parts = 0;
  float complex small = 0;
  double norm = 0;
  int i;

#pragma omp parallel for default(none) shared(x, y, narrow)
  for (i = 0; i < N; i++) {
    x[i] = (i % 13 - 6) * 0.25 + (i % 7) * I;
    y[i] = x[i] * (0.5 + 0.125 * I);
    narrow[i] = (float)(i % 5) - (float)(i % 3) * I;
  }
  printf("%.12g %.12g\n", creal(inner_product(x, y, N)), cimag(inner_product(x, y, N)));
#pragma omp parallel
  {
#pragma omp for reduction(+ : whole, norm) reduction(- : less)
    for (int k = 0; k < N; k++) {
      norm += creal(x[k] * conj(x[k]));
      if (k % 4 == 1)
        continue;
      whole = whole + x[k];
      less -= y[k] / 4;
      whole += 2;
    }
  }
#pragma omp parallel for reduction(+ : some)
  for (i = 0; i < N / 100; i++)
    for (int k = 0; k < 100; k++)
      some += x[i * 100 + k] * (k - 50);
#pragma omp parallel for reduction(+ : small, parts)
  for (i = 0; i < N; i++) {
    small += narrow[i];
    parts += cimag(x[i]) + creal(y[i]) * I;
  }
  printf("%.12g %.12g, %.12g, %.12g %.12g\n", creal(whole), cimag(whole), norm, creal(less), cimag(less));
  printf("%.12g %.12g, %.12g %.12g\n", creal(some), cimag(some), creal(parts), cimag(parts));
  printf("%.6g %.6g\n", crealf(small), cimagf(small));
  return 0;
}
