/* small.c: the registry of small heap blocks, which programs allocate by the million.
 *
 * A tree node and a lock for each would cost more than the allocation itself.  Small blocks are therefore only
 * noted in a table: two bytes for each 16 bytes of address space, the block's size where a block begins.  Noting
 * and forgetting take no lock.  When a launch meets such a block, it is promoted to a segment of the tree.
 *
 * The table has three levels, of 16, 16 and 12 bits of the address; parts appear when they are first needed.  What
 * has no part is passed over at once: looking for a block takes at most 65536 steps, and 1024 for each part of 4 GiB
 * in which there ever was a block.  In a short range, as launches look at, it takes a few steps.
 */
#include "mrt_memory.h"

#include <stdlib.h>

enum {
  ALIGNMENT = 16, /* blocks begin at multiples of this, as malloc's do */
  LEAF = 4096,  /* granules of one leaf */
  BRANCHES = 65536,
  WORD = 64,
  PROMOTED = 0xFFFF /* the block is in the tree */
};

typedef uint16_t leaf[LEAF];
typedef struct {
  leaf *leaves[BRANCHES];
  uint64_t expected[BRANCHES / WORD]; /* a bit each, set before it appears */
} branch;

static branch *table[BRANCHES];

/* One entry's place; NULL where its part of the table does not exist. */
static uint16_t *entry_at(uintptr_t address) {
  if (address >> 48 != 0)
    return NULL;
  branch *middle = __atomic_load_n(&table[address >> 32], __ATOMIC_ACQUIRE);
  if (middle == NULL)
    return NULL;
  leaf *last = __atomic_load_n(&middle->leaves[(address >> 16) % BRANCHES], __ATOMIC_ACQUIRE);
  return last == NULL ? NULL : &(*last)[(address / ALIGNMENT) % LEAF];
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
  size_t place = (address >> 16) % BRANCHES;
  __atomic_fetch_or(&found->expected[place / WORD], (uint64_t)1 << place % WORD, __ATOMIC_RELEASE);
  if (!grow((void **)&found->leaves[place], sizeof(leaf)))
    return NULL;
  return entry_at(address);
}

static unsigned load(const uint16_t *entry) { return entry == NULL ? 0 : __atomic_load_n(entry, __ATOMIC_RELAXED); }

/* ---- looking for blocks ----------------------------------------------------------------------------------- */

static const leaf *leaf_at(uintptr_t address) {
  return (const leaf *)(const void *)entry_at(address / (LEAF * ALIGNMENT) * (LEAF * ALIGNMENT));
}

/* Whether no block begins in the four granules from a multiple of four on. */
static bool four_are_empty(const leaf *entries, size_t at) {
  typedef uint64_t __attribute__((may_alias)) four_entries;
  return __atomic_load_n((const four_entries *)(const void *)&(*entries)[at], __ATOMIC_RELAXED) == 0;
}

/* The first address from `from` on that may have a leaf, or `to`. */
static uintptr_t next_leaf(uintptr_t from, uintptr_t to) {
  while (from < to && from >> 48 == 0) {
    const branch *middle = __atomic_load_n(&table[from >> 32], __ATOMIC_ACQUIRE);
    size_t place = (from >> 16) % BRANCHES, last = BRANCHES - 1;
    if ((to - 1) >> 32 == from >> 32)
      last = ((to - 1) >> 16) % BRANCHES;
    for (; middle != NULL && place <= last; place = (place / WORD + 1) * WORD) {
      uint64_t word = __atomic_load_n(&middle->expected[place / WORD], __ATOMIC_ACQUIRE) >> place % WORD;
      if (word == 0)
        continue;
      place += (size_t)__builtin_ctzll(word);
      uintptr_t found = (from >> 32 << 32) + place * LEAF * ALIGNMENT;
      return found > from ? found < to ? found : to : from;
    }
    from = ((from >> 32) + 1) << 32;
  }
  return to;
}

