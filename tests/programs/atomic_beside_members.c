/* Particles that move until their time is up, and add to elements of an array by atomic updates: arrays that a function hands out
 * through the addresses of members, so that points-to analysis must tell these apart.  A loop that waits for a member
 * that is volatile and set through a pointer stays.  expect: offloaded=1 kept=K015 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double x, left, v;
  int cell, dead;
  volatile int ready;
} particle;

typedef struct {
  particle *particles;
  double *tally, *weight;
  int n;
} data;

static size_t allocate(double **p, size_t n)
{
  *p = malloc(n * sizeof(double));
  for (size_t i = 0; i < n; i++)
    (*p)[i] = 1;
  return n * sizeof(double);
}

static void inject(const int *count, particle **into)
{
  particle *all = *into;
  if (all == NULL)
    all = *into = malloc(*count * sizeof(particle));
  for (int i = 0; i < *count; i++)
    all[i] = (particle){i * 0.02, 1, 1 + i % 5, 0, i % 11 == 0, 0};
}

static int step(particle *p, double d, const double *weight, double *tally)
{
  p->x += d * p->v;
  p->left -= d;
  p->cell = (int)p->x & 15;
#pragma omp atomic update
  tally[p->cell] += d * weight[p->cell];
  return p->dead;
}

static void move(particle *all, int n, const double *weight, double *tally)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    particle *p = &all[i];
    p->left = 1;
    while (p->left > 0.0) {
      double d = 0.125 * (1 + (int)(p->x * weight[p->cell]) % 3);
      if (d < p->left) {
        if (step(p, d, weight, tally))
          break;
      } else {
        step(p, p->left, weight, tally);
        p->left = 0;
      }
    }
  }
}

static void wait_for_first(particle *all, int n)
{
  const int at = n > 0 ? 0 : 1;
  volatile int *ready = &all[0].ready;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++) {
    if (i == 0) {
#pragma omp atomic write
      ready[at] = 1;
    }
    while (i > n && all[0].ready == 0)
      ;
    all[i].v = i;
  }
}

int main(void)
{
  data d;
  d.n = 500;
  d.particles = NULL;
  allocate(&d.tally, 16);
  allocate(&d.weight, 16);
  inject(&d.n, &d.particles);
  for (int t = 0; t < 3; t++)
    move(d.particles, d.n, d.weight, d.tally);
  wait_for_first(d.particles, d.n);
  double sum = 0;
  for (int i = 0; i < d.n; i++)
    sum += d.particles[i].x + d.particles[i].v;
  for (int k = 0; k < 16; k++)
    printf("%g ", d.tally[k]);
  printf("%g\n", sum);
  free(d.particles);
  free(d.tally);
  free(d.weight);
  return 0;
}
