/* Smooth noise of several octaves. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
static int perm[512];
static float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
static float lerp(float t, float a, float b) { return a + t * (b - a); }
static float grad(int h, float x, float y) {
  switch (h & 3) {
  case 0:
    return x + y;
  case 1:
    return -x + y;
  case 2:
    return x - y;
  default:
    return -x - y;
  }
}
static float noise(float x, float y) {
  int X = (int)floorf(x) & 255, Y = (int)floorf(y) & 255;
  x -= floorf(x);
  y -= floorf(y);
  float u = fade(x), v = fade(y);
  int A = perm[X] + Y, B = perm[X + 1] + Y;
  return lerp(v, lerp(u, grad(perm[A], x, y), grad(perm[B], x - 1, y)),
              lerp(u, grad(perm[A + 1], x, y - 1), grad(perm[B + 1], x - 1, y - 1)));
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4000;
  for (int i = 0; i < 256; i++)
    perm[i] = perm[i + 256] = (i * 167 + 13) & 255;
  float *o = malloc((size_t)n * n * 4);
  double t = omp_get_wtime();
#pragma omp parallel for collapse(2)
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      float s = 0, a = 1, f = .01f;
      for (int k = 0; k < 6; k++) {
        s += a * noise(x * f, y * f);
        a *= .5f;
        f *= 2;
      }
      o[y * n + x] = s;
    }
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < n * n; i++)
    s += fabs(o[i]);
  printf("%.4g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
