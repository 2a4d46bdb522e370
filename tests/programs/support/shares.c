#include "shares.h"

#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif

typedef int whole;

int smallest = 1;
static int asked;

int number(void)
{
  return omp_get_thread_num();
}

int threads(void)
{
  return omp_get_num_threads();
}

static int part(int n, int of)
{
  return (n + of - 1) / of;
}

void share(int n, int me, int of, int *low, int *high)
{
  int size = (n + of - 1) / of;

  *low = me * size;
  *high = *low + size < n ? *low + size : n;
}

void own_share(count n, count *low, count *high)
{
  whole me = omp_get_thread_num(), of = omp_get_num_threads();

  *low = me * n / of;
  *high = (me + 1) * n / of;
}

void counted_share(int n, int *low, int *high)
{
  int size = part(n, omp_get_num_threads());
  int first = omp_get_thread_num() * size;

#pragma omp atomic
  asked++;
  *low = first < n ? first : n;
  *high = first + size < n ? first + size : n;
}

void push(struct sums *sums, double value)
{
  if (value >= smallest) {
    sums->sum += value;
    sums->values++;
  }
}
