/* A hash table with open addressing that all iterations insert into, and a set whose members claim their places.
 * Which place a key gets depends on who comes first; which keys there are, and how often, does not.
 *
 * expect: offloaded=3
 */
#include <stdio.h>
#include <string.h>

enum { KEYS = 1500, SIZE = 4096, NONE = 0 };

static unsigned slots[SIZE], times[SIZE];
static long set[SIZE];
static int fresh, order[KEYS];

static unsigned insert(unsigned *table, unsigned key)
{
  unsigned at = key * 2654435761u % SIZE;
  while (1) {
    const unsigned found = __sync_val_compare_and_swap(&table[at], NONE, key);
    if (found == NONE || found == key)
      return at;
    at = (at + 1) % SIZE;
  }
}

int main(void)
{
  unsigned long sum = 0, keys = 0, members = 0;
#pragma omp parallel for
  for (int i = 0; i < KEYS; i++) {
    const unsigned key = (unsigned)i * 7919u % 600u + 1;
    __atomic_fetch_add(&times[insert(slots, key)], 1u, __ATOMIC_RELAXED);
  }
#pragma omp parallel for
  for (int i = 0; i < KEYS; i++) {
    const long key = (long)i * i % 1009 + 1;
    for (unsigned at = (unsigned)key * 31u % SIZE, step = 1;; at = (at + step) % SIZE, step++) {
      long expected = 0;
      if (__atomic_compare_exchange_n(&set[at], &expected, key, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        order[__atomic_fetch_add(&fresh, 1, __ATOMIC_RELAXED)] = (int)key;
        break;
      }
      if (expected == key)
        break;
    }
  }
#pragma omp parallel for reduction(+ : sum, keys, members)
  for (int s = 0; s < SIZE; s++) {
    sum += (unsigned long)slots[s] * times[s];
    keys += slots[s] != NONE;
    members += (unsigned long)set[s];
  }
  long drawn = 0;
  for (int k = 0; k < fresh; k++)
    drawn += order[k];
  printf("%lu %lu %lu %d %ld\n", sum, keys, members, fresh, drawn);
  return 0;
}
