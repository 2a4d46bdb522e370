/* Loops whose iterations threads deal out by hand: where their arrays overlap, one thread runs them. A sum by number
 * goes to the thread that has the iteration in the source. */
#include <omp.h>

void shifted(double *y, const double *x, int n, int by)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), p = omp_get_num_threads();

    for (int i = n * me / p; i < n * (me + 1) / p; i++)
      y[i] = x[i + by];
  }
}

void summed(double *sums, const double *x, int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), p = omp_get_num_threads();

    for (int i = me; i < n; i += p)
      sums[me] += x[i];
  }
}
