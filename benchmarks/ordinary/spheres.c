/* Spheres that mirror each other. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  float x, y, z;
} vec;
typedef struct {
  vec c;
  float r;
  vec col;
  float refl;
} sph;
static vec add(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static vec mul(vec a, float s) { return (vec){a.x * s, a.y * s, a.z * s}; }
static vec sub(vec a, vec b) { return add(a, mul(b, -1)); }
static float dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec norm(vec a) { return mul(a, 1 / sqrtf(dot(a, a))); }
static sph S[64];
static int ns = 64;
static int hit(vec o, vec d, float *t) {
  int h = -1;
  *t = 1e9f;
  for (int i = 0; i < ns; i++) {
    vec oc = sub(o, S[i].c);
    float b = dot(oc, d), c = dot(oc, oc) - S[i].r * S[i].r, q = b * b - c;
    if (q > 0) {
      float s = -b - sqrtf(q);
      if (s > 1e-3f && s < *t) {
        *t = s;
        h = i;
      }
    }
  }
  return h;
}
static vec trace(vec o, vec d) {
  vec col = {0, 0, 0};
  float k = 1;
  for (int b = 0; b < 4; b++) {
    float t;
    int h = hit(o, d, &t);
    if (h < 0) {
      col = add(col, mul((vec){.5f, .7f, 1}, k));
      break;
    }
    vec p = add(o, mul(d, t)), n = norm(sub(p, S[h].c)), l = norm((vec){1, 2, -1});
    float t2;
    float df = dot(n, l);
    if (df < 0 || hit(p, l, &t2) >= 0)
      df = .1f;
    col = add(col, mul(S[h].col, df * k * (1 - S[h].refl)));
    k *= S[h].refl;
    o = p;
    d = sub(d, mul(n, 2 * dot(d, n)));
  }
  return col;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1500;
  unsigned char *im = malloc(3l * n * n);
  for (int i = 0; i < ns; i++) {
    S[i].c = (vec){i % 8 - 3.5f, i / 8 - 3.5f, 6 + (i * 7 % 5)};
    S[i].r = .45f;
    S[i].col = (vec){(i % 3) / 2.f, (i % 5) / 4.f, (i % 7) / 6.f};
    S[i].refl = .3f;
  }
  double t = omp_get_wtime();
#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      vec q = trace((vec){0, 0, -2}, norm((vec){(x - n / 2.f) / n, (y - n / 2.f) / n, 1}));
      im[3 * (y * n + x)] = fminf(255, q.x * 255);
      im[3 * (y * n + x) + 1] = fminf(255, q.y * 255);
      im[3 * (y * n + x) + 2] = fminf(255, q.z * 255);
    }
  t = omp_get_wtime() - t;
  long s = 0;
  for (long i = 0; i < 3l * n * n; i++)
    s += im[i];
  printf("%.3g\n", (double)s);
  printf("time %.4f\n", t);
  return 0;
}
