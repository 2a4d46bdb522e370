/* Counters by thread number that are used in order, in rows of several lengths; half of the keys are equal.
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

#define N 20011
#define MOST 64
#define FEW 40
#define MANY 1500

static int key[N], few[MOST][FEW], many[MOST][MANY], sorted[N], grouped[N];

static long digest(const int *memory)
{
  long sum = 0;
  int i;

  for (i = 0; i < N; i++)
    sum = (sum * 31 + memory[i]) % 1000000007;
  return sum;
}

int main(void)
{
  int i, k, t;

  for (i = 0; i < N; i++)
    key[i] = i % 2 ? 7 : (i * 37 + i / 11) % MANY;
#pragma omp parallel private(i, k, t)
  {
    int me = omp_get_thread_num();

    for (k = 0; k < MANY; k++)
      many[me][k] = 0;
    for (k = 0; k < FEW; k++)
      few[me][k] = 0;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      many[me][key[i]]++;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      few[me][key[i] % FEW]++;
#pragma omp single
    {
      int before = 0;

      for (k = 0; k < MANY; k++)
        for (t = 0; t < omp_get_num_threads(); t++) {
          int mine = many[t][k];

          many[t][k] = before;
          before += mine;
        }
      for (before = 0, k = 0; k < FEW; k++)
        for (t = 0; t < omp_get_num_threads(); t++) {
          int mine = few[t][k];

          few[t][k] = before;
          before += mine;
        }
    }
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      sorted[many[me][key[i]]++] = i;
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      grouped[few[me][key[i] % FEW]++] = i;
  }
  printf("%ld %ld\n", digest(sorted), digest(grouped));
  return 0;
}
