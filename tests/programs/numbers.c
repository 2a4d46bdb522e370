/* Functions of math.h that OpenCL C lacks, or has with other results: lgamma, ilogb, scalbln, fpclassify.
 *
 * expect: offloaded=2
 */
#define _DEFAULT_SOURCE  /* lgamma_r */
#include <math.h>
#include <stdio.h>

enum { N = 500, ROWS = 4 };

static double x[N], y[ROWS][N];
static int sign[N], exponent[N], kind[N];

int main(void)
{
  double sum[ROWS] = {0};
  long check = 0;
  for (int i = 0; i < N; i++)
    x[i] = (i - 120) * 0.173 + (i % 7 == 0) * 1e-9;
  x[3] = INFINITY;
  x[4] = 0;
  x[5] = -INFINITY;
  x[6] = 4e-320;
  x[7] = -0.0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    y[0][i] = lgamma(x[i]);
    y[1][i] = lgamma_r(x[i] * 0.7, &sign[i]);
    y[2][i] = scalbln(x[i], i % 90 - 30L) + logb(x[i] + 0.5);
    exponent[i] = ilogb(x[i]);
    kind[i] = fpclassify(x[i]) * 8 + fpclassify((float)x[i]);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[3][i] = lgammaf((float)(i + 1) / 3);
  for (int row = 0; row < ROWS; row++)
    for (int i = 0; i < N; i++)
      if (isfinite(y[row][i]))
        sum[row] += y[row][i] * (row == 2 ? 1e-9 : 1);
      else
        check += 17 * (row + i);
  for (int i = 0; i < N; i++)
    check = check * 3 % 1000003 + sign[i] + exponent[i] % 1000 + kind[i] * 5;
  printf("%.9g %.9g %.9g %.5g %ld\n", sum[0], sum[1], sum[2], sum[3], check);
  return 0;
}
