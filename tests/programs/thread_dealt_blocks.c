/* Iterations that threads deal out by hand, and that work in a block of their thread: each iteration has a block of its
 * own, if it fills what it reads there, and if nothing reads what it leaves.
 * expect: offloaded=5 kept=K013,K013,K013,K014 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#define omp_get_max_threads() 1
#endif
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 24

struct scratch {
  double value[WIDTH];
  int count;
};

static double fold(const double *w, int width)
{
  double sum = 0;

  for (int k = 0; k < width; k++)
    sum += w[k] * w[width - 1 - k];
  return sum;
}

/* A block out of one buffer, before the loop. */
static void before(int n, int width, double *buffer, double *out)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int from = me * n / threads, to = (me + 1) * n / threads;
    double *w = buffer + me * width;

    for (int i = from; i < to; i++) {
      for (int k = 0; k < width; k++)
        w[k] = i + k * .5;
      double sum = 0;
      for (int k = 0; k < width; k++)
        sum += w[k] * w[width - 1 - k];
      out[i] = sum;
    }
  }
}

/* In the loop, whose iterations go to the threads in turn. */
static void within(int n, int width, double *buffer, double *out)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();

    for (int i = me; i < n; i += threads) {
      double *w = buffer + me * width;

      for (int k = 0; k < width; k++)
        w[k] = i - k * .5;
      double sum = 0;
      for (int k = 0; k < width; k++)
        sum += w[k] * w[width - 1 - k];
      out[i] = sum;
    }
  }
}

/* A row of a table, and parts that are an iteration longer for the first threads. */
static void row(int n, double **rows, double *out)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int each = n / threads, more = n % threads;
    int from = me * each + (me < more ? me : more), to = from + each + (me < more);
    double *w = rows[me];

    for (int i = from; i < to; i++) {
      for (int k = 0; k < WIDTH; k++)
        w[k] = 2 * i + k;
      for (int k = 1; k < WIDTH; k++)
        w[k] += w[k - 1] / 2;
      out[i] = w[WIDTH - 1];
    }
  }
}

/* Two arrays in one block. */
static void halves(int n, double *buffer, double *out)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int from = me * n / threads, to = (me + 1) * n / threads;
    double *w = buffer + me * (2 * WIDTH), *v = w + WIDTH;

    for (int i = from; i < to; i++) {
      for (int k = 0; k < WIDTH; k++) {
        w[k] = i + k;
        v[k] = i - k;
      }
      double sum = 0;
      for (int k = 0; k < WIDTH; k++)
        sum += w[k] * v[WIDTH - 1 - k];
      out[i] = sum;
    }
  }
}

/* A structure, and a count for each thread beside it. */
static long structures(int n, struct scratch *all, double *out, long *counts)
{
  long total = 0;
  int used = 1;

#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int from = me * n / threads, to = (me + 1) * n / threads;
    struct scratch *s = &all[me];

    if (me == 0)
      used = threads;
    for (int i = from; i < to; i++) {
      s->count = 0;
      for (int k = 0; k < WIDTH; k++) {
        s->value[k] = (i * 7 + k * 3) % 11;
        s->count += s->value[k] > 5;
      }
      out[i] = s->value[i % WIDTH] + s->count;
      counts[me] += s->count;
    }
  }
  for (int t = 0; t < used; t++)
    total += counts[t];
  return total;
}

/* An element that the thread has set before its first iteration. */
static void kept(int n, double *buffer, double *out)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int from = me * n / threads, to = (me + 1) * n / threads;
    double *w = buffer + me * WIDTH;

    w[0] = 2;
    for (int i = from; i < to; i++) {
      for (int k = 1; k < WIDTH; k++)
        w[k] = i + k;
      out[i] = w[0] + w[WIDTH - 1];
    }
  }
}

/* Where a pointer leads in the block depends on the thread. */
static void uneven(int n, double *buffer, double *out)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int from = me * n / threads, to = (me + 1) * n / threads;
    double *w = buffer + me * (2 * WIDTH), *v = w + me % 2;

    for (int i = from; i < to; i++) {
      for (int k = 0; k < WIDTH; k++)
        w[k] = i + k;
      for (int k = 0; k < WIDTH; k++)
        v[k] += 1;
      out[i] = w[3] + w[0];
    }
  }
}

/* Each iteration goes on with what the one before it left. */
static void running(int n, double *buffer, double *out)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int from = me * n / threads, to = (me + 1) * n / threads;
    double *w = buffer + me * WIDTH;

    w[0] = 0;
    for (int i = from; i < to; i++) {
      w[0] += i % 3;
      out[i] = i + w[0] - w[0];
    }
  }
}

/* The last iteration of each thread leaves its values for what follows. */
static double left(int n, double *buffer, double *out)
{
  double sum = 0;

#pragma omp parallel reduction(+ : sum)
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int from = me * n / threads, to = (me + 1) * n / threads;
    double *w = buffer + me * WIDTH;

    for (int i = from; i < to; i++) {
      for (int k = 0; k < WIDTH; k++)
        w[k] = i + k;
      out[i] = w[2] + w[4];
    }
    if (to == n)
      sum += w[1];
  }
  return sum;
}

static double total(int n, const double *out)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += out[i] / (i + 1);
  return sum;
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 700, width = argc > 2 ? 8 : WIDTH, most = omp_get_max_threads();
  double *buffer = calloc((size_t)most * 2 * WIDTH + 1, sizeof(double)), *out = calloc(n, sizeof(double));
  double *other = calloc((size_t)most * WIDTH, sizeof(double)), **rows = malloc(most * sizeof(double *));
  double *last = calloc((size_t)most * WIDTH, sizeof(double)), *first = calloc((size_t)most * WIDTH, sizeof(double));
  double *pair = calloc((size_t)most * 2 * WIDTH, sizeof(double)), *second = calloc((size_t)most * WIDTH, sizeof(double));
  double *third = calloc((size_t)most * WIDTH, sizeof(double));
  struct scratch *all = calloc(most, sizeof(struct scratch));
  long *counts = calloc(most, sizeof(long));

  for (int t = 0; t < most; t++)
    rows[t] = malloc(WIDTH * sizeof(double));
  before(n, width, first, out);
  printf("%.6f\n", total(n, out));
  within(n, width, second, out);
  printf("%.6f\n", total(n, out));
  row(n, rows, out);
  printf("%.6f\n", total(n, out));
  halves(n, pair, out);
  printf("%.6f\n", total(n, out));
  printf("%ld ", structures(n, all, out, counts));
  printf("%.6f\n", total(n, out));
  kept(n, third, out);
  printf("%.6f\n", total(n, out));
  uneven(n, buffer, out);
  printf("%d\n", out[n - 1] > 0);
  running(n, other, out);
  printf("%.6f\n", total(n, out));
  printf("%.6f ", left(n, last, out));
  printf("%.6f\n", total(n, out));
  printf("%.6f\n", fold(out, 10));
  for (int t = 0; t < most; t++)
    free(rows[t]);
  return 0;
}
