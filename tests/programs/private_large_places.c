/* Large private arrays with error paths, virtual threads and callbacks; sizes from regions, structures and tables.
 * expect: offloaded=5 kept=K017 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#endif

struct sizes {
  int all;
  struct {
    int most;
  } in[2];
};

static double out[100], other[100];

static double first(const double *t, int n) { return t[0] + n; }

static double apply(double (*f)(const double *, int), const double *t, int n) { return f(t, n) + f(t + 1, n - 1); }

/* The thread's number is no size that the host knows. */
static void by_thread(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), m = n * 2;
#pragma omp for
    for (int i = 0; i < 100; i++) {
      double t[me + 10], u[m];

      for (int k = 0; k < me + 10; k++)
        t[k] = k + i;
      for (int k = 0; k < m; k++)
        u[k] = k + i;
      out[i] = t[9] + u[m - 1];
    }
  }
}

static void of_region(int n)
{
  int m = 3;

#pragma omp parallel private(m)
  {
    m = n + 4;
#pragma omp for
    for (int i = 0; i < 100; i++) {
      double t[m];

      for (int k = 0; k < m; k++)
        t[k] = k + i;
      out[i] += t[m - 1];
    }
  }
  out[0] += m;
}

static void stopping(int n, int bad)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double t[9000];

    for (int k = 0; k < 9000; k++)
      t[k] = sqrt(k + i);
    if (i == bad) {
      printf("stopped at %d\n", i);
      exit(0);
    }
    assert(t[i] >= 0);
    other[i] = t[i] + apply(first, t, 300) + apply(first, t + 20, 20);
  }
}

static void state(int n)
{
  int count[16] = {0};

#pragma omp parallel
  {
    int mine[16] = {0};

#pragma omp for
    for (int i = 0; i < n; i++) {
      short t[40000];

      for (int k = 0; k < 40000; k++)
        t[k] = (short)(k * i);
      mine[t[i * 7] & 15]++;
    }
#pragma omp critical
    for (int k = 0; k < 16; k++)
      count[k] += mine[k];
  }
  for (int k = 0; k < 16; k++)
    printf("%d ", count[k]);
  printf("\n");
}

static void members(const struct sizes *s, const int *table)
{
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < 100; i++) {
    long t[s->all], u[s->in[1].most * 2], v[table[2]];

    for (int k = 0; k < s->all; k++)
      t[k] = i;
    for (int k = 0; k < s->in[1].most * 2; k++)
      u[k] = k;
    for (int k = 0; k < table[2]; k++)
      v[k] = -k;
    out[i] += (double)(t[s->all - 1] + u[s->in[1].most] + v[table[2] - 1]);
  }
}

/* The array lives in an inner block, of which iterations leave out parts. */
static void blocks(int n)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 5; j++) {
      double t[n];

      for (int k = 0; k < n; k++)
        t[k] = k * j + i;
      out[i * 5 + j] += t[n / 2];
      if (j == 3)
        continue;
      {
        double u[9000];

        for (int k = 0; k < 9000; k++)
          u[k] = t[k % n];
        if (u[i] > 3)
          continue;
        other[i * 5 + j] += u[8999];
      }
    }
}

int main(void)
{
  struct sizes sizes = {6, {{2}, {5}}};
  int table[3] = {1, 2, 13};
  double s = 0;

  by_thread(5);
  of_region(8);
  stopping(100, -1);
  state(90);
  members(&sizes, table);
  sizes.all = 3;
  table[2] = 40;
  members(&sizes, table);
  blocks(17);
  for (int i = 0; i < 100; i++)
    s += out[i] * (i % 9) + other[i];
  printf("%.9g\n", s);
  stopping(100, 77);
  return 0;
}
