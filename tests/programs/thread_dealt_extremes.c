/* Extremes with their places in loops that threads deal out by hand: in turns, in parts, of pairs, with a sum beside.
   Where the last one of equals is kept, it is the last one of a thread: that loop stays.  expect: offloaded=3 kept=K014,K014 */
#include <math.h>
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif

#define N 3001

static double value[N];
static int small[N];

static void in_turns(int n, double *top, int *place)
{
  double most = -1e30;
  int at = n;

#pragma omp parallel
  {
    double mine = -1e30;
    int own = n;

    for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
      if (value[i] > mine) {
        mine = value[i];
        own = i;
      }
#pragma omp critical
    if (mine > most || (mine == most && own < at)) {
      most = mine;
      at = own;
    }
  }
  *top = most;
  *place = at;
}

static void in_parts(int n, int *low, int *high)
{
  int least = 1 << 30, most = -1, first = -1, other = -1;

#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int begin = (int)((long)n * me / threads), end = (int)((long)n * (me + 1) / threads);
    int a = 1 << 30, b = -1, i = -1, k = -1;

    for (int at = begin; at < end; at++) {
      if (small[at] < a || (small[at] == a && at < i)) {
        a = small[at];
        i = at;
      }
      if (b < small[at])
        b = small[at], k = at;
    }
#pragma omp critical
    {
      if (a < least || (a == least && i < first)) {
        least = a;
        first = i;
      }
      if (b > most || (b == most && k < other)) {
        most = b;
        other = k;
      }
    }
  }
  *low = first;
  *high = other;
}

static long pairs(int n, int *one, int *two)
{
  int best = 1 << 30, x = -1, y = -1;
  long seen = 0;

#pragma omp parallel reduction(+ : seen)
  {
    int mine = 1 << 30, a = -1, b = -1;

    for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads()) {
      const int end = i + 20 < n ? i + 20 : n;
      for (int j = i + 1; j < end; j++) {
        int d = small[i] > small[j] ? small[i] - small[j] : small[j] - small[i];
        if (d < mine) {
          mine = d;
          a = i;
          b = j;
        }
      }
      seen += end - i;
    }
#pragma omp critical
    if (mine < best || (mine == best && (a < x || (a == x && b < y)))) {
      best = mine;
      x = a;
      y = b;
    }
  }
  *one = x;
  *two = y;
  return seen;
}

/* the value decides on more than itself; of equal ones each thread has its last */
static double others(int n, int *place)
{
  double most = -1e30;
  int at = -1;

#pragma omp parallel
  {
    double mine = -1e30;

    for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
      if (value[i] > mine + 0.5)
        mine = value[i];
#pragma omp critical
    if (mine > most)
      most = mine;
  }
#pragma omp parallel
  {
    int mine = -1, own = -1;

    for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
      if (small[i] >= mine) {
        mine = small[i];
        own = i;
      }
#pragma omp critical
    if (mine > at) {
      at = mine;
      *place = small[own];
    }
  }
  return (most > 0) + at;
}

int main(void)
{
  double top;
  int place, low, high;

  for (int i = 0; i < N; i++) {
    value[i] = sin(i * 0.37) * (i % 100);
    small[i] = (i * 7919 + 5) % 97;
  }
  value[2000] = value[1000] = 200;
  for (int n = 1; n <= N; n += N / 3) {
    in_turns(n, &top, &place);
    printf("%.6g %d\n", top, place);
    in_parts(n, &low, &high);
    printf("%d %d\n", low, high);
    printf("%ld", pairs(n, &low, &high));
    printf(" %d %d\n", low, high);
    top = others(n, &place);
    printf("%.6g %d\n", top, place);
  }
  return 0;
}
