/* Constant tables at file scope and in a function, and const scalars.  expect: offloaded=1 */
#include <stdio.h>

#define N 64

static const double weights[5] = {0.1, 0.2, 0.4, 0.2, 0.1};
const unsigned char bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
static double a[N];

int main(void)
{
  static const int offset[2][2] = {{1, 2}, {3, 4}};
  const double shift = 0.75;
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int k;
    double sum = shift;

    for (k = 0; k < 5; k++)
      sum += weights[k] * (i + k);
    a[i] = sum + bits[i % 16] * offset[i & 1][(i >> 1) & 1];
  }
  for (i = 0; i < N; i += 5)
    printf("%.12g\n", a[i]);
  return 0;
}
