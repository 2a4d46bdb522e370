/* atomic update of float and double, with + - * and /.  expect: offloaded=1 */
#include <stdio.h>

#define N 256

static double sum[3], product = 1.0, quotient = 1e30;
static float small = 0.0f;

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp atomic
    sum[i % 3] += 0.5 * i;
#pragma omp atomic
    sum[2] -= 0.25;
#pragma omp atomic
    product *= 1.0 + 0.001 * i;
#pragma omp atomic
    quotient /= 1.0 + 0.01 * (i % 10);
#pragma omp atomic
    small = small + 0.5f;
  }
  printf("%.12g %.12g %.12g %.10g %.10g %g\n", sum[0], sum[1], sum[2], product, quotient, (double)small);
  return 0;
}
