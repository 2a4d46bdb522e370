/* Blocks of threads in which each iteration works: it fills what it reads, and nobody reads what it leaves.
   Parts of one buffer, rows of tables, members of structures, blocks in parts, blocks that several loops use, lines
   of a sweep, sums by rows of a sparse matrix.  expect: offloaded=7 */
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

enum { ROWS = 300, COLUMNS = 40, PAD = 16, WINDOW = 7 };

struct pair {
  double value;
  int place;
};

struct workspace {
  double *line;
  long used[7];
};

static double grid[ROWS][COLUMNS], out[ROWS];
static struct pair pairs[256 * WINDOW];

static void say(const char *what)
{
  double sum = 0;

  for (int r = 0; r < ROWS; r++)
    sum += out[r] * (r % 11 + 1);
  printf("%s %.4f\n", what, sum);
}

/* Elimination and substitution along each line, in two parts of the thread's block. */
static void lines(int threads, int n)
{
  double *all = malloc(sizeof *all * (size_t)threads * (2 * COLUMNS + PAD));

#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double *upper = all + (size_t)me * (2 * COLUMNS + PAD), *right = upper + COLUMNS;

#pragma omp for
    for (int r = 0; r < ROWS; r++) {
      upper[0] = 0.5;
      right[0] = grid[r][0];
      for (int c = 1; c < n; c++) {
        double by = 1 / (4 - upper[c - 1]);
        upper[c] = by;
        right[c] = (grid[r][c] + right[c - 1]) * by;
      }
      double last = 0;
      for (int c = n - 1; c >= 0; c--)
        last = right[c] + fabs(upper[c]) * last;
      out[r] = last;
    }
  }
  free(all);
}

/* The same rows of a table for two loops, as arrays of sums and of weights. */
static void weighted(double **rows, int n)
{
#pragma omp parallel
  {
    double *own = rows[omp_get_thread_num()];

#pragma omp for schedule(dynamic)
    for (int r = 0; r < ROWS; r++) {
      for (int c = 0; c < n; c++)
        own[c] = grid[r][c] * (c + 1);
      out[r] = 0;
      for (int c = 1; c < n; c++)
        out[r] += own[c] - own[c - 1];
    }
#pragma omp for
    for (int r = 0; r < ROWS; r++) {
      for (int c = 0; c < n; c++)
        own[c] = 0;
      for (int k = 0; k < r % 5; k++)
        for (int c = 0; c < n; c++)
          own[c] += grid[(r + k) % ROWS][c];
      for (int c = 0; c < n; c++)
        out[r] += own[c];
    }
  }
}

/* A thread's structure leads to its line; the iteration asks for the number itself. */
static void smoothed(struct workspace *all, int n)
{
#pragma omp parallel for
  for (int r = 0; r < ROWS; r++) {
    struct workspace *mine = &all[omp_get_thread_num()];
    double *line = mine->line;

    for (int c = 0; c < n; c++)
      line[c] = grid[r][c];
    for (int c = 1; c < n - 1; c++)
      grid[r][c] = 0.25 * line[c - 1] + 0.5 * line[c] + 0.25 * line[c + 1];
    out[r] = grid[r][n / 2];
  }
}

/* Structures in a static array; blocks of constant size. */
static void greatest(void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    struct pair *own = &pairs[me * WINDOW];

#pragma omp for
    for (int r = 0; r < ROWS; r++) {
      for (int k = 0; k < WINDOW; k++) {
        own[k].value = grid[(r + k) % ROWS][k];
        own[k].place = k;
      }
      for (int k = 1; k < WINDOW; k++)
        if (own[k].value > own[0].value) {
          own[0].value = own[k].value;
          own[0].place = own[k].place;
        }
      out[r] = own[0].value + own[0].place;
    }
  }
}

/* Rows of a sparse matrix: how long they are is found in memory, the block is as long as a vector. */
static void sparse(const int *first, const double *value, int n)
{
  int threads = omp_get_max_threads();
  float *sums = malloc(sizeof(float) * (size_t)threads * (size_t)n);

#pragma omp parallel
  {
    float *const mine = sums + (size_t)omp_get_thread_num() * (size_t)n;

#pragma omp for
    for (int r = 0; r < ROWS; r++) {
      out[r] = 0;
      for (int e = first[r]; e < first[r + 1]; e++) {
        float *part = mine + 1;
        for (int k = 0; k < n; k++)
          mine[k] = (float)(value[e] * k);
        for (int k = 0; k < n - 1; k++)
          out[r] += part[k];
      }
    }
  }
  free(sums);
}

int main(void)
{
  int threads = omp_get_max_threads(), first[ROWS + 1] = {0};
  double **rows = malloc(sizeof *rows * (size_t)threads), *value = malloc(sizeof *value * ROWS * 4);
  struct workspace *all = calloc((size_t)threads, sizeof *all);

  for (int t = 0; t < threads; t++) {
    rows[t] = malloc(sizeof(double) * COLUMNS);
    all[t].line = malloc(sizeof(double) * (COLUMNS + PAD));
  }
#pragma omp parallel for
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++)
      grid[r][c] = (r * 7 + c * 13) % 29;
  for (int r = 0; r < ROWS; r++) {
    first[r + 1] = first[r] + r % 4;
    for (int e = first[r]; e < first[r + 1]; e++)
      value[e] = e % 9 * 0.5;
  }
  lines(threads, COLUMNS);
  say("lines");
  weighted(rows, COLUMNS);
  say("weighted");
  smoothed(all, COLUMNS);
  say("smoothed");
  greatest();
  say("greatest");
  sparse(first, value, 12);
  say("sparse");
  for (int t = 0; t < threads; t++) {
    free(rows[t]);
    free(all[t].line);
  }
  free(rows);
  free(all);
  free(value);
  return 0;
}
