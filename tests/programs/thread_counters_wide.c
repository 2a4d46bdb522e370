/* Counters by thread number that are used in order: rows longer than local memory, and rows that start at 1.
 * expect: offloaded=4 */
#include <stdio.h>
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

#define N 3001
#define KEYS 5003
#define DIGITS 9
#define MOST 64

static int count[MOST][KEYS], key[N], sorted[N], grouped[N];
static unsigned begin[MOST + 1][DIGITS];

int main(void)
{
  int i, k, t;
  long sum = 0;

  for (i = 0; i < N; i++)
    key[i] = (i * 37 + i * i) % KEYS;
#pragma omp parallel private(i, k, t)
  {
    int me = omp_get_thread_num();

    for (k = 0; k < KEYS; k++)
      count[me][k] = 0;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      count[me][key[i]]++;
#pragma omp single
    {
      int before = 0;

      for (k = 0; k < KEYS; k++)
        for (t = 0; t < omp_get_num_threads(); t++) {
          int mine = count[t][k];

          count[t][k] = before;
          before += mine;
        }
    }
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      sorted[count[me][key[i]]++] = key[i] * 10 + i % 10;
  }
#pragma omp parallel private(i, k, t)
  {
    int me = omp_get_thread_num(), row = me + 1;

    for (k = 0; k < DIGITS; k++)
      begin[row][k] = 0;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      begin[me + 1][key[i] % DIGITS]++;
#pragma omp single
    {
      unsigned before = 0;

      for (k = 0; k < DIGITS; k++)
        for (t = 1; t <= omp_get_num_threads(); t++) {
          unsigned mine = begin[t][k];

          begin[t][k] = before;
          before += mine;
        }
    }
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      grouped[begin[row][key[i] % DIGITS]++] = key[i];
  }
  for (i = 0; i < N; i++)
    sum = (sum * 3 + sorted[i] + (long)grouped[i] * 7) % 1000003;
  printf("%ld %d %d\n", sum, sorted[N / 2], grouped[N / 3]);
  return 0;
}
