/* small.c: the registry of small heap blocks, which programs allocate by the million.
 *
 * A tree node and a lock for each would cost more than the allocation itself.  Small blocks are therefore only
 * noted in a table: two bytes for each 16 bytes of address space, the block's size where a block begins.  Noting
 * and forgetting take no lock.  When a launch meets such a block, it is promoted to a segment of the tree.
 *
 * The table has three levels, of 16, 16 and 12 bits of the address; parts appear when they are first needed.
 */
#include "internal.h"

#include <stdlib.h>

enum {
  GRANULE = 16,       /* blocks begin at multiples of this, as malloc's do */
  LEAF = 4096,        /* granules of one leaf */
  BRANCHES = 65536,
  PROMOTED = 0xFFFF   /* the block is in the tree */
};

typedef uint16_t leaf[LEAF];
typedef leaf *branch[BRANCHES];

static branch *table[BRANCHES];

/* One entry's place; NULL where its part of the table does not exist. */
static uint16_t *entry_at(uintptr_t address) {
  if (address >> 48 != 0)
    return NULL;
  branch *middle = __atomic_load_n(&table[address >> 32], __ATOMIC_ACQUIRE);
  if (middle == NULL)
    return NULL;
  leaf *last = __atomic_load_n(&(*middle)[(address >> 16) % BRANCHES], __ATOMIC_ACQUIRE);
  return last == NULL ? NULL : &(*last)[(address / GRANULE) % LEAF];
}

/* Puts a fresh, zeroed part where there is none; another thread may be faster. */
static bool grow(void **place, size_t bytes) {
  void *fresh = calloc(1, bytes), *none = NULL;
  if (fresh == NULL)
    return false;
  if (!__atomic_compare_exchange_n(place, &none, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    free(fresh);
  return true;
}

static uint16_t *make_entry(uintptr_t address) {
  uint16_t *entry = entry_at(address);
  if (entry != NULL || address >> 48 != 0)
    return entry;
  void **middle = (void **)&table[address >> 32];
  if (__atomic_load_n(middle, __ATOMIC_ACQUIRE) == NULL && !grow(middle, sizeof(branch)))
    return NULL;
  branch *found = __atomic_load_n(&table[address >> 32], __ATOMIC_ACQUIRE);
  if (!grow((void **)&(*found)[(address >> 16) % BRANCHES], sizeof(leaf)))
    return NULL;
  return entry_at(address);
}

static unsigned load(const uint16_t *entry) { return entry == NULL ? 0 : __atomic_load_n(entry, __ATOMIC_RELAXED); }

void mrt_small_forget(uintptr_t from, uintptr_t to) {
  for (uintptr_t at = (from + GRANULE - 1) / GRANULE * GRANULE; at < to;) {
    uint16_t *entry = entry_at(at);
    if (entry == NULL) {
      at = (at / (LEAF * GRANULE) + 1) * (LEAF * GRANULE);
      continue;
    }
    if (load(entry) != 0)
      __atomic_store_n(entry, 0, __ATOMIC_RELAXED);
    at += GRANULE;
  }
}

bool mrt_small_add(uintptr_t base, size_t bytes) {
  if (bytes > MRT_SMALL_LIMIT || base % GRANULE != 0)
    return false;
  uint16_t *entry = make_entry(base);
  if (entry == NULL)
    return false;
  mrt_small_forget(base + GRANULE, base + bytes);
  __atomic_store_n(entry, (uint16_t)bytes, __ATOMIC_RELAXED);
  return true;
}

enum mrt_small mrt_small_remove(uintptr_t base, size_t *bytes) {
  uint16_t *entry = base % GRANULE == 0 ? entry_at(base) : NULL;
  unsigned found = entry == NULL ? 0 : load(entry);
  if (found != 0)
    __atomic_store_n(entry, 0, __ATOMIC_RELAXED);
  *bytes = found;
  return found == 0 ? SMALL_NONE : found == PROMOTED ? SMALL_PROMOTED : SMALL_NOTED;
}

/* Where the block that may hold an address begins, or the address itself. */
static uintptr_t start_before(uintptr_t address) {
  uintptr_t lowest = address / GRANULE * GRANULE;
  for (uintptr_t at = lowest; lowest - at < MRT_SMALL_LIMIT; at -= GRANULE) {
    if (load(entry_at(at)) != 0)
      return at;
    if (at < GRANULE)
      break;
  }
  return lowest;
}

void mrt_small_promote(uintptr_t from, uintptr_t to) {
  for (uintptr_t at = start_before(from); at < to;) {
    uint16_t *entry = entry_at(at);
    if (entry == NULL) {
      at = (at / (LEAF * GRANULE) + 1) * (LEAF * GRANULE);
      continue;
    }
    unsigned bytes = load(entry);
    if (bytes != 0 && bytes != PROMOTED && at + bytes > from) {
      mrt_segment_replace(at, at + bytes); /* what the tree knows there is older */
      if (mrt_segment_add(at, bytes, SEGMENT_HEAP) != NULL)
        __atomic_store_n(entry, (uint16_t)PROMOTED, __ATOMIC_RELAXED);
    }
    at += GRANULE;
  }
}
