/* Values of several types that go to places by counters, in the order of iterations: many and few counters, keys that
 * are spread, rising or equal.  Arguments: how many, how keys are made, a seed.
 * expect: offloaded=8 */
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

#define N 24000
#define MOST 64
#define MANY 900
#define FEW 37

static int key[N], by_key[N];
static double weight[N], by_weight[N];
static short mark[N], by_mark[N];
static unsigned char letter[N], by_letter[2 * N];
static long long wide[N], by_wide[N];
static int count[MOST][MANY], begin[MANY + 1];
static unsigned few[MOST][FEW];
static long first[FEW + 1];

static void make(int n, int kind, unsigned seed)
{
  int i;

  for (i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u;
    key[i] = kind == 0 ? (int)(seed >> 8) % MANY : kind == 1 ? (int)((long)i * MANY / n) : kind == 2 ? 7 : i % 3 * 449;
    weight[i] = i + key[i] / 1000.0;
    mark[i] = (short)(i % 30011);
    letter[i] = (unsigned char)(i % 251);
    wide[i] = (long long)i << 33;
  }
}

/* Each key, and with it a number that tells where it came from. */
static void split_many(int n)
{
  int i, b, t;

#pragma omp parallel private(i, b, t)
  {
    int me = omp_get_thread_num();

    for (b = 0; b < MANY; b++)
      count[me][b] = 0;
#pragma omp for schedule(static)
    for (i = 0; i < n; i++)
      count[me][key[i]]++;
#pragma omp single
    {
      begin[0] = 0;
      for (b = 0; b < MANY; b++) {
        int before = 0;

        for (t = 0; t < omp_get_num_threads(); t++) {
          int mine = count[t][b];

          count[t][b] = before;
          before += mine;
        }
        begin[b + 1] = begin[b] + before;
      }
    }
#pragma omp for schedule(static)
    for (i = 0; i < n; i++) {
      b = key[i];
      by_key[begin[b] + count[me][b]++] = i * 2 + (b > 100 ? 1 : 0);
    }
#pragma omp single
    for (b = 0; b < MANY; b++) {
      int mine = 0;

      for (t = 0; t < omp_get_num_threads(); t++) {
        int now = count[t][b];

        count[t][b] = mine;
        mine = now;
      }
    }
#pragma omp for schedule(static)
    for (i = 0; i < n; i++)
      by_weight[count[me][key[i]]++ + begin[key[i]]] = weight[i] * 0.5;
  }
}

static void split_few(int n)
{
  int i, b, t;

#pragma omp parallel private(i, b, t)
  {
    int me = omp_get_thread_num();

    for (b = 0; b < FEW; b++)
      few[me][b] = 0;
#pragma omp for schedule(static)
    for (i = 0; i < n; i++)
      few[me][key[i] % FEW]++;
#pragma omp single
    {
      first[0] = 0;
      for (b = 0; b < FEW; b++) {
        unsigned before = 0;

        for (t = 0; t < omp_get_num_threads(); t++) {
          unsigned mine = few[t][b];

          few[t][b] = before;
          before += mine;
        }
        first[b + 1] = first[b] + (long)before;
      }
    }
#pragma omp for schedule(static)
    for (i = n - 1; i >= 0; i--)
      by_mark[n - 1 - i] = mark[i];
#pragma omp for schedule(static)
    for (i = 0; i < n; i++) {
      int kind = key[i] % FEW;

      by_letter[(long)few[me][kind]++ + 2 * first[kind]] = letter[i];
    }
  }
#pragma omp parallel private(i, b)
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();

    for (b = 0; b < FEW; b++)
      few[me][b] = (unsigned)(me * (n / threads) + (me < n % threads ? me : n % threads));
#pragma omp for schedule(static)
    for (i = 0; i < n; i++)
      by_wide[few[me][0]++] = wide[i] + mark[i];
#pragma omp for
    for (i = 0; i < n; i++)
      by_wide[i] += by_mark[n - 1 - i] - mark[n - 1 - i];
  }
}

int main(int arguments, char **argument)
{
  int n = arguments > 1 ? atoi(argument[1]) : 17123, kind = arguments > 2 ? atoi(argument[2]) : 0;
  unsigned seed = arguments > 3 ? (unsigned)atoi(argument[3]) : 1;
  unsigned long sum = 0;
  int i;

  make(n, kind, seed);
  split_many(n);
  split_few(n);
  for (i = 0; i < n; i++)
    sum = sum * 31 + (unsigned long)by_key[i] + (unsigned long)(4000 * by_weight[i]) * 7 + (unsigned long)by_mark[i];
  for (i = 0; i < 2 * n; i++)
    sum = sum * 31 + by_letter[i];
  for (i = 0; i < n; i++)
    sum = sum * 31 + (unsigned long)(by_wide[i] % 1000003);
  printf("%lu %d %g\n", sum, by_key[n / 2], by_weight[n / 3]);
  return 0;
}
