/* A region chooses one of several team functions by `switch`.  One has no device version, as its threads allocate
   scratch memory: all threads run it together, on the CPU.
   expect: offloaded=3 kept=K020
   flags: -std=gnu11 -Wall -Wextra -Werror */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#endif

struct model {
  int scheme, nx, nz;
};

static void plain(struct model m, float *p, const float *v)
{
#pragma omp for
  for (int i = 1; i < m.nx - 1; i++)
    for (int j = 1; j < m.nz - 1; j++)
      p[i * m.nz + j] += 0.25f * (v[i * m.nz + j + 1] - v[i * m.nz + j - 1]);
}

static void damped(struct model m, float *p, const float *v)
{
  float *old = malloc(m.nz * sizeof *old);
  if (old == NULL)
    exit(1);
#pragma omp for
  for (int i = 1; i < m.nx - 1; i++) {
    for (int j = 1; j < m.nz - 1; j++)
      old[j] = p[i * m.nz + j];
    for (int j = 1; j < m.nz - 1; j++)
      p[i * m.nz + j] += 0.25f * v[i * m.nz + j + 1] - 0.5f * old[j];
  }
  free(old);
}

static void run(struct model m, float *p, float *v, int *seen)
{
#pragma omp parallel
  {
    for (int step = 0; step < 6; step++) {
      switch (step % 3 + m.scheme) {
      case 0:
      case 1:
        if (m.nx > 3)
          plain(m, p, v);
        break;
      case 2:
        damped(m, p, v);
        seen[omp_get_thread_num()] = step; /* each thread by its number */
        break;
      default:
#pragma omp for
        for (int i = 0; i < m.nx * m.nz; i++)
          v[i] = 0.5f * v[i] + 0.125f * p[i];
        damped(m, v, p);
      }
    }
  }
}

int main(void)
{
  static int seen[1024];
  struct model m = {0, 40, 30};
  float *p = calloc(m.nx * m.nz, sizeof *p), *v = malloc(m.nx * m.nz * sizeof *v);
  for (int i = 0; i < m.nx * m.nz; i++)
    v[i] = (float)(i % 11);
  for (m.scheme = 0; m.scheme < 3; m.scheme++) {
    run(m, p, v, seen);
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < m.nx * m.nz; i++)
      sum += p[i] * (i % 7) + v[i];
    printf("%d: %.3f, last step %d\n", m.scheme, sum, seen[0]);
  }
  free(p);
  free(v);
  return 0;
}
