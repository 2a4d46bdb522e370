/* Parts of threads that look as if they made one range, but bounds are cut off by a narrow type, change before the loop, or
 * have the name of another variable; loops that are left; counters that threads keep, or that are read behind the loop.
 * expect: offloaded=3 kept=K013 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif
#include <stdio.h>

enum { N = 300 };

typedef unsigned char byte;

static int x[2 * N], total = N, place;
#pragma omp threadprivate(place)

static void show(const char *what, int more)
{
  long sum = more;

  for (int i = 0; i < 2 * N; i++) {
    sum = sum * 3 % 1000003 + x[i];
    x[i] = 0;
  }
  printf("%s %ld\n", what, sum);
}

static void halve(void) { total /= 2; }

static void moved(int *first, int *last)
{
  *first += 5;
  *last += 5;
}

int main(void)
{
  int n = N, count = 0, i;

#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int low = me * total / threads, high = (me + 1) * total / threads;
#pragma omp barrier
#pragma omp single
    halve();
    for (int j = low; j < high; j++)
      x[j] += j;
  }
  show("changed by a function", total);

#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    byte few = (byte)n;
    _Bool some = n;
    int low = me * few / threads, high = (me + 1) * few / threads;
    for (int j = low; j < high; j++)
      x[j] += j;
    low = me * (_Bool)n * 20 / threads;
    high = (me + 1) * some * 20 / threads;
    for (int j = low; j < high; j++)
      x[N + j] += j;
  }
  show("narrow", 0);

#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int low = me * n / threads, high = (me + 1) * n / threads, *first = &low;
    low = me * n / threads;
    high = (me + 1) * n / threads;
    moved(first, &high);
    for (int j = low; j < high; j++)
      x[j] += j;
  }
  show("changed through pointers", 0);

#pragma omp parallel private(i)
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int low = me * n / threads, high = (me + 1) * n / threads;
    for (i = low; i < high; i++)
      x[i] += i;
#pragma omp atomic
    count += i - low;
  }
  show("counter", count);

#pragma omp parallel private(i)
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int low = me * n / threads, high = (me + 1) * n / threads;
    {
      int low = me * 50 / threads, high = (me + 1) * 50 / threads;
      for (i = low; i < high; i++)
        x[N + i] += 3;
    }
    for (i = low; i < high; i++)
      x[i] += i;
  }
  show("other variables", 0);

#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    for (int j = me; j < n; j += threads) {
      if (j >= n / 3)
        break;
      x[j] += n;
    }
    for (place = me; place < n; place += threads)
      x[N + place] += place;
  }
  show("left", 0);

#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    short given = 7;
    int low = me * given / threads;
    for (int j = me * n / threads; j < (me + 1) * n / threads; j++)
      x[j] += n;
    if (me == 0)
      x[N] = low;
  }
  show("beside", 0);
  return 0;
}
