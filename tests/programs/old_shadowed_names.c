/* Names that mean something in OpenCL: kernel, global, local, uint, get_global_id.  expect: offloaded=1 */
#include <stdio.h>

#define N 30

static double global[N], kernel[N], half[N];

static double mix(double local, double constant)
{
  return 0.5 * (local + constant);
}

static int get_global_id(int barrier)
{
  return barrier + 1;
}

int main(void)
{
  int i, uint = 3, image2d_t = 2, private = 1, bool = 0;

  for (i = 0; i < N; i++)
    global[i] = i;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    double double4 = mix(global[i], uint), event_t = image2d_t + private;

    kernel[i] = double4 * event_t + bool;
    half[i] = get_global_id(i);
  }
  for (i = 0; i < N; i += 4)
    printf("%.12g %.12g\n", kernel[i], half[i]);
  return 0;
}
