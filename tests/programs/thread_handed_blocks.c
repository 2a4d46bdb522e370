/* Scratch of threads that functions fill, by pointers that they are given: structures and parts of a buffer by thread
   number, also handed on and copied, a structure that each thread allocates, and private pointers of the region.  Functions that keep the pointer or
   find the memory otherwise, blocks that are read later, or that begin before their memory, keep their loops.
   expect: offloaded=7 kept=K013,K013,K013,K014 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#endif

enum { N = 150, POINTS = 3 };

struct element {
  double shape[POINTS][8], stiffness[8][8], area;
  int used;
};

static struct element *kept;

static void shapes(double (*shape)[8], int e)
{
  for (int p = 0; p < POINTS; p++)
    for (int k = 0; k < 8; k++)
      shape[p][k] = sin(e + p * k);
}

static void assemble(int e, struct element *w)
{
  memset(w->stiffness, 0, sizeof w->stiffness);
  shapes(w->shape, e);
  w->area = 1 + e % 3;
  w->used = e;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      for (int p = 0; p < POINTS; p++)
        w->stiffness[i][j] += w->shape[p][i] * w->shape[p][j] * w->area;
}

static double trace(const struct element *w)
{
  const struct element *it = w;
  double sum = it->used;

  for (int i = 0; i < 8; i++)
    sum += it->stiffness[i][i];
  return sum;
}

static void fill(double *v, int m, int e)
{
  double *to = v;

  for (int k = 0; k < m; k++)
    to[k] = cos(e * 0.1 + k);
}

static double running(double *v, int m)
{
  for (int k = 1; k < m; k++)
    v[k] += v[k - 1];
  return v[m - 1];
}

static void fill_from_one(double *v, int m)
{
  for (int k = 1; k <= m; k++)
    v[k] = k * 0.5;
}

static double carried(struct element *w, int e)
{
  double before = e > 0 ? w->area : 0;

  w->area = e;
  return before * 0;
}

static void keeps(struct element *w, int e)
{
  kept = w;
  w->area = e;
}

static void also_otherwise(struct element *w, int e)
{
  w->area = e;
  kept->used += 1;
}

static double *before(int n)
{
  return (double *)malloc(n * sizeof(double)) - 1;
}

int main(void)
{
  static double out[N];
  static double lines[256][16], others[256][16];
  int threads = omp_get_max_threads(), m = 12;
  struct element *all = malloc(threads * sizeof *all), *second = calloc(threads, sizeof *second);
  struct element *third = calloc(threads, sizeof *third), *fourth = calloc(threads, sizeof *fourth);
  double *buffer = malloc((size_t)threads * (m + 4) * sizeof *buffer), *shifted = before(threads * m), sum = 0;

  kept = third;
#pragma omp parallel for
  for (int e = 0; e < N; e++) {
    struct element *w = &all[omp_get_thread_num()];
    assemble(e, w);
    out[e] += trace(w);
  }
#pragma omp parallel
  {
    double *work = buffer + (size_t)omp_get_thread_num() * (m + 4);
#pragma omp for schedule(dynamic, 4)
    for (int e = 0; e < N; e++) {
      fill(work, m, e);
      out[e] += running(work, m) + work[m - 1];
    }
  }
#pragma omp parallel for
  for (int e = 0; e < N; e++) {
    double *line = lines[omp_get_thread_num()];
    fill(line + 1, 8, e);
    out[e] += running(line + 1, 8);
  }
#pragma omp parallel for
  for (int e = 0; e < N; e++) {
    double *line = &others[omp_get_thread_num()][0];
    fill(line, 16, e);
    out[e] -= running(line, 7);
  }
#pragma omp parallel
  {
    struct element *own = malloc(sizeof *own);
#pragma omp for
    for (int e = 0; e < N; e++) {
      assemble(e + 1, own);
      out[e] += own->stiffness[1][2];
    }
    free(own);
  }
#pragma omp parallel for
  for (int e = 0; e < N; e++)
    out[e] *= 0.5;

  double *line, *other;
  int e;
#pragma omp parallel private(e, line, other)
  {
    line = malloc(m * sizeof *line);
    other = (double *)malloc(sizeof(double) * m);
#pragma omp for
    for (e = 0; e < N; e++) {
      fill(line, m, e);
      for (int k = 0; k < m; k++)
        other[k] = line[m - 1 - k];
      out[e] += running(other, m) - line[0];
    }
    free(line);
    free(other);
  }

  /* what follows stays */
#pragma omp parallel for
  for (int e = 0; e < N; e++) {
    struct element *w = &second[omp_get_thread_num()];
    out[e] += carried(w, e);
  }
#pragma omp parallel for
  for (int e = 0; e < N; e++) {
    struct element *w = &fourth[omp_get_thread_num()];
    keeps(w, e);
    out[e] += w->area;
  }
  kept = third;
#pragma omp parallel for
  for (int e = 0; e < N; e++) {
    struct element *w = &third[omp_get_thread_num()];
    also_otherwise(w, e);
    out[e] += w->area;
  }
  sum += kept->used > 0;
#pragma omp parallel for
  for (int e = 0; e < N; e++) {
    double *line = shifted + omp_get_thread_num() * m;
    fill_from_one(line, m);
    out[e] += line[m] + line[1];
  }
  for (int e = 0; e < N; e++)
    sum += out[e] * (e % 7);
  printf("%.10g\n", sum > 1e9 ? 0 : sum);
  free(all);
  free(second);
  free(third);
  free(fourth);
  free(buffer);
  free(shifted + 1);
  return 0;
}
