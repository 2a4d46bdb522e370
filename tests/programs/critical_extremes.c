/* Least and greatest values with their places, which iterations keep in `critical`.
 * expect: offloaded=9 kept=K001,K001,K001,K001 */
#include <math.h>
#include <stdio.h>

#define N 5003

static double value[N], least = 1e30;
static int place = -1;

struct point {
  double x, y;
};
static struct point points[N];

/* the test is made twice, so that most iterations don't wait */
static void first(int n, double *to, int *at)
{
  double best = 1e30;
  int where = -1;

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (value[i] < best) {
#pragma omp critical
      {
        if (value[i] < best) {
          best = value[i];
          where = i;
        }
      }
    }
  *to = best;
  *at = where;
}

/* the same without a place */
static double greatest(int n)
{
  double most = 0;

#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      if (value[i] > most) {
#pragma omp critical
        {
          if (value[i] > most)
            most = value[i];
        }
      }
  }
  return most;
}

/* in a region, with a statement that needs the result; two loops' variables at a time */
static int both(int n, double *span)
{
  int low = -1, high = -1;
  double most = -1e30, few = 1e30;

#pragma omp parallel default(none) shared(value, n, low, high, most, few, span)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < n; i++) {
      const double d = value[i] * 2;
      if (i % 3 != 0 && d >= most)
#pragma omp critical(greatest)
        if (d > most) {
          high = i;
          most = d;
        }
#pragma omp critical(least)
      if (few > d)
        low = i, few = d;
    }
#pragma omp single
    *span = most - few;
  }
  return low * 10000 + high;
}

/* nested loops; a variable that counts is another reduction */
static double pairs(int n, int *one, int *other)
{
  double nearest = 1e30;
  long seen = 0;
  int a = -1, b = -1;

#pragma omp parallel for reduction(+ : seen)
  for (int i = 0; i < n; i++) {
    const int end = i + 40 < n ? i + 40 : n;
    for (int j = i + 1; j < end; j++) {
      double dx = points[i].x - points[j].x, dy = points[i].y - points[j].y;
      double d = dx * dx + dy * dy;
      seen++;
#pragma omp critical
      {
        if (d <= nearest) {
          nearest = d;
          a = i;
          b = j;
        }
      }
    }
  }
  *one = a;
  *other = b;
  return sqrt(nearest) + seen;
}

/* the result is one of the file scope, and what was there stays where nothing is less */
static void again(int n, double factor)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double d = value[i] < factor ? factor - value[i] : value[i] - factor;
#pragma omp critical
    if (d < least) {
      least = d;
      place = i;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    if (value[i] <= least)
      least = value[i];
  }
}

/* the source says which of equal values is kept */
static void ties(int n, int *low, int *high)
{
  int least = 1 << 30, most = -1, a = 1 << 30, b = -1;

#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const int v = (int)value[i] / 16;
#pragma omp critical
    if (v < least || (v == least && i < a)) {
      least = v;
      a = i;
    }
#pragma omp critical
    if (most < v || (most == v && b < i)) {
      b = i;
      most = v;
    }
  }
  *low = a;
  *high = b;
}

/* of equal values that of the first pair is kept */
static void first_pair(int n, int *one, int *other)
{
  int best = 1 << 30, a = -1, b = -1;

#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++)
    for (int j = n; --j > i && j > n - 30;) {
      const int v = (int)(value[i] + value[j]) / 8;
      if (v < best || (v == best && (i < a || (i == a && j < b)))) {
#pragma omp critical(pair)
        if (v < best || (v == best && (i < a || (i == a && j < b)))) {
          best = v;
          a = i;
          b = j;
        }
      }
    }
  *one = a;
  *other = b;
}

/* the last value of another variable is needed, too */
static double last(int n, int *where)
{
  double d = 0, best = 1e30;
  int at = -1;

#pragma omp parallel for lastprivate(d)
  for (int i = 0; i < n; i++) {
    d = value[i];
#pragma omp critical
    if (d < best) {
      best = d;
      at = i;
    }
  }
  *where = at;
  return n > 0 ? d + best : best; /* without iterations d may be anything */
}

/* what is kept decides on more than itself */
static void more(int n, int *list, double *rest)
{
  int last = 0, most = 0;
  double top = 0, sum = 0;

#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    if (value[i] > top) {
      top = value[i];
      list[last] = i;
      last = (last + 1) % 4;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    if (value[i] + sum > top) {
      top = value[i] + sum;
      sum = value[i];
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    if (value[i] > top - 2) {
      top = value[i];
      most = i;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    if (value[i] > top)
      top = value[i];
    else
      rest[i] = most + i;
  }
  printf("%d\n", top > 0);
}

int main(void)
{
  static double rest[N];
  int list[4] = {0}, one, other, at;
  double best, span;

  for (int i = 0; i < N; i++) {
    value[i] = (i * 7919 + 13) % N / 8.0 + 1;
    points[i].x = (i * 31) % 257 + i * 0.001;
    points[i].y = (i * 17) % 127 + i * i * 1e-6;
  }
  for (int n = 0; n <= N; n += N / 4) {
    first(n, &best, &at);
    printf("%g %d %g\n", best, at, greatest(n));
    at = both(n, &span);
    printf("%d %g\n", at, span);
    best = pairs(n, &one, &other);
    printf("%.9g %d %d\n", best, one, other);
    again(n, 40.0 + n / 100);
    printf("%g %d\n", least, place);
    printf("%g", last(n, &at));
    printf(" %d\n", at);
    ties(n, &one, &other);
    printf("%d %d\n", one, other);
    first_pair(n, &one, &other);
    printf("%d %d\n", one, other);
  }
  more(N, list, rest);
  return 0;
}
