/* Functions of complex numbers, at infinities, values that are not numbers, zeros, and near the ends of the range.
 * expect: offloaded=3  tolerance: 1e-8 */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

#define N 13
#define M (N * N)
#define MANY 2000

static double complex all[M], roots[M], powers[M], logarithms[M], projections[M], results[MANY];
static float complex narrow[MANY];

static void show(const char *name, const double complex *z)
{
  double sum[2] = {0, 0};
  int i, k, kinds[6] = {0, 0, 0, 0, 0, 0}, order = 0;

  for (i = 0; i < M; i++) {
    const double part[2] = {creal(z[i]), cimag(z[i])};

    for (k = 0; k < 2; k++) {
      const int kind = isnan(part[k]) ? 0 : isinf(part[k]) ? 1 : part[k] == 0 ? 3 : 5;
      const int one = kind + (kind && kind < 5 && signbit(part[k]));

      kinds[one]++;
      order = (order * 7 + one) % 99991;
      if (kind == 5)
        sum[k] += fabs(part[k]) > 1e100 ? part[k] / 1e300 : part[k];
    }
  }
  printf("%s: %d %d %d %d %d %d, %d, %.9g %.9g\n", name, kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], kinds[5],
         order, sum[0], sum[1]);
}

int main(void)
{
  const double parts[N] = {0.0, -0.0, 1.5, -2.25, INFINITY, -INFINITY, NAN, DBL_MAX, -DBL_MAX, 720, -800, 3e-310, 0.6};
  double complex sum = 0, narrow_sum = 0;
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      all[i * N + j] = CMPLX(parts[i], fabs(parts[j]) > 1e9 && isfinite(parts[j]) ? parts[j] / DBL_MAX : parts[j]);
#pragma omp parallel for
  for (i = 0; i < M; i++) {
    roots[i] = csqrt(all[i]);
    powers[i] = cexp(all[i]);
    logarithms[i] = clog(all[i]);
    projections[i] = cproj(all[i]);
  }
  show("roots", roots);
  show("powers", powers);
  show("logarithms", logarithms);
  show("projections", projections);

#pragma omp parallel for
  for (i = 0; i < MANY; i++) {
    const double complex z = (i % 41 - 20) * 0.3 + (i % 37 - 18) * 0.7 * I;

    results[i] = csqrt(z) * cexp(0.25 * z) + clog(z + 0.01) - cpow(z + 0.5, 0.5 + 0.125 * I) / cproj(3.1 + z);
    results[i] += clog(CMPLX(cos(i), sin(i)) * (1 + 1e-9)) * 1e9;
  }
#pragma omp parallel for
  for (i = 0; i < MANY; i++) {
    const float complex z = (i % 41 - 20) * 0.125f + (i % 37 - 18) * 0.25f * I;

    narrow[i] = csqrtf(z) * cexpf(z * 0.5f) + conjf(clogf(z + 0.26f)) * cprojf(z) + cpowf(1.5f + 0 * z, z);
  }
  for (i = 0; i < MANY; i++) {
    sum += results[i];
    narrow_sum += narrow[i];
  }
  printf("%.8g %.8g\n", creal(sum), cimag(sum));
  printf("%.4g %.4g\n", creal(narrow_sum), cimag(narrow_sum));
  return 0;
}
