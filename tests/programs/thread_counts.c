/* Statements that each thread of a region runs once, between its loops: it counts itself, by `atomic`, in `critical`, in a
   function of its own, or without care where nobody minds.  expect: offloaded=4 */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_num_threads() 1
#endif

enum { N = 5000, KINDS = 3 };

static int entered, atomic, careless, kinds[KINDS], called;
static double x[N], y[N];

static void note(void) { called += 3; }

static void halve(double *v)
{
  int i;
#pragma omp for
  for (i = 0; i < N; i++)
    v[i] *= 0.5;
#pragma omp atomic
  atomic++;
}

int main(void)
{
  double total = 0;
  int i, threads = 0, round, even = 0;
  for (round = 0; round < 3; round++) {
#pragma omp parallel private(i)
    {
      double mine = 0;
#pragma omp for
      for (i = 0; i < N; i++)
        x[i] = i % 11 + round;
      if (round % 2 == 0) {
#pragma omp critical
        {
          int kind;
          even += round;
          for (kind = 0; kind < KINDS; kind++)
            kinds[kind] += kind;
        }
      }
#pragma omp for
      for (i = 0; i < N; i++)
        y[i] = x[i] + x[N - 1 - i];
      halve(y);
#pragma omp for
      for (i = 0; i < N; i++)
        mine += y[i];
#pragma omp critical
      total += mine;
#pragma omp critical
      note();
      careless++;
#pragma omp critical
      entered += round;
#pragma omp single
      threads = omp_get_num_threads();
    }
  }
  printf("%g %d %d %d\n", total, entered == 3 * threads, atomic == 3 * threads, even == 2 * threads);
  printf("%d %d %d\n", kinds[2] == 4 * threads, called == 9 * threads, careless > 0 && careless <= 3 * threads);
  return 0;
}
