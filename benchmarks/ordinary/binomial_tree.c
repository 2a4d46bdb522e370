/* Options by binomial trees in arrays of an iteration. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define STEPS 512
static float option(float S, float K, float T, float r, float vol) {
  float v[STEPS + 1], dt = T / STEPS, u = expf(vol * sqrtf(dt)), d = 1 / u, p = (expf(r * dt) - d) / (u - d),
                      df = expf(-r * dt);
  for (int i = 0; i <= STEPS; i++) {
    float x = S * powf(u, 2.f * i - STEPS) - K;
    v[i] = x > 0 ? x : 0;
  }
  for (int k = STEPS; k > 0; k--)
    for (int i = 0; i < k; i++)
      v[i] = df * (p * v[i + 1] + (1 - p) * v[i]);
  return v[0];
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 20000;
  float *o = malloc(n * 4);
  double t = omp_get_wtime();
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    o[i] = option(20 + i % 50, 25 + i % 30, .5f + (i % 10) * .1f, .02f, .2f + (i % 5) * .05f);
  t = omp_get_wtime() - t;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += o[i];
  printf("%.4g\n", s);
  printf("time %.4f\n", t);
  return 0;
}
