/* Each thread has a block of a buffer, and a pointer to it: sparse histograms, charges on a grid, forces, products with a
   transposed matrix, extremes. Blocks are padded, in tables that another file makes, in structures, behind offsets that a loop
   computes; they are added up by loops over threads, in `critical` and `atomic`, and behind the region.
   with: support/thread_block_pool.c  expect: offloaded=9 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#define omp_get_num_threads() 1
#endif

#include "support/thread_block_pool.h"

enum { ITEMS = 3000, BINS = 160, PAD = 8, CELLS = 40 };

struct point {
  double x, y;
};

static int key[ITEMS];
static double weight[ITEMS];

static void say(const char *what, const double *values, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += values[i] * (i % 13 + 1);
  printf("%s %.3f\n", what, sum);
}

static void histogram(int threads, double *out)
{
  double *buffer = malloc(sizeof(double) * (size_t)threads * (BINS + PAD));

#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double *restrict mine = buffer + (size_t)me * (BINS + PAD);

    for (int b = 0; b < BINS; b++)
      mine[b] = 0;
#pragma omp for
    for (int i = 0; i < ITEMS; i++)
      mine[key[i]] += weight[i];
#pragma omp for
    for (int b = 0; b < BINS; b++) {
      double sum = 0;
      for (int t = 0; t < threads; t++)
        sum += buffer[t * (BINS + PAD) + b];
      out[b] = sum;
    }
  }
  free(buffer);
}

static void deposit(double **grids, int threads, double *out)
{
#pragma omp parallel
  {
    double *grid = grids[omp_get_thread_num()];

    memset(grid, 0, sizeof(double) * CELLS);
#pragma omp for schedule(static)
    for (int i = 0; i < ITEMS; i++) {
      int cell = key[i] % (CELLS - 1);
      double right = 0.25 * (i % 4);

      grid[cell] = grid[cell] + weight[i] * (1 - right);
      grid[cell + 1] += weight[i] * right;
    }
  }
  for (int c = 0; c < CELLS; c++)
    out[c] = merged(grids, threads, c);
}

static void forces(struct worker *workers, double *out)
{
  int i;

  memset(out, 0, sizeof(double) * BINS);
#pragma omp parallel private(i)
  {
    struct worker *me = &workers[omp_get_thread_num()];
    double *force = me->part.sums;

    for (i = 0; i < BINS; i++)
      force[i] = 0;
#pragma omp for schedule(dynamic, 16)
    for (i = 0; i < ITEMS; i++)
      for (int j = 0; j < 3; j++) {
        int other = (key[i] + 11 * j) % BINS;
        force[key[i]] -= weight[i];
        force[other] += weight[i];
      }
#pragma omp critical
    for (i = 0; i < BINS; i++)
      out[i] += force[i];
  }
}

static void least(struct worker *workers, int threads, double *out)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), i;
    int *low;

    low = workers[me].least;
    for (i = 0; i < BINS; i++)
      low[i] = ITEMS;
#pragma omp for
    for (i = 0; i < ITEMS; i++) {
      if (i % 31 + 2 < low[key[i]])
        low[key[i]] = i % 31 + 2;
    }
  }
  for (int b = 0; b < BINS; b++) {
    out[b] = ITEMS;
    for (int t = 0; t < threads; t++)
      out[b] = workers[t].least[b] < out[b] ? workers[t].least[b] : out[b];
  }
}

static void transposed(const int *rows, const double *x, double *y)
{
  int threads = omp_get_max_threads();
  struct point *all = malloc(sizeof *all * (size_t)threads * BINS);
  int *first = malloc(sizeof *first * (size_t)threads);

#pragma omp parallel for
  for (int t = 0; t < threads; t++)
    first[t] = t * BINS;
#pragma omp parallel
  {
    struct point *own = &all[first[omp_get_thread_num()]];

    for (int b = 0; b < BINS; b++)
      own[b].x = own[b].y = 0;
#pragma omp for
    for (int r = 0; r < CELLS; r++)
      for (int k = rows[r]; k < rows[r + 1]; k++) {
        own[key[k]].x += weight[k] * x[r];
        own[key[k]].y += 1;
      }
    for (int b = 0; b < BINS; b++)
#pragma omp atomic
      y[b] += own[b].x + own[b].y;
  }
  printf("first block %d\n", first[threads - 1] % BINS);
  free(first);
  free(all);
}

/* Each thread reads a copy of its own. */
static void looked_up(double **copies, double *out)
{
#pragma omp parallel
  {
    double *table = copies[omp_get_thread_num()];

    for (int c = 0; c < CELLS; c++)
      table[c] = 0.5 * c;
#pragma omp for
    for (int b = 0; b < BINS; b++)
      out[b] = table[key[b] % CELLS] - table[0];
  }
}

int main(void)
{
  int threads = omp_get_max_threads(), rows[CELLS + 1];
  double out[BINS], x[CELLS], y[BINS] = {0};
  double **grids = make_blocks(threads, CELLS);
  struct worker *workers = make_workers(threads, BINS);

#pragma omp parallel for
  for (int i = 0; i < ITEMS; i++) {
    key[i] = i * 37 % 1009 % BINS;
    weight[i] = i % 17 * 0.25;
  }
  for (int r = 0; r <= CELLS; r++)
    rows[r] = r * ITEMS / CELLS;
  for (int r = 0; r < CELLS; r++)
    x[r] = r % 5;
  histogram(threads, out);
  say("histogram", out, BINS);
  deposit(grids, threads, out);
  say("grid", out, CELLS);
  forces(workers, out);
  say("forces", out, BINS);
  least(workers, threads, out);
  say("least", out, BINS);
  transposed(rows, x, y);
  say("transposed", y, BINS);
  looked_up(grids, out);
  say("copies", out, BINS);
  free_blocks(grids, threads);
  free_workers(workers, threads);
  return 0;
}
