/* Fields of three complex components in Fourier space, as codes for plasmas have them.  expect: offloaded=3 */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

#define NX 16
#define NY 24

struct wave {
  int mode;
  double complex amplitude[3];
  double weight;
};

static float complex turned(float complex z, float angle)
{
  return z * (1.0f - 0.5f * angle * angle + angle * I);
}

static struct wave scaled(struct wave w, double by)
{
  w.amplitude[1] *= by;
  w.weight = cabs(w.amplitude[1]) + carg(w.amplitude[0]);
  return w;
}

static void update(float complex *e, float complex *b, const float complex *j, float dt, double *energy)
{
  double total = 0;
  int kx, ky;

#pragma omp parallel for private(kx) reduction(+ : total)
  for (ky = 0; ky < NY; ky++) {
    for (kx = 0; kx < NX; kx++) {
      const float dkx = 0.25f * kx, dky = 0.125f * ky;
      const int at = 3 * (kx + NX * ky);
      float complex z1 = -cimagf(b[at + 2]) + crealf(b[at + 2]) * _Complex_I, z2, z3;

      z2 = dky * z1 - dt * j[at];
      z3 = -dkx * z1 - dt * j[at + 1];
      e[at] += dt * z2;
      e[at + 1] += dt * z3;
      e[at + 2] = turned(e[at + 2], dt * dkx) - dt * j[at + 2];
      b[at] -= dt * (dky * e[at + 2]) * I;
      b[at + 1] += dt * (dkx * e[at + 2]) * I;
      b[at + 2] -= dt * (dkx * e[at + 1] - dky * e[at]) * I;
      total += e[at] * conjf(e[at]) + e[at + 1] * conjf(e[at + 1]);
    }
  }
  *energy = total;
}

int main(void)
{
  const int n = 3 * NX * NY;
  float complex *e = malloc(n * sizeof *e), *b = malloc(n * sizeof *b), *j = malloc(n * sizeof *j);
  struct wave waves[NY];
  double energy = 0;
  int i, step;

#pragma omp parallel for
  for (i = 0; i < n; i++) {
    e[i] = 0.0f;
    b[i] = (i % 7) * 0.25f;
    j[i] = i % 2 ? 0.5f : i % 5 + 0.75f * I;
  }
  for (step = 0; step < 4; step++)
    update(e, b, j, 0.125f, &energy);
#pragma omp parallel for
  for (i = 0; i < NY; i++) {
    struct wave w = {i, {0.5f, 2.0f * I, e[3 * NX * i]}, 0};

    w.amplitude[0] = b[3 * NX * i + 2] + w.amplitude[2];
    waves[i] = scaled(w, 1.5);
  }
  printf("%.5g\n", energy);
  for (i = 0; i < NY; i += 3)
    printf("%d %.5g %.5g %.5g\n", waves[i].mode, creal(waves[i].amplitude[2]), cimag(waves[i].amplitude[1]),
           waves[i].weight);
  free(e);
  free(b);
  free(j);
  return 0;
}
