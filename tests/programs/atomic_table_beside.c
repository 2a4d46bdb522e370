/* Hash tables whose size and number of entries are in one block with their slots, filled by compare and swap: by the compiler's
 * functions in a loop, and by a function that a loop calls.  expect: offloaded=4 kept= */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BITS 10

struct slot {
  uint64_t key;
  uint32_t count;
};

struct table {
  uint32_t mask, used;
  struct slot slots[];
};

typedef struct {
  unsigned size;
  int full;
  int keys[1 << BITS];
} set;

static uint64_t mix(uint64_t x)
{
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  return x ^ x >> 33;
}

static void count_all(struct table *t, const uint64_t *keys, size_t n)
{
#pragma omp parallel for
  for (size_t i = 0; i < n; i++) {
    uint32_t h = (uint32_t)mix(keys[i]) & t->mask;
    for (;;) {
      uint64_t seen = 0;
      if (__atomic_compare_exchange_n(&t->slots[h].key, &seen, keys[i], false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
#pragma omp atomic
        t->used++;
        seen = keys[i];
      }
      if (seen == keys[i])
        break;
      h = (h + 1) & t->mask;
    }
#pragma omp atomic
    t->slots[h].count++;
  }
}

static int insert(set *s, int key)
{
  for (unsigned probe = 0, at = (unsigned)key * 2654435761u % s->size; probe < s->size; probe++, at = (at + 1) % s->size) {
    int old = __sync_val_compare_and_swap(&s->keys[at], 0, key);
    if (old == 0)
      return 1;
    if (old == key)
      return 0;
  }
  return -1;
}

int main(void)
{
  size_t n = 6000;
  uint64_t *keys = malloc(n * sizeof *keys), sum = 0;
  struct table *t = calloc(1, sizeof *t + (sizeof(struct slot) << BITS));
  set *s = calloc(1, sizeof *s);
  int fresh = 0, members = 0;
  t->mask = (1u << BITS) - 1;
  s->size = 1 << BITS;
#pragma omp parallel for
  for (size_t i = 0; i < n; i++)
    keys[i] = i * i % 700 + 1;
  count_all(t, keys, n);
#pragma omp parallel for reduction(+ : fresh)
  for (size_t i = 0; i < n; i++) {
    int made = insert(s, (int)keys[i] * 3);
    if (made < 0) {
#pragma omp atomic
      s->full++;
    } else {
      fresh += made;
    }
  }
#pragma omp parallel for reduction(+ : sum, members)
  for (int i = 0; i < 1 << BITS; i++) {
    sum += t->slots[i].key * t->slots[i].count;
    members += s->keys[i] != 0;
  }
  printf("%llu %u %d %d %d\n", (unsigned long long)sum, t->used, fresh, members, s->full);
  free(keys);
  free(t);
  free(s);
  return 0;
}
