/* Threads that ask a function for their share, which gives its bounds through pointers: remainders to the first
 * threads, the smaller of two, a function that asks for the thread's number itself, private variables.
 * expect: offloaded=4 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif
#include <stdio.h>
#include <stdlib.h>

enum { N = 3001 };

static void get_range(int tid, int threads, int n, int *lo, int *hi) {
  int chunk = n / threads, rest = n % threads;
  *lo = tid * chunk + (tid < rest ? tid : rest);
  *hi = *lo + chunk + (tid < rest ? 1 : 0);
}

static void block_of(const int n, long *first, long *last) {
  long me = omp_get_thread_num(), all = omp_get_num_threads();
  long size = (n + all - 1) / all;
  *first = me * size;
  *last = *first + size;
  if (*last > n)
    *last = n;
}

static void split(int tid, int threads, int n, int *start, int *end) {
  int chunk = n / threads;
  *start = tid * chunk;
  if (tid == threads - 1) {
    *end = n;
    return;
  }
  *end = (tid + 1) * chunk;
}

int main(void) {
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), sum = 0;
  int s, e;
  for (int i = 0; i < N; i++) {
    x[i] = i;
    y[i] = 0;
  }
#pragma omp parallel
  {
    int tid = omp_get_thread_num(), threads = omp_get_num_threads(), lo, hi;
    get_range(tid, threads, N, &lo, &hi);
    for (int i = lo; i < hi; i++)
      y[i] = 2 * x[i] + 1;
  }
#pragma omp parallel
  {
    long first = 0, last = 0;
    block_of(N, &first, &last);
    for (long i = first; i < last; i++)
      x[i] += y[i];
  }
#pragma omp parallel private(s, e)
  {
    split(omp_get_thread_num(), omp_get_num_threads(), N, &s, &e);
    for (int i = s; i < e; i++)
      y[i] -= 0.5 * x[i];
  }
#pragma omp parallel reduction(+ : sum)
  {
    int lo, hi;
    get_range(omp_get_thread_num(), omp_get_num_threads(), N - 1, &lo, &hi);
    for (int i = lo + 1; i < hi + 1; i++)
      sum += x[i] * y[i];
  }
  for (int i = 0; i < N; i++)
    sum += y[i] * (i % 7);
  printf("%.10g\n", sum);
  free(x);
  free(y);
  return 0;
}
