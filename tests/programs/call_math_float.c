/* math.h in single precision, and double functions on float values.  expect: offloaded=1  tolerance: 1e-6 */
#include <math.h>
#include <stdio.h>

#define N 40

static float a[N][8];

int main(void)
{
  int i, k;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    float x = (float)(i + 1) / 41.0f;

    a[i][0] = sqrtf(x);
    a[i][1] = fabsf(x - 0.5f);
    a[i][2] = expf(x);
    a[i][3] = powf(x, 1.5f);
    a[i][4] = fmaxf(x, 0.25f) + fminf(x, 0.75f);
    a[i][5] = (float)sin(x);
    a[i][6] = floorf(x * 9.0f);
    a[i][7] = (float)(sqrt(x) * 1.1);
  }
  for (i = 0; i < N; i += 4)
    for (k = 0; k < 8; k++)
      printf("%.9g%c", (double)a[i][k], k == 7 ? '\n' : ' ');
  return 0;
}
