/* Parts of complex numbers, their memory as doubles, and values before and after loops.  expect: offloaded=5 */
#include <complex.h>
#include <stdio.h>

#define N 64

struct pair {
  int number;
  double complex first;
  float complex second;
};

static double complex a[N], b[N];
static struct pair pairs[N];
static float complex narrow[N];
static double complex offset;

static double complex sum_of(const double complex *z, int n)
{
  double complex sum = 0;

  while (n-- > 0)
    sum += *z++;
  return sum;
}

int main(void)
{
  double complex scale = 1 + 2 * I, last = 0;
  double *parts = (double *)b;
  double complex *there = a;
  int i;

  for (i = 0; i < N; i++) {
    a[i] = i + 1.0 * I;
    b[i] = 0;
    pairs[i].number = i;
    pairs[i].first = i * I;
    pairs[i].second = 2;
  }
#pragma omp parallel for firstprivate(scale) lastprivate(last)
  for (i = 0; i < N; i++) {
    scale = i % 2 ? a[i] : 2.5;
    last = scale + a[i] * offset;
    b[i] += last;
  }
  offset = 1.0 - 0.5 * I;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    __real__ b[i] = 3;
    __imag__ pairs[i].first += offset;
  }
  __imag__ a[3] = 77;
  __real__ pairs[5].second -= 4;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    narrow[i] = a[i];
    pairs[i].first *= narrow[i];
    pairs[i].second = pairs[i].second - pairs[i].first;
    there[i] = cimag(there[i]) + creal(there[i]) * I;
  }
  parts[11] = 9;
  printf("%g %g\n", cimag(a[3]), creal(a[4]));
  __imag__ a[4] = 78;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    double complex row[3] = {1, I, a[i]}, square[2][2] = {{0, 1}, {2, a[i]}};
    const struct pair v = {1, I, 2}, w = {.first = 3, .number = 4};

    b[i] += sum_of(row, 3) + sum_of(square[1], 2) + v.first + w.first + v.second;
    parts[2 * i] += 1;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    const double complex z = i % 3 ? a[i] : 0.0;
    const int whole = z;
    const _Bool some = z;

    if (z && !(b[i] == z))
      pairs[i].number += whole + some;
    b[i] = (double complex)i - (double)z + (z != 0 ? ~z : +b[i]);
  }
  printf("%g %g\n", creal(last), cimag(last));
  for (i = 0; i < N; i++)
    printf("%g %g %g %g %d %g\n", creal(b[i]), cimag(b[i]), creal(pairs[i].first), cimag(pairs[i].second),
           pairs[i].number, crealf(narrow[i]));
  return 0;
}
