/* Structures in which threads keep sums and extremes: nested, with arrays, cleared by memset, copied as a whole, given
   to functions that return something, merged under a lock.  One that a pointer leads to stays.
   expect: offloaded=4 kept=K014 */
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t;
#define omp_init_lock(lock) (*(lock) = 0)
#define omp_set_lock(lock) (*(lock) = 1)
#define omp_unset_lock(lock) (*(lock) = 0)
#endif
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define N 5000
#define BINS 6

struct point {
  double x, y;
};

struct range {
  struct point low, high;
};

typedef struct {
  double value;
  int at;
  struct point where;
} Hit;

enum { LOW, HIGH };

typedef struct {
  long count;
  int level;
  struct range box;
  double sum, squares;
  unsigned bins[BINS];
  float grid[2][3];
  int first, last;
} Stats;

static double xs[N], ys[N];

static inline bool closer(const Hit *h, double v, int i)
{
  return v < h->value || (v == h->value && i < h->at);
}

static int offer(Hit *h, double v, int i)
{
  if (!closer(h, v, i))
    return 0;
  h->value = v;
  h->at = i;
  h->where.x = xs[i];
  h->where.y = ys[i];
  return 1;
}

static void extend(struct range *r, double x, double y)
{
  if (x < r->low.x)
    r->low.x = x;
  if (x > r->high.x)
    r->high.x = x;
  if (y < r->low.y)
    r->low.y = y;
  if (y > r->high.y)
    r->high.y = y;
}

static void clear(Stats *s)
{
  memset(s, 0, sizeof *s);
  s->box.low.x = s->box.low.y = 1e30;
  s->box.high.x = -1e30;
  s->box.high.y = -1e30;
  s->first = N;
  s->last = -1;
}

static void add(Stats *s, int i)
{
  double d = xs[i] * ys[i];
  s->count++;
  s->sum += d;
  s->squares += d * d;
  s->bins[i % BINS]++;
  s->grid[i % 2][i % 3] += 1;
  if (d > 440)
    s->level = HIGH;
  extend(&s->box, xs[i], ys[i]);
  if (d > 300 && i < s->first)
    s->first = i;
  if (d > 300 && i > s->last)
    s->last = i;
}

static void join(Stats *all, const Stats *s)
{
  all->count += s->count;
  all->sum += s->sum;
  all->squares += s->squares;
  for (int b = 0; b < BINS; b++)
    all->bins[b] += s->bins[b];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      all->grid[i][j] += s->grid[i][j];
  if (s->level == HIGH)
    all->level = HIGH;
  extend(&all->box, s->box.low.x, s->box.low.y);
  extend(&all->box, s->box.high.x, s->box.high.y);
  if (s->first < all->first)
    all->first = s->first;
  if (s->last > all->last)
    all->last = s->last;
}

int main(void)
{
  for (int i = 0; i < N; i++) {
    xs[i] = i * 7919 % 101 * 0.5 - 20;
    ys[i] = i * 104729 % 89 * 0.25;
  }

  Stats all;
  clear(&all);
#pragma omp parallel
  {
    Stats mine;
    clear(&mine);
#pragma omp for
    for (int i = 0; i < N; i++)
      add(&mine, i);
#pragma omp critical
    join(&all, &mine);
  }
  printf("%ld %d %g %g %u %u %g %d %d\n", all.count, all.level, all.sum, all.squares, all.bins[0], all.bins[5], all.grid[1][2],
         all.first, all.last);
  printf("%g %g %g %g\n", all.box.low.x, all.box.low.y, all.box.high.x, all.box.high.y);

  Hit best = {1e30, N, {0, 0}};
#pragma omp parallel
  {
    Hit mine = {.value = 1e30, .at = N};
#pragma omp for schedule(dynamic, 16) nowait
    for (int i = 0; i < N; i++)
      offer(&mine, (xs[i] - 3) * (xs[i] - 3) + (ys[i] - 7) * (ys[i] - 7), i);
#pragma omp critical
    best = closer(&best, mine.value, mine.at) ? mine : best;
  }
  printf("%g %d %g %g\n", best.value, best.at, best.where.x, best.where.y);

  Hit start = {-1, -1, {0, 0}}, most[3] = {{-1, -1, {0, 0}}, {-1, -1, {0, 0}}, {-1, -1, {0, 0}}};
  for (int k = 0; k < 3; k++) {
#pragma omp parallel
    {
      Hit mine = start, old = mine;
#pragma omp for
      for (int i = 0; i < N; i++) {
        double v = xs[i] * (k + 1) - ys[i];
        if (v > mine.value) {
          Hit found = {v, i, {xs[i], ys[i]}};
          mine = found;
        }
      }
#pragma omp critical
      if (mine.value > most[k].value || (mine.value == most[k].value && mine.at < most[k].at))
        most[k] = mine.at < 0 ? old : mine;
    }
    printf("%g %d %g\n", most[k].value, most[k].at, most[k].where.y);
  }

  Hit *p = &best;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  {
    Hit mine;
    mine = (Hit){1e30, N, {1, 2}};
#pragma omp for
    for (int i = 0; i < N; i++)
      if (ys[i] - xs[i] < mine.value)
        mine = (Hit){ys[i] - xs[i], i, {xs[i], i}};
    omp_set_lock(&lock);
    if (mine.value < p->value || (mine.value == p->value && mine.at < p->at))
      *p = mine;
    omp_unset_lock(&lock);
  }
  printf("%g %d %g %g\n", best.value, best.at, best.where.x, best.where.y);

#pragma omp parallel
  {
    Hit mine = {1e30, N, {1, 2}}, *to = &mine;
#pragma omp for
    for (int i = 0; i < N; i++)
      if (xs[i] * ys[i] < to->value) {
        to->value = xs[i] * ys[i];
        to->at = i;
      }
#pragma omp critical
    if (mine.value < best.value || (mine.value == best.value && mine.at < best.at))
      best = mine;
  }
  printf("%g %d\n", best.value, best.at);
  return 0;
}
