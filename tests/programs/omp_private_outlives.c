/* A region's own variables pass values between its loops when all threads set them alike.  expect: offloaded=4 */
#include <stdio.h>

#define N 50

static double a[N], b[N];

int main(void)
{
  int i, m;
  double scale, weights[4];

#pragma omp parallel private(i, m, scale, weights)
  {
    scale = 2;
    for (m = 0; m < 4; m++)
      weights[m] = scale * m;
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = weights[i % 4] + scale;
    scale = a[N - 1];
    weights[2] = a[5] + scale;
#pragma omp barrier
#pragma omp for
    for (i = 0; i < N; i++)
      b[i] = a[i] * weights[2] - scale;
    for (m = 0; m < 3; m++) {
      double local = m * scale;

#pragma omp for
      for (i = 0; i < N; i++)
        b[i] += local * weights[m + 1];
      scale += 1;
#pragma omp for
      for (i = 0; i < N; i++)
        a[i] -= local;
    }
  }
  for (i = 0; i < N; i += 7)
    printf("%.6f %.6f\n", a[i], b[i]);
  return 0;
}
