/* Counters by thread number that iterations use in order: a radix sort that must be stable, numbers within a class, and places
 * that overlap, so that only the CPU knows who stores last.
 * expect: offloaded=4 kept=K002,K002,K013 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void)
{
  return 0;
}

static int omp_get_num_threads(void)
{
  return 1;
}
#endif

#define N 7001
#define DIGITS 19
#define MOST 256

static int key[N], other[N], from[N], origin[N], within[N], twice[N];
static unsigned count[MOST][DIGITS];
static int begin[DIGITS + 1], clash[DIGITS];
static long line[N + 100];

static void sort_by(const int *x, const int *old, int *y, int *now, int digit)
{
  int i, d, t;

#pragma omp parallel private(i, d, t)
  {
    int me = omp_get_thread_num();

    for (d = 0; d < DIGITS; d++)
      count[me][d] = 0;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      count[me][x[i] / digit % DIGITS]++;
#pragma omp single
    {
      int before = 0;

      for (d = 0; d < DIGITS; d++)
        for (t = 0; t < omp_get_num_threads(); t++) {
          int mine = (int)count[t][d];

          count[t][d] = (unsigned)before;
          before += mine;
        }
    }
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      twice[i] = (int)count[me][x[i] / digit % DIGITS]++;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++) {
      y[twice[i]] = x[i];
      now[twice[i]] = old[i];
    }
  }
}

int main(void)
{
  int i, d, wrong = 0;
  long sum = 0;

  for (i = 0; i < N; i++) {
    key[i] = (i * 7919 + i * i % 101) % (DIGITS * DIGITS);
    from[i] = i;
  }
  sort_by(key, from, other, origin, 1);
  sort_by(other, origin, key, from, DIGITS);
  for (i = 1; i < N; i++)
    wrong += key[i - 1] > key[i] || (key[i - 1] == key[i] && from[i - 1] > from[i]);
#pragma omp parallel private(i, d)
  {
    int me = omp_get_thread_num();

    for (d = 0; d < DIGITS; d++)
      count[me][d] = (unsigned)(me * (N / omp_get_num_threads() + 1));
#pragma omp for schedule(static)
    for (i = 0; i < N; i++) {
      d = key[i] % 1;
      line[d + (int)count[me][0]++] = from[i];
    }
#pragma omp for
    for (d = 0; d < DIGITS; d++)
      begin[d] = 0;
#pragma omp single
    for (i = 0; i < N; i++)
      begin[key[i] % DIGITS + 1]++;
#pragma omp single
    for (d = 0; d < DIGITS; d++)
      begin[d + 1] += begin[d];
  }
#pragma omp parallel private(i, d) num_threads(1)
  {
    int me = omp_get_thread_num();

    for (d = 0; d < DIGITS; d++)
      count[me][d] = 0;
#pragma omp for schedule(static)
    for (i = N - 1; i >= 0; i--) {
      d = key[i] % DIGITS;
      within[begin[d] + (int)count[me][d]++] = i;
    }
    for (d = 0; d < DIGITS; d++)
      count[me][d] = 0;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++) { /* all classes begin at the same place */
      d = key[i] % DIGITS;
      other[(int)count[me][d]++ + clash[d]] = i;
    }
  }
  for (i = 0; i < N; i++)
    sum += (long)within[i] * (i % 17) + (long)other[i] * (i % 5);
  for (i = 0; i < N + 100; i++)
    sum += line[i] % 3;
  printf("%d %ld %d %d\n", wrong, sum, key[N / 2], from[N / 3]);
  return 0;
}
