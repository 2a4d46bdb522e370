/* Loops that may wait for another iteration, or for its data, stay: locks of several kinds, and a list that is read
 * while it grows.
 *
 * expect: offloaded=0 kept=K015,K015,K015,K031,K031
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

enum { N = 300, CELLS = 8 };

static int held[CELLS], count[CELLS], spare[CELLS], used[CELLS], head[CELLS], next[N], key[N], seen[N];
static unsigned word[CELLS], inside[1];
static atomic_int gate;

static bool take(int *lock)
{
  return __sync_bool_compare_and_swap(lock, 0, 1);
}

int main(void)
{
  int found = 0, skipped = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    while (!take(&held[i % CELLS]))
      ;
    count[i % CELLS]++;
    __sync_lock_release(&held[i % CELLS]);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int c = i % CELLS;
    while (__sync_lock_test_and_set(&spare[c], 1))
      c = (c + 1) % CELLS;
    __sync_fetch_and_add(&used[c], 1);
    __sync_lock_release(&spare[c]);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (;;) {
      unsigned old = atomic_load((_Atomic unsigned *)&word[i % CELLS]);
      if (!(old & 1) && __sync_bool_compare_and_swap(&word[i % CELLS], old, old | 1))
        break;
    }
    int closed = 0;
    while (!atomic_compare_exchange_weak(&gate, &closed, 1))
      closed = 0;
    inside[0]++;
    atomic_store(&gate, 0);
    __sync_fetch_and_and(&word[i % CELLS], ~1u);
  }
  for (int c = 0; c < CELLS; c++)
    head[c] = -1;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const int wanted = i / 2;
    int first = __atomic_load_n(&head[wanted % CELLS], __ATOMIC_ACQUIRE);
    bool there;
    do {
      there = false;
      for (int e = first; e >= 0; e = next[e])
        there = there || key[e] == wanted;
      next[i] = first;
      key[i] = wanted;
    } while (!there && !__atomic_compare_exchange_n(&head[wanted % CELLS], &first, i, 0, __ATOMIC_ACQ_REL,
                                                    __ATOMIC_ACQUIRE));
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (take(&held[i % CELLS])) {
      seen[i % CELLS] += 1;
      __sync_lock_release(&held[i % CELLS]);
    } else {
      __sync_fetch_and_add(&skipped, 1);
    }
  for (int c = 0; c < CELLS; c++) {
    for (int e = head[c]; e >= 0; e = next[e])
      found++;
    skipped += seen[c];
    count[0] += c > 0 ? count[c] + used[c] : used[0];
  }
  printf("%d %u %d %d\n", count[0], inside[0], found, skipped);
  return 0;
}
