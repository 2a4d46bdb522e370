/* Iterations that take places in turn, in `critical` or under a lock: a number from a counter, a list's head.  What they
 * store there is found in any order, so it is sorted or added up.
 * expect: offloaded=11 kept=K001,K001,K001,K001,K001,K015 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t;
#define omp_init_lock(lock) (*(lock) = 0)
#define omp_set_lock(lock) (*(lock) = 1)
#define omp_unset_lock(lock) (*(lock) = 0)
#endif

enum { N = 1500, CELLS = 13 };

struct cell {
  omp_lock_t lock;
  long used;
  int items[N];
};

struct particle {
  int id, follows;
  double mass;
};

static int chosen[N], places, head[CELLS], order[2 * N], start[N], left = N, from_end[N];
static int rows[CELLS], places_of[CELLS][N];
static struct cell whole;
static double mass[N];
static struct particle particles[N];
static omp_lock_t locks[CELLS];

static void put(struct cell *into, int item)
{
  omp_set_lock(&into->lock);
  into->items[into->used] = item;
  into->used += 1;
  omp_unset_lock(&into->lock);
}

static int draw(unsigned *counter)
{
  int mine;
#pragma omp critical(draw)
  {
    mine = *counter;
    ++*counter;
  }
  return mine;
}

static int by_value(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

static void show(const char *name, int *list, int n)
{
  unsigned sum = 0;
  qsort(list, n, sizeof *list, by_value);
  for (int i = 0; i < n; i++)
    sum = sum * 31 + list[i];
  printf("%s %d %u\n", name, n, sum);
}

int main(void)
{
  struct cell *cells = calloc(CELLS, sizeof *cells);
  int n = 0, total = 0, wrong = 0, last = 0, at, filled = 0, *list = calloc(N, sizeof *list);
  unsigned drawn = 0;
  double sum = 0;
  for (int c = 0; c < CELLS; c++) {
    head[c] = -1;
    omp_init_lock(&locks[c]);
    omp_init_lock(&cells[c].lock);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (i * 7 % 5 < 2) {
#pragma omp critical
      chosen[places++] = i;
    }
  show("chosen", chosen, places);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (i % 3) {
      const double heavy = i * 0.25;
#pragma omp critical
      {
        list[n] = i;
        if (heavy > 10)
          mass[n] = heavy;
        n++;
      }
    }
  for (int i = 0; i < n; i++)
    wrong += mass[i] != (list[i] > 40 ? list[i] * 0.25 : 0);
  show("list", list, n);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int c = i * 31 % CELLS;
    omp_set_lock(&locks[c]);
    particles[i].follows = head[c];
    head[c] = i;
    particles[i].id = i + 1;
    omp_unset_lock(&locks[c]);
  }
  for (int c = 0, seen = 0; c < CELLS; c++) {
    for (int i = head[c]; i >= 0; i = particles[i].follows)
      seen += particles[i].id * (c + 1);
    printf("%d ", seen);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    put(&cells[i * 7 % CELLS], i);
  for (int c = 0; c < CELLS; c++)
    show("cell", cells[c].items, (int)cells[c].used);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (i % 7 == 1) {
      const int at = draw(&drawn);
      particles[at].id = i;
      particles[at].mass = i * 0.5;
    }
  for (unsigned i = 0; i < drawn; i++)
    sum += particles[i].mass * 2 - particles[i].id + 1e-3 * particles[i].id;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int length = i % 3;
#pragma omp critical
    {
      start[i] = total;
      total += length;
    }
    for (int k = 0; k < length; k++)
      order[start[i] + k] = i;
  }
  for (int i = 0; i < N; i++)
    wrong += i % 3 && order[start[i]] != i;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp critical
    from_end[--left] = i;
  }
  show("from the end", from_end, N);
#pragma omp parallel for private(at)
  for (int i = 0; i < N; i++)
    if (i % 4 == 1) { /* a variable holds the number */
#pragma omp critical
      {
        at = filled++;
        order[at] = i;
        start[at] = i;
      }
    }
  for (int i = 0; i < filled; i++)
    wrong += order[i] != start[i];
  show("in a variable", order, filled);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (i % 5 == 1) {
#pragma omp critical
      {
        const long place = whole.used;
        whole.used++;
        whole.items[place] = i;
      }
    }
  show("a structure", whole.items, (int)whole.used);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int c = i % CELLS;
    omp_set_lock(&locks[c]);
    int slot = rows[c]++;
    places_of[c][slot] = i;
    omp_unset_lock(&locks[c]);
  }
  for (int c = 0; c < CELLS; c++)
    show("row", places_of[c], rows[c]);
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* one may be the last, but which one is the same for both */
#pragma omp critical
    {
      last = i / N;
      chosen[last] = 2;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* a list with an end */
#pragma omp critical
    if (n < N)
      list[n++] = i;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* what is stored is read there, too */
    const int c = i % CELLS;
    omp_set_lock(&locks[c]);
    cells[c].items[cells[c].used % N] = cells[c].items[0];
    cells[c].used++;
    omp_unset_lock(&locks[c]);
  }
  n = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* two numbers that follow each other */
#pragma omp critical
    {
      order[n++] = i;
      order[n++] = -i;
    }
  }
  for (int i = 0; i < N; i++)
    wrong += order[2 * i] != -order[2 * i + 1];
  n = places = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* two numbers that are the same */
#pragma omp critical
    {
      chosen[n++] = i;
      start[places++] = i;
    }
  }
  for (int i = 0; i < N; i++)
    wrong += chosen[i] != start[i];
  n = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < N; i++) { /* two steps at once */
    int at;
#pragma omp critical
    {
      n += 2;
      at = n++;
    }
    wrong += at % 3 != 2;
  }
  for (int i = 0; i < N; i++)
    start[i] = -2;
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* how many are in the list: the index has the name of the loop's */
#pragma omp critical
    {
      int length = 0;
      start[i] = head[0];
      head[0] = i;
      for (int i = 0; i < N; i++)
        length += start[i] != -2;
      order[i] = length;
    }
  }
  show("lengths", order, N);
  printf("%d %d %d %.3f %d %ld\n", wrong, total, (int)drawn, sum, n, cells[3].used);
  return 0;
}
