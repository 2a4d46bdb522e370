/* The functions of math.h in double precision.  expect: offloaded=1 */
#include <math.h>
#include <stdio.h>

#define N 40
#define K 34

static double a[N][K];

int main(void)
{
  int i, k;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    double x = (i + 1) / 41.0;
    int exponent;
    double whole;

    a[i][0] = sin(x);
    a[i][1] = cos(x);
    a[i][2] = tan(x);
    a[i][3] = asin(x);
    a[i][4] = acos(x);
    a[i][5] = atan(x);
    a[i][6] = atan2(x, 0.5);
    a[i][7] = sinh(x);
    a[i][8] = cosh(x);
    a[i][9] = tanh(x);
    a[i][10] = exp(x);
    a[i][11] = exp2(x);
    a[i][12] = log(x);
    a[i][13] = log2(x);
    a[i][14] = log10(x);
    a[i][15] = log1p(x);
    a[i][16] = pow(x, 2.5);
    a[i][17] = sqrt(x);
    a[i][18] = cbrt(x);
    a[i][19] = hypot(x, 3.0);
    a[i][20] = fabs(x - 0.5);
    a[i][21] = floor(10.0 * x);
    a[i][22] = ceil(10.0 * x);
    a[i][23] = trunc(-10.0 * x);
    a[i][24] = round(10.0 * x);
    a[i][25] = fmod(10.0 * x, 3.0);
    a[i][26] = fmin(x, 0.5);
    a[i][27] = fmax(x, 0.5);
    a[i][28] = copysign(x, -1.0);
    a[i][29] = fma(x, 2.0, 1.0);
    a[i][30] = frexp(x, &exponent) + exponent;
    a[i][31] = modf(10.0 * x, &whole) + whole;
    a[i][32] = erf(x) + expm1(x);
    a[i][33] = isnan(x) ? 1.0 : ldexp(x, 3);
  }
  for (k = 0; k < K; k++)
    printf("%.12g %.12g %.12g\n", a[0][k], a[N / 2][k], a[N - 1][k]);
  return 0;
}
