/* Loops that threads deal out by hand in an integer type of the program's own, by functions that give the thread's
   number and the count, and by the most threads, which are asked for before the region.
   expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#define omp_get_max_threads() 1
#define omp_set_num_threads(n)
#endif

typedef long index_type;
typedef index_type count_type;

/* The part of a thread, as macros of libraries compute it. */
#define PART(me, threads, n, low, high) \
  if ((me) < (n) % (threads)) { \
    (high) = (n) / (threads) + 1; \
    (low) = (high) * (me); \
  } else { \
    (high) = (n) / (threads); \
    (low) = (high) * (me) + (n) % (threads); \
  } \
  (high) = (high) + (low);

enum { N = 3000, COLUMNS = 7 };

static count_type number_of_thread(void) {
  count_type number;
  number = omp_get_thread_num();
  return number;
}

static int team(void) {
  int threads = omp_get_num_threads();
  return threads;
}

static count_type most_threads(void) { return (count_type)omp_get_max_threads(); }

static void scale(double *y, const double *x, double by, index_type n) {
  index_type i, low, high, threads;
  int me;
  threads = most_threads();
#pragma omp parallel private(i, me, low, high)
  {
    me = omp_get_thread_num();
    PART(me, threads, n, low, high)
    for (i = low; i < high; i++)
      y[i] = by * x[i];
  }
}

/* y = a x, whose columns lie one after the other: each thread has rows of its own. */
static void product(double *y, const double *a, const double *x, index_type n) {
  index_type i, j, low, high;
  int threads = omp_get_max_threads(), me;
#pragma omp parallel private(i, j, me, low, high)
  {
    me = omp_get_thread_num();
    PART(me, threads, n, low, high)
    for (i = low; i < high; i++)
      y[i] = 0;
    for (j = 0; j < COLUMNS; j++)
      for (i = low; i < high; i++)
        y[i] += a[j * n + i] * x[j];
  }
}

static void add(double *y, const double *x, count_type n) {
#pragma omp parallel
  {
    count_type me = number_of_thread(), threads = team(), size = (n + threads - 1) / threads;
    count_type low = me * size, high = low + size < n ? low + size : n, i;
    for (i = low; i < high; i++)
      y[i] += x[i];
  }
}

static double sum(const double *x, double *parts, index_type n) {
  index_type i, threads = omp_get_max_threads();
  double all = 0;
#pragma omp parallel private(i)
  {
    double mine = 0;
    index_type me = number_of_thread();
#pragma omp for
    for (i = 0; i < n; i++)
      mine += x[i];
    parts[me] = mine;
  }
  for (i = 0; i < threads; i++)
    all += parts[i];
  return all;
}

/* The count of threads is another one than before: the CPU runs the region, whose team leaves parts out. */
static void some(double *y, index_type n, index_type asked) {
  index_type i, low, high, threads = omp_get_max_threads();
  int me;
  if (asked)
    threads = asked;
#pragma omp parallel private(i, me, low, high)
  {
    me = omp_get_thread_num();
    PART(me, threads, n, low, high)
    for (i = low; i < high; i++)
      y[i] = -1;
  }
}

int main(void) {
  double *a = malloc(N * COLUMNS * sizeof *a), *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  double *parts = malloc(1024 * sizeof *parts), check = 0;
  for (int i = 0; i < N * COLUMNS; i++)
    a[i] = i % 11;
  for (int i = 0; i < N; i++)
    x[i] = i % 17 + 1;
  scale(y, x, 3, N);
  printf("%g\n", sum(y, parts, N));
  product(y, a, x, N);
  add(y, x, N);
  printf("%g\n", sum(y, parts, N));
  omp_set_num_threads(1);
  some(y, N, 0);
  for (int i = 0; i < N; i++) {
    check += y[i] * (i % 5);
    y[i] = 0;
  }
  some(y, N, 4);
  for (int i = 0; i < N; i++)
    check += y[i];
  printf("%g\n", check);
  free(parts);
  free(y);
  free(x);
  free(a);
  return 0;
}