/* The lowest multiple of ALIGNMENT in [from, to) at which a block begins, or `to`. */
static uintptr_t next_block(uintptr_t from, uintptr_t to) {
  from = (from + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  while ((from = next_leaf(from, to)) < to) {
    const leaf *entries = leaf_at(from);
    uintptr_t end = (from / (LEAF * ALIGNMENT) + 1) * (LEAF * ALIGNMENT);
    if (entries == NULL) { /* it is about to appear */
      from = end;
      continue;
    }
    for (uintptr_t stop = end < to ? end : to; from < stop;) {
      size_t at = (from / ALIGNMENT) % LEAF;
      if (at % 4 == 0 && four_are_empty(entries, at))
        from += 4 * ALIGNMENT;
      else if (load(&(*entries)[at]) != 0)
        return from;
      else
        from += ALIGNMENT;
    }
  }
  return to;
}

/* The highest multiple of ALIGNMENT in [from, to), a short range, at which a block begins, or `to`. */
static uintptr_t last_block(uintptr_t from, uintptr_t to) {
  uintptr_t end = (to + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  while (end > from) {
    uintptr_t start = (end - ALIGNMENT) / (LEAF * ALIGNMENT) * (LEAF * ALIGNMENT);
    const leaf *entries = leaf_at(start);
    if (entries == NULL) {
      end = start;
      continue;
    }
    for (uintptr_t stop = start > from ? start : from; end > stop;) {
      size_t behind = (end - start) / ALIGNMENT;
      if (behind % 4 == 0 && four_are_empty(entries, behind - 4))
        end -= 4 * ALIGNMENT;
      else if (load(&(*entries)[behind - 1]) != 0)
        return end - ALIGNMENT >= from ? end - ALIGNMENT : to;
      else
        end -= ALIGNMENT;
    }
  }
  return to;
}

void mrt_small_forget(uintptr_t from, uintptr_t to) {
  for (uintptr_t at = next_block(from, to); at < to; at = next_block(at + ALIGNMENT, to))
    __atomic_store_n(entry_at(at), 0, __ATOMIC_RELAXED);
}

/* ---- blocks ----------------------------------------------------------------------------------------------- */

bool mrt_small_add(uintptr_t base, size_t bytes) {
  if (bytes > MRT_SMALL_LIMIT || base % ALIGNMENT != 0)
    return false;
  uint16_t *entry = make_entry(base);
  if (entry == NULL)
    return false;
  mrt_small_forget(base + ALIGNMENT, base + bytes);
  __atomic_store_n(entry, (uint16_t)bytes, __ATOMIC_RELAXED);
  return true;
}

enum mrt_small mrt_small_remove(uintptr_t base, size_t *bytes) {
  uint16_t *entry = base % ALIGNMENT == 0 ? entry_at(base) : NULL;
  unsigned found = entry == NULL ? 0 : load(entry);
  if (found != 0)
    __atomic_store_n(entry, 0, __ATOMIC_RELAXED);
  *bytes = found;
  return found == 0 ? SMALL_NONE : found == PROMOTED ? SMALL_PROMOTED : SMALL_NOTED;
}

/* Makes a segment of a block that reaches beyond an address; NULL where there is none that is not in the tree. */
static struct mrt_segment *promote(uintptr_t at, uintptr_t beyond) {
  uint16_t *entry = entry_at(at);
  unsigned bytes = load(entry);
  if (bytes == 0 || bytes == PROMOTED || at + bytes <= beyond)
    return NULL;
  mrt_segment_replace(at, at + bytes); /* what the tree knows there is older */
  struct mrt_segment *segment = mrt_segment_add(at, bytes, SEGMENT_HEAP);
  if (segment != NULL)
    __atomic_store_n(entry, (uint16_t)PROMOTED, __ATOMIC_RELAXED);
  return segment;
}

/* How much of a range is looked at.  Most launches use arrays that the tree knows.  Where one of these was freed
 * behind the library's back, a small block may be in its place: at the beginning of the range, since a loop that
 * reached it from far below would use the array that is gone. */
static uintptr_t end_of_search(uintptr_t from, uintptr_t to) {
  const struct mrt_segment *known = mrt_segment_at(from);
  if (known == NULL || to > known->base + known->bytes)
    return to;
  if (known->kind != SEGMENT_HEAP)
    return from;
  return to - from > MRT_SMALL_LIMIT ? from + MRT_SMALL_LIMIT : to;
}

struct mrt_extent mrt_extent_at(uintptr_t address) {
  const struct mrt_segment *known = mrt_segment_at(address);
  struct mrt_extent extent = {0};
  if (known != NULL)
    extent = (struct mrt_extent){known->base, known->bytes, known};
  if (end_of_search(address, address + 1) == address)
    return extent;
  uintptr_t before = last_block(address > MRT_SMALL_LIMIT ? address - MRT_SMALL_LIMIT : 0, address + 1);
  unsigned bytes = before <= address ? load(entry_at(before)) : 0;
  if (bytes != 0 && bytes != PROMOTED && before + bytes > address)
    extent = (struct mrt_extent){before, bytes, NULL}; /* what the tree knows there is older */
  return extent;
}

void mrt_small_promote(uintptr_t from, uintptr_t to) {
  to = end_of_search(from, to);
  if (to == from)
    return;
  uintptr_t lowest = from > MRT_SMALL_LIMIT ? from - MRT_SMALL_LIMIT : 0;
  uintptr_t before = last_block(lowest, from + 1);
  if (before <= from)
    promote(before, from);
  uintptr_t next = next_block(from, to); /* one is enough: what reaches over it is no single block */
  if (next < to)
    promote(next, from);
}

struct mrt_segment *mrt_small_segment(uintptr_t address) {
  struct mrt_segment *known = mrt_segment_at(address);
  unsigned noted = address % ALIGNMENT == 0 ? load(entry_at(address)) : 0;
  if (noted == PROMOTED || (known != NULL && known->bytes > MRT_SMALL_LIMIT))
    return known;
  if (known == NULL && noted != 0)
    return promote(address, address);
  mrt_small_promote(address, address + 1);
  return mrt_segment_at(address);
}
