/* Beside what is stored by the thread's number, calls of functions whose arguments are read from what is stored; and
 * one that reads it itself.
 * expect: offloaded=2 kept=K013 */
#include <math.h>
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#endif

#define N 64

static double v[N];
static int owner[N];

static double twice(double x)
{
  return 2 * x;
}

static double next_of(const double *x, int i)
{
  return x[(i + 1) % N] * 0;
}

static void of_library(void)
{
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < N; i++) {
    int me = omp_get_thread_num();

    v[i] = sqrt(v[i]);
    owner[i] = me;
  }
}

static void of_program(void)
{
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < N; i++) {
    int me = omp_get_thread_num();

    v[i] = twice(v[i]) + pow(v[i], 2);
    owner[i] += me;
  }
}

static void reads_another(void)
{
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < N; i++) {
    int me = omp_get_thread_num();

    v[i] = v[i] + next_of(v, i);
    owner[i] += 2 * me;
  }
}

int main(void)
{
  double sum = 0;

  for (int i = 0; i < N; i++)
    v[i] = i;
  of_library();
  of_program();
  reads_another();
  for (int i = 0; i < N; i++)
    sum += v[i] * (i % 7);
  printf("%.9g\n", sum);
  return 0;
}
