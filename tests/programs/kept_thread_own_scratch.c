/* Blocks of threads that iterations fill, where another iteration, or other code, may see what they leave; and blocks
   of which nobody knows how much an iteration uses.
   expect: offloaded=2 kept=K013,K013,K013,K013,K013,K013,K014 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#endif

enum { ROWS = 200, N = 12 };

static double grid[ROWS][N], out[ROWS];
static int order[N];
static double *traced;

static void say(const char *what, double more)
{
  double sum = more;

  for (int r = 0; r < ROWS; r++)
    sum += out[r] * (r % 7 + 1);
  printf("%s %.4f\n", what, sum);
}

static double *blocks(int threads)
{
  double *all = calloc((size_t)threads * N, sizeof *all);

  for (int i = 0; all && i < threads * N; i++)
    all[i] = 1;
  return all;
}

static double total(const double *block, int n)
{
  double sum = 0;

  for (int k = 0; k < n; k++)
    sum += block[k];
  return sum;
}

/* The program looks at what is left. */
static void looked_at(double *all, int threads)
{
  double left = 0;

#pragma omp parallel
  {
    double *mine = all + omp_get_thread_num() * N;

#pragma omp for schedule(static)
    for (int r = 0; r < ROWS; r++) {
      for (int k = 0; k < N; k++)
        mine[k] = grid[r][k];
      out[r] = mine[0] + mine[N - 1];
    }
  }
  for (int t = 0; t < threads; t++)
    for (int k = 0; k < N; k++)
      left = all[t * N + k] > left ? all[t * N + k] : left;
  say("looked at", left);
}

/* One element is what an earlier iteration of the thread, or nobody, has stored. */
static void carried(double *all)
{
#pragma omp parallel
  {
    double *mine = all + omp_get_thread_num() * N;

#pragma omp for schedule(static)
    for (int r = 0; r < ROWS; r++) {
      if (r % 50 == 0)
        mine[1] = 2;
      mine[0] = grid[r][0];
      out[r] = mine[0] + (mine[1] > 0);
    }
  }
  say("carried", 0);
}

/* A neighbour's block is the thread's own where there is one thread. */
static void neighbours(double *all, int threads)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double *mine = all + me * N, *next = all + (me + 1) % threads * N;

#pragma omp for schedule(static)
    for (int r = 0; r < ROWS; r++) {
      for (int k = 0; k < N; k++)
        mine[k] = grid[r][k];
      out[r] = mine[1] + 0 * next[2];
    }
  }
  say("neighbours", 0);
}

/* Which elements are used is found in memory. */
static void scattered(double *all)
{
#pragma omp parallel for
  for (int r = 0; r < ROWS; r++) {
    double *mine = all + omp_get_thread_num() * N;

    for (int k = 0; k < N; k++)
      mine[order[k]] = grid[r][k];
    out[r] = mine[3];
  }
  say("scattered", 0);
}

static void called(double *all)
{
#pragma omp parallel for
  for (int r = 0; r < ROWS; r++) {
    double *mine = all + omp_get_thread_num() * N;

    for (int k = 0; k < N; k++)
      mine[k] = grid[r][k];
    out[r] = total(mine, N);
  }
  say("called", 0);
}

/* The loop is between a store and a load of the first thread's block. */
static void between(double *all)
{
  double *first = all, seen;

  first[2] = -1;
#pragma omp parallel
  {
    double *mine = all + omp_get_thread_num() * N;

#pragma omp for schedule(static)
    for (int r = 0; r < ROWS; r++) {
      for (int k = 0; k < N; k++)
        mine[k] = grid[r][k] + 1;
      out[r] = mine[2];
    }
  }
  seen = first[2];
  say("between", seen > 0);
}

static double trace(void)
{
  return traced[5];
}

int main(void)
{
  int threads = omp_get_max_threads();
  double *all = blocks(threads);

#pragma omp parallel for
  for (int r = 0; r < ROWS; r++)
    for (int k = 0; k < N; k++)
      grid[r][k] = (r * 5 + k * 3) % 17;
#pragma omp parallel for
  for (int k = 0; k < N; k++)
    order[k] = (k * 5 + 3) % N;
  looked_at(all, threads);
  double *own = malloc(sizeof(double) * N * (size_t)threads);
  for (int i = 0; i < threads * N; i++)
    own[i] = 3;
  carried(own);
  free(own);
  double *ring = calloc(sizeof(double) * N, (size_t)threads);
  neighbours(ring, threads);
  free(ring);
  double *places = malloc(sizeof(double) * N * (size_t)threads);
  scattered(places);
  free(places);
  double *handed = malloc(sizeof(double) * N * (size_t)threads);
  called(handed);
  free(handed);
  double *watched = malloc(sizeof(double) * N * (size_t)threads);
  between(watched);
  free(watched);
  traced = malloc(sizeof(double) * N * (size_t)threads);
#pragma omp parallel
  {
    double *mine = traced + omp_get_thread_num() * N;

#pragma omp for schedule(static)
    for (int r = 0; r < ROWS; r++) {
      for (int k = 0; k < N; k++)
        mine[k] = 7;
      out[r] = mine[2];
    }
  }
  say("traced", trace());
  free(traced);
  free(all);
  return 0;
}
