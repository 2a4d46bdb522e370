/* Extremes with what belongs to them in structures and behind pointers, several in one section, under locks, and looked
 * at by `atomic read`.
 * expect: offloaded=8 kept=K001,K001,K001,K001 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t;
#define omp_init_lock(lock) (*(lock) = 0)
#define omp_set_lock(lock) (*(lock) = 1)
#define omp_unset_lock(lock) (*(lock) = 0)
#define omp_destroy_lock(lock) (*(lock) = 0)
#endif

#define N 6007

struct found {
  double value;
  int index;
};
typedef struct {
  float x[4], cost;
  int id;
} particle;
typedef struct {
  struct found low, high;
  long seen;
} span;

static double value[N];
static long seen = 5;
static particle swarm[N], best_of_all;

static struct found checked_twice(int n)
{
  struct found best = {1e30, -1};

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (value[i] < best.value) {
#pragma omp critical
      if (value[i] < best.value) {
        best.value = value[i];
        best.index = i;
      }
    }
  return best;
}

static int under_lock(int n, double *least)
{
  omp_lock_t lock;
  double best = 1e30;
  int where = -1;

  omp_init_lock(&lock);
#pragma omp parallel for schedule(dynamic, 16)
  for (int i = 0; i < n; i++) {
    const double v = value[i] * 0.5 + 1;
    if (v < best) {
      omp_set_lock(&lock);
      if (v < best) {
        best = v;
        where = i;
      }
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  *least = best;
  return where;
}

/* the first test is by `atomic read`, the change by `atomic write` */
static int read_first(int n)
{
  double best = -1;
  int where = -1;

#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double now;
#pragma omp atomic read
    now = best;
    if (i % 5 && value[i] > now) {
#pragma omp critical(last)
      if (value[i] > best) {
#pragma omp atomic write
        best = value[i];
        where = i;
      }
    }
  }
  return where;
}

/* two extremes and a count, what is compared is computed there; results are behind pointers */
static void both(int n, double *low, int *first, double *high, int *last)
{
  *low = 1e30, *high = -1e30;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (i % 7 == 3)
      continue;
#pragma omp critical
    {
      const double d = value[i] - 100;
      if (d < *low)
        *low = d, *first = i;
      seen += i;
      if (*high < d)
        *high = d, *last = i;
    }
  }
}

/* members of a structure that a pointer leads to; a tie is decided by the index */
static void in_structure(int n, span *s)
{
  const int step = 3;

#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i += step) {
      const double v = (int)value[i] / 4;
#pragma omp critical(low)
      if (v < s->low.value || (v == s->low.value && i < s->low.index)) {
        s->low.value = v;
        s->low.index = i;
      }
#pragma omp critical(high)
      if (v > s->high.value || (v == s->high.value && i > s->high.index)) {
        s->high.value = v;
        s->high.index = i;
      }
#pragma omp atomic
      s->seen++;
    }
  }
}

/* a whole structure is kept, by a member */
static void swarm_best(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < 4; k++)
      sum += swarm[i].x[k] * swarm[i].x[k];
    swarm[i].cost = sum;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    {
      if (swarm[i].cost < best_of_all.cost)
        best_of_all = swarm[i];
    }
  }
}

static particle *nearest(int n, particle *best)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const particle *p = swarm + i;
    if (p->id % 2 && p->cost > best->cost) {
#pragma omp critical
      if (p->cost > best->cost)
        *best = *p;
    }
  }
  return best;
}

/* pointers may lead into what the loop reads; a count says what is kept; another statement reads the extreme */
static void more(int n, double *low, int *at, double *out)
{
  int numbered = 0, which = -1;
  double top = 0;

#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    if (value[i] < *low) {
      *low = value[i];
      *at = i;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    {
      numbered++;
      if (value[i] > top) {
        top = value[i];
        which = numbered;
      }
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    {
      if (value[i] >= top) {
        top = value[i];
        which = i;
      }
      out[i] = top;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double now = top;
    out[i] = now > 0;
    if (value[i] > now) {
#pragma omp critical
      if (value[i] > top) {
        top = value[i];
        which = i;
      }
    }
  }
  printf("%d %d\n", numbered, which >= -1);
}

int main(void)
{
  double *out = malloc(N * sizeof(double)), low, high, least;
  particle far = {.cost = -1};
  int first, last, at;

  for (int i = 0; i < N; i++) {
    value[i] = (i * 7919 + 13) % N / 8.0 + 1;
    for (int k = 0; k < 4; k++)
      swarm[i].x[k] = (i * 31 + k * 17) % 6011 / 64.f + i / 8192.f;
    swarm[i].id = i;
  }
  best_of_all.cost = 1e30f;
  for (int n = 0; n <= N; n += N / 3) {
    struct found best = checked_twice(n);
    span s = {{1e30, 1 << 30}, {-1e30, -1}, 0};
    printf("%g %d", best.value, best.index);
    first = under_lock(n, &least);
    printf(" %d %g %d\n", first, least, read_first(n));
    first = last = -1;
    both(n, &low, &first, &high, &last);
    printf("%g %d %g %d %ld\n", low, first, high, last, seen);
    in_structure(n, &s);
    printf("%g %d %g %d %ld\n", s.low.value, s.low.index, s.high.value, s.high.index, s.seen);
    swarm_best(n);
    printf("%d %g %g\n", best_of_all.id, best_of_all.cost, best_of_all.x[1]);
    printf("%d %g\n", nearest(n, &far)->id, far.cost);
  }
  at = 0;
  more(N, value + N / 2, &at, out);
  free(out);
  return 0;
}
