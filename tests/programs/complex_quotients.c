/* Quotients of complex numbers: with infinities, values that are not numbers, zeros, the ends of the range, of real
 * numbers by complex ones, and by assignments.  expect: offloaded=3 */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

#define N 18
#define M (N * N)

static double complex all[M], quotients[M][M], inverses[M];
static float complex narrow[M], narrow_quotients[M][M];
static double complex wave[1000], field[1000];

static unsigned long mixed(unsigned long sum, double part)
{
  int exponent = 0;
  double fraction = isfinite(part) ? frexp(part, &exponent) : 0;

  sum = sum * 31 + (isnan(part) ? 7u : isinf(part) ? 11u : (unsigned long)(long)(fraction * 9007199254740992.0));
  return sum * 7 + (unsigned long)(exponent + 3000) + (!isnan(part) && signbit(part) ? 1u : 0u);
}

int main(void)
{
  const double parts[N] = {0.0,     -0.0,        1.5,         -2.25,       INFINITY,       -INFINITY,
                           NAN,     DBL_MAX,     -DBL_MAX,    DBL_MIN,     DBL_MIN / 16,   DBL_EPSILON,
                           1.0 / 3, DBL_MAX / 3, -1e-170,     3.7e160,     -DBL_MIN * 3.1, DBL_MAX * DBL_EPSILON};
  const float narrow_parts[N] = {0.0f,    -0.0f,       1.5f,    -2.25f,  INFINITY,       -INFINITY,
                                 NAN,     FLT_MAX,     -FLT_MAX, FLT_MIN, FLT_MIN / 16,   FLT_EPSILON,
                                 1.0f / 3, FLT_MAX / 3, -1e-20f,  3.7e19f, -FLT_MIN * 3.1f, FLT_MAX * FLT_EPSILON};
  unsigned long sum = 0, narrow_sum = 0, inverse_sum = 0;
  double complex total = 0;
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      all[i * N + j] = CMPLX(parts[i], parts[j]);
      narrow[i * N + j] = CMPLXF(narrow_parts[i], narrow_parts[j]);
    }
#pragma omp parallel for private(j)
  for (i = 0; i < M; i++)
    for (j = 0; j < M; j++) {
      quotients[i][j] = all[i] / all[j];
      narrow_quotients[i][j] = narrow[i] / narrow[j];
    }
#pragma omp parallel for
  for (i = 0; i < M; i++)
    inverses[i] = 1.0 / all[i] + (all[i] != 0);
  for (i = 0; i < M; i++) {
    inverse_sum = mixed(mixed(inverse_sum, creal(inverses[i])), cimag(inverses[i]));
    for (j = 0; j < M; j++) {
      sum = mixed(mixed(sum, creal(quotients[i][j])), cimag(quotients[i][j]));
      narrow_sum = mixed(mixed(narrow_sum, crealf(narrow_quotients[i][j])), cimagf(narrow_quotients[i][j]));
    }
  }
  printf("%lx %lx %lx\n", sum, narrow_sum, inverse_sum);

  for (i = 0; i < 1000; i++)
    wave[i] = (i + 1) * 0.25 + (i % 17 - 8.0) * I;
#pragma omp parallel for
  for (i = 0; i < 1000; i++) {
    const double complex here = wave[i] / (wave[(i + 1) % 1000] - 0.5 * I);

    field[i] = here;
    field[i] /= 2 + wave[i];
  }
  for (i = 0; i < 1000; i++)
    total += field[i] * (i % 3);
  printf("%.12g %.12g\n", creal(total), cimag(total));
  return 0;
}
