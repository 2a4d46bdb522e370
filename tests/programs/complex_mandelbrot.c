/* The Mandelbrot set, in complex numbers.  expect: offloaded=1 */
#include <complex.h>
#include <stdio.h>

#define W 48
#define H 32
#define LIMIT 60

static int steps[H][W];
static float complex last[H][W];

int main(void)
{
  int x, y, sum = 0;
  double re = 0, im = 0;

#pragma omp parallel for collapse(2)
  for (y = 0; y < H; y++)
    for (x = 0; x < W; x++) {
      const double complex c = -2.0 + x * (3.0 / W) + (y * (2.0 / H) - 1.0) * I;
      double complex z = 0;
      int n = 0;

      while (n < LIMIT && __real__ z * __real__ z + __imag__ z * __imag__ z < 4) {
        z = z * z + c;
        n++;
      }
      steps[y][x] = n;
      last[y][x] = z;
    }
  for (y = 0; y < H; y++)
    for (x = 0; x < W; x++) {
      sum = (sum * 3 + steps[y][x]) % 100003;
      re += crealf(last[y][x]);
      im += cimagf(last[y][x]);
    }
  printf("%d %.6f %.6f\n", sum, re, im);
  return 0;
}
