/* Bodies that attract each other, as an array of structures. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  float x, y, z, vx, vy, vz, m;
} Body;
static void forces(Body *b, int n, float dt) {
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < n; i++) {
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
      float dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
      float d2 = dx * dx + dy * dy + dz * dz + 1e-3f;
      float inv = 1.0f / sqrtf(d2);
      float s = b[j].m * inv * inv * inv;
      fx += dx * s;
      fy += dy * s;
      fz += dz * s;
    }
    b[i].vx += dt * fx;
    b[i].vy += dt * fy;
    b[i].vz += dt * fz;
  }
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 30000, it = argc > 2 ? atoi(argv[2]) : 10;
  Body *b = malloc(n * sizeof *b);
  srand(1);
  for (int i = 0; i < n; i++) {
    b[i].x = rand() / (float)RAND_MAX;
    b[i].y = rand() / (float)RAND_MAX;
    b[i].z = rand() / (float)RAND_MAX;
    b[i].vx = b[i].vy = b[i].vz = 0;
    b[i].m = 1.f / n;
  }
  double t = omp_get_wtime();
  for (int k = 0; k < it; k++) {
    forces(b, n, .01f);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      b[i].x += b[i].vx * .01f;
      b[i].y += b[i].vy * .01f;
      b[i].z += b[i].vz * .01f;
    }
  }
  t = omp_get_wtime() - t;
  double e = 0;
  for (int i = 0; i < n; i++)
    e += b[i].vx * b[i].vx;
  printf("%.4g\n", e);
  printf("time %.4f\n", t);
  return 0;
}
