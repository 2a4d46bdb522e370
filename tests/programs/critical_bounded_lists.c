/* Lists with an end, which iterations fill in turn: what does not fit is left out, or counted.  One list, one for each
 * cell, behind a pointer, under a lock.  What is in a full list differs from run to run: only its length is shown, and
 * that all of it is different.  expect: offloaded=5 */
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

enum { N = 1200, CELLS = 7, MOST = 150 };

struct list {
  int used, room, *items;
};

static int counts[CELLS], cells[CELLS][MOST], seen[N], first[N], used;
static long lost;
static omp_lock_t locks[CELLS];

static int different(const int *items, int n)
{
  int i, good = 1;

  for (i = 0; i < N; i++)
    seen[i] = 0;
  for (i = 0; i < n; i++)
    good &= !seen[items[i]]++;
  return good;
}

int main(void)
{
  struct list list = {0, 2 * MOST, malloc(2 * MOST * sizeof(int))}, *to = &list;
  double weights[MOST], sum = 0;
  int most = MOST, heavy = 0, i, full = 0;

  if (list.items == NULL)
    return 1;
  for (i = 0; i < CELLS; i++)
    omp_init_lock(&locks[i]);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    if (i % 2)
#pragma omp critical
      if (used < N)
        first[used++] = i;
  printf("%d %d\n", used, different(first, used));
#pragma omp parallel for
  for (i = 0; i < N; i++)
    if (i % 3) {
#pragma omp critical
      {
        if (to->used < to->room) {
          to->items[to->used] = i;
          to->used++;
        }
      }
    }
  printf("%d %d\n", list.used, different(list.items, list.used));
#pragma omp parallel for
  for (i = 0; i < N; i++) {
#pragma omp critical
    if (most > heavy) {
      weights[heavy] = i * 0 + 0.5;
      ++heavy;
    } else
      lost++;
  }
  for (i = 0; i < heavy; i++)
    sum += weights[i];
  printf("%d %ld %g\n", heavy, lost, sum);
  for (int pass = 0; pass < 2; pass++) {
#pragma omp parallel for
    for (i = 0; i < N; i++) {
      const int c = i % 11 % CELLS;

      omp_set_lock(&locks[c]);
      if (counts[c] <= MOST - 1)
        cells[c][counts[c]++] = i;
      omp_unset_lock(&locks[c]);
    }
    for (i = 0; i < CELLS; i++) {
      printf("%d %d, ", counts[i], different(cells[i], counts[i]));
      counts[i] = pass;
    }
  }
#pragma omp parallel for reduction(+ : full)
  for (i = 0; i < N; i++) {
#pragma omp critical
    {
      if (used < 1000)
        used++;
      else
        full++;
    }
  }
  printf("%d %d\n", used, full);
  free(list.items);
  return 0;
}
