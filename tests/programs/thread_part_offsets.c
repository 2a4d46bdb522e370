/* Threads that count from 0 to the length of their part and add where it begins: the rest for the first threads, by values from
 * before the region; rows of two arrays, in either order of the sum; parts from a table.  A loop that also uses its counter
 * alone stays.  expect: offloaded=3 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#define omp_get_max_threads() 1
#endif
#include <stdio.h>
#include <stdlib.h>
#define N 1003

typedef struct { double x, v; int cell, dead; } particle;

static double x[N], y[N];

static long total(void)
{
  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i] * (i % 7) + y[i];
  return (long)s;
}


/* the remainder for the first threads, computed before the region, which asks for the threads in another one */
static int advance(particle *ps, int n, double *tally)
{
  int threads = 0;
#pragma omp parallel
  {
    threads = omp_get_num_threads();
  }
  const int each = n / threads, rest = n % threads;
  int alive = 0;
#pragma omp parallel reduction(+ : alive)
  {
    const int me = omp_get_thread_num();
    const int more = me < rest;
    const int first = me * each + (me < rest ? me : rest);
    for (int i = 0; i < each + more; i++) {
      const int id = first + i;
      particle *p = &ps[id];
      if (p->dead)
        continue;
      alive++;
      p->x += p->v * 0.5;
      if (p->x > 20)
        p->dead = 1;
      p->cell = (int)p->x & 15;
#pragma omp atomic
      tally[p->cell] += 1;
    }
  }
  return alive;
}

static void rows(double *a, const double *b, long n, long m)
{
#pragma omp parallel
  {
    long chunk = n / omp_get_num_threads(), first = omp_get_thread_num() * chunk, i, k;
    long size = omp_get_thread_num() == omp_get_num_threads() - 1 ? n - first : chunk;
    for (i = 0; i < size; i++)
      for (k = 0; k < m; k++)
        a[(first + i) * m + k] = b[k * n + first + i] + 1;
  }
}

static void lengths(int *begin, int *length)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = 0; i < length[me]; i++)
      y[begin[me] + i] += x[i + begin[me]];
  }
}

static void alone(int n)
{
#pragma omp parallel
  {
    int part = n / omp_get_num_threads(), first = omp_get_thread_num() * part;
    for (int i = 0; i < part; i++)
      y[first + i] += i < n;
  }
}

int main(void)
{
  particle *ps = malloc(N * sizeof *ps);
  double tally[16] = {0};
  for (int i = 0; i < N; i++)
    ps[i] = (particle){i * 0.02, 1 + i % 5, 0, 0};
  for (int t = 0; t < 4; t++)
    printf("%d\n", advance(ps, N, tally));
  for (int k = 0; k < 16; k++)
    printf("%g ", tally[k]);
  for (int i = 0; i < N; i++)
    x[i] = i % 13;
  rows(y, x, N / 17, 17);
  printf("\n%ld\n", total());
  int t = omp_get_max_threads();
  int *begin = malloc(t * sizeof *begin), *length = malloc(t * sizeof *length);
  for (int k = 0; k < t; k++) {
    begin[k] = N * k / t;
    length[k] = N * (k + 1) / t - begin[k];
  }
  lengths(begin, length);
  alone(960);
  printf("%ld\n", total());
  free(ps);
  free(begin);
  free(length);
  return 0;
}
