/* Particles between reflecting walls, an array of structures: strided fields and rare branches. */
#include <stdio.h>
#include <stdlib.h>

struct particle {
  float x, y, z, vx, vy, vz;
};

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  struct particle *p = malloc((size_t)n * sizeof *p);
  if (p == NULL) return 1;
  for (int i = 0; i < n; i++) {
    struct particle start = {(float)(i % 19), (float)(i % 23), (float)(i % 29), 0.25f, -0.5f, (float)(i % 3)};
    p[i] = start;
  }
  for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      p[i].x += 0.5f * p[i].vx;
      p[i].y += 0.5f * p[i].vy;
      p[i].z += 0.5f * p[i].vz;
      if (p[i].x < 0.0f || p[i].x > 18.0f) p[i].vx = -p[i].vx;
      if (p[i].y < 0.0f || p[i].y > 22.0f) p[i].vy = -p[i].vy;
      if (p[i].z < 0.0f || p[i].z > 28.0f) p[i].vz = -p[i].vz;
    }
  }
  printf("%.7g %.7g %.7g\n", (double)p[n - 1].x, (double)p[n - 1].y, (double)p[n - 1].z);
  free(p);
  return 0;
}
