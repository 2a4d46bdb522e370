/* Particles in a harmonic trap, a structure of arrays: six resident streams in single precision. */
#include <stdio.h>
#include <stdlib.h>

struct particles {
  float *x, *y, *z, *vx, *vy, *vz;
};

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  size_t bytes = (size_t)n * sizeof(float);
  struct particles p = {malloc(bytes), malloc(bytes), malloc(bytes), malloc(bytes), malloc(bytes), malloc(bytes)};
  if (p.x == NULL || p.y == NULL || p.z == NULL || p.vx == NULL || p.vy == NULL || p.vz == NULL) return 1;
  for (int i = 0; i < n; i++) {
    p.x[i] = (float)(1 + i % 19);
    p.y[i] = (float)(1 + i % 23);
    p.z[i] = (float)(1 + i % 29);
    p.vx[i] = p.vy[i] = p.vz[i] = 0.0f;
  }
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      p.vx[i] -= 0.01f * p.x[i];
      p.vy[i] -= 0.02f * p.y[i];
      p.vz[i] -= 0.03f * p.z[i];
      p.x[i] += 0.01f * p.vx[i];
      p.y[i] += 0.01f * p.vy[i];
      p.z[i] += 0.01f * p.vz[i];
    }
  }
  printf("%.7g %.7g %.7g\n", (double)p.x[n - 1], (double)p.y[n - 1], (double)p.z[n - 1]);
  free(p.x);
  free(p.y);
  free(p.z);
  free(p.vx);
  free(p.vy);
  free(p.vz);
  return 0;
}
