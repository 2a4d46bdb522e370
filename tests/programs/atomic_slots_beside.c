/* Hash tables of slots whose key is compared and swapped, beside counts and sums that are added to: in an array, behind a
 * pointer, and in a structure within each slot.  A slot whose own lock is compared and swapped stays.
 * expect: offloaded=4 kept=K015 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 2048, N = 5000 };

struct slot {
  uint32_t key, count;
};

struct entry {
  struct {
    uint64_t key;
    int64_t sum;
  } of;
  unsigned full;
};

struct cell {
  int held;
  long value;
};

static struct slot table[SIZE];
static struct cell cells[8];

static void count(struct slot *slots, uint32_t key)
{
  for (uint32_t at = key * 2654435761u;; at++) {
    struct slot *slot = &slots[at % SIZE];
    uint32_t seen = __sync_val_compare_and_swap(&slot->key, 0, key);
    if (seen == 0 || seen == key) {
#pragma omp atomic
      slot->count += 2;
      return;
    }
  }
}

int main(void)
{
  struct slot *other = calloc(SIZE, sizeof *other);
  struct entry *entries = calloc(SIZE, sizeof *entries);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const uint32_t key = (uint32_t)i * 31u % 701 + 1;
    for (uint32_t at = key % SIZE;; at = (at + 1) % SIZE) {
      const uint32_t seen = __sync_val_compare_and_swap(&table[at].key, 0, key);
      if (seen == 0 || seen == key) {
#pragma omp atomic
        table[at].count++;
        break;
      }
    }
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    count(other, (uint32_t)i * 17u % 903 + 1);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const uint64_t key = (uint64_t)i * 13u % 801 + 1;
    for (uint64_t at = key % SIZE;; at = (at + 1) % SIZE) {
      const uint64_t seen = __sync_val_compare_and_swap(&entries[at].of.key, 0, key);
      if (seen == 0 || seen == key) {
        __atomic_fetch_add(&entries[at].of.sum, i, __ATOMIC_RELAXED);
#pragma omp atomic
        entries[at].full |= 1u << i % 8;
        break;
      }
    }
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct cell *cell = &cells[i % 8];
    while (!__sync_bool_compare_and_swap(&cell->held, 0, 1))
      ;
    cell->value += i;
    __sync_lock_release(&cell->held);
  }
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < SIZE; i++)
    sum += (uint64_t)table[i].key * table[i].count + (uint64_t)other[i].key * other[i].count +
           entries[i].of.key * (uint64_t)entries[i].of.sum + entries[i].full;
  printf("%llu", (unsigned long long)sum);
  for (int c = 0; c < 8; c++)
    printf(" %ld", cells[c].value);
  putchar('\n');
  free(other);
  free(entries);
  return 0;
}
