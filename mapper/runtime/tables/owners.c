/* owners.c: which blocks the entries of tables of pointers are for.
 *
 * A pointer to a row that begins at another subscript than 0 may lie outside of its block, and in another one.  Where
 * it is known what a loop reaches by each entry, that says which block it is for.  Otherwise it is where the pointer
 * was computed from (origins.c), or else what it leads into.
 *
 * All functions want the memory lock.
 */
#include "mrt_tables.h"

#include <stdlib.h>

static bool inside(const struct mrt_segment *segment, uintptr_t address) {
  return address >= segment->base && address < segment->base + segment->bytes;
}

enum { NEAR = 64 };

/* For the host's own accesses: a pointer that leads to no known block leads to memory that no device has, unless it
 * is just behind a block or (against the standard, but done) just before it. Entries that are not set are such. */
static uintptr_t known_target(uintptr_t target) {
  if (target == 0 || mrt_segment_at(target) != NULL)
    return target;
  const struct mrt_segment *beside = mrt_segment_at(target - 1);
  if (beside == NULL && target <= UINTPTR_MAX - NEAR)
    beside = mrt_segment_in(target, target + NEAR);
  return beside != NULL ? beside->base : 0;
}

/* Takes the entries of a level that lead to no known block for what the host can access through them. The view is
 * made anew each time then, as the block may become known. */
static void forgive(struct mrt_view *view, struct level *level) {
  for (size_t i = 0; i < level->count; i++) {
    uintptr_t known = known_target(level->targets[i]);
    view->forgiven |= known != level->targets[i];
    level->targets[i] = known;
  }
}

/* Notes the blocks that a level's entries point into, some more than once; false where one points into no block. */
static bool note_blocks(struct level *level, size_t *count) {
  mrt_u64 removals;
  bool known;
  do { /* once more where a segment that was made has taken the place of others */
    removals = mrt_removals;
    known = true;
    *count = 0;
    struct mrt_segment *last = NULL;
    for (size_t i = 0; i < level->count; i++) {
      uintptr_t target = level->targets[i] + (uintptr_t)level->shift;
      if (level->targets[i] == 0 || (last != NULL && last->bytes > MRT_SMALL_LIMIT && inside(last, target)))
        continue;
      const struct mrt_segment *before = last;
      last = mrt_small_segment(target);
      known &= last != NULL;
      if (last != NULL && last != before)
        level->blocks[(*count)++] = last;
    }
  } while (mrt_removals != removals);
  return known;
}

/* Finds the blocks that a level's entries and its shift lead into; false where one leads into no block. */
static bool collect_blocks(struct level *level) {
  size_t count = 0;
  if (!note_blocks(level, &count))
    return false;
  mrt_sort_by_base(level->blocks, count);
  level->block_count = 0;
  for (size_t i = 0; i < count; i++)
    if (level->block_count == 0 || level->blocks[level->block_count - 1] != level->blocks[i])
      level->blocks[level->block_count++] = level->blocks[i];
  return true;
}

/* Whether all that is reached around each entry of level `l` is in one block, so that it is known to be for that.
 * Sizes and lows may hold more than is reached: then it may be nowhere. */
static bool finds_by_reach(const struct mrt_view *view, unsigned l, struct level *level) {
  long length = (long)(view->sizes[l + 1] - (size_t)view->lows[l + 1]);
  level->shift = view->lows[l + 1];
  if (view->sizes[l + 1] == 0 || length <= 0 || !collect_blocks(level))
    return false;
  for (size_t i = 0; i < level->count; i++) {
    uintptr_t from = level->targets[i] + (uintptr_t)level->shift;
    const struct mrt_segment *block = level->targets[i] != 0 ? level->blocks[mrt_block_at(level, from)] : NULL;
    if (block != NULL && (size_t)length > block->bytes - (from - block->base))
      return false;
  }
  for (size_t i = 0; i < level->count; i++)
    if (level->targets[i] != 0 && view->lows[l + 1] > 0)
      mrt_origin_note(level->targets[i], level->targets[i] + (uintptr_t)level->shift);
  return true;
}

/* How far the entries of a level are from the memory that they were computed from: the same for all.  False where
 * it is not known of one of them. */
static bool find_shift(struct level *level) {
  level->shift = 0;
  for (size_t i = 0; i < level->count && level->shift == 0; i++) {
    uintptr_t target = level->targets[i];
    if (target == 0 || !mrt_has_origins(target))
      continue;
    uintptr_t origin = mrt_origin(target);
    if (origin == 0)
      return false;
    level->shift = origin != target ? (long)(mrt_extent_at(origin).base - target) : 0;
  }
  for (size_t i = 0; i < level->count && level->shift != 0; i++) {
    uintptr_t target = level->targets[i];
    struct mrt_extent extent = mrt_extent_at(target != 0 ? mrt_origin(target) : 0);
    if (target != 0 && target + (uintptr_t)level->shift - extent.base >= extent.bytes)
      return false;
  }
  return true;
}

/* Finds the blocks that a level's entries are for; false where one is for none. */
bool mrt_find_blocks(struct mrt_view *view, unsigned l) {
  struct level *level = &view->level[l];
  level->blocks = calloc(level->count + 1, sizeof *level->blocks);
  if (level->blocks == NULL)
    return false;
  bool known = level->sure = finds_by_reach(view, l, level);
  if (!known && find_shift(level)) {
    level->sure = level->shift != 0;
    known = collect_blocks(level);
    if (!known && view->host && level->shift == 0) {
      forgive(view, level);
      known = collect_blocks(level);
    }
  }
  for (size_t i = 0; i < level->block_count && known; i++)
    level->blocks[i]->followed = true;
  return known;
}

/* Whether an address is in block number `b` of a level, or behind it and in no other one. */
static bool is_in_block(const struct level *level, size_t b, uintptr_t address) {
  return b < level->block_count && level->blocks[b]->base <= address &&
         (b + 1 == level->block_count || address < level->blocks[b + 1]->base);
}

size_t mrt_block_at(const struct level *level, uintptr_t address) {
  static size_t last; /* answer: mostly, what is asked for next is there or in the next block */
  if (is_in_block(level, last, address))
    return last;
  if (is_in_block(level, last + 1, address))
    return ++last;
  size_t low = 0, high = level->block_count;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (level->blocks[middle]->base <= address)
      low = middle;
    else
      high = middle;
  }
  last = low;
  return low;
}

size_t mrt_block_of(const struct level *level, uintptr_t target) {
  return mrt_block_at(level, target + (uintptr_t)level->shift);
}

long mrt_place_in_block(const struct level *level, uintptr_t target) {
  return (long)(target - level->blocks[mrt_block_of(level, target)]->base);
}

/* How many pointers of a level lead into each of its blocks; NULL without memory. */
static size_t *count_pointers(const struct level *level) {
  size_t *counts = calloc(level->block_count + 1, sizeof *counts);
  for (size_t i = 0; i < level->count && counts != NULL; i++)
    if (level->targets[i] != 0)
      counts[mrt_block_of(level, level->targets[i])]++;
  return counts;
}

/* Whether all that is reached around the pointers of a level is in their blocks.  Where blocks have different
 * lengths, what is reached around all of them together may be more than a block has: then a pointer is believed
 * if it leads to the beginning of its block, or if there are others into it.  Otherwise it may be one that is before
 * its own block, and so by chance in another one (`malloc(n) - 16`). */
bool mrt_are_inside(const struct mrt_view *view, unsigned l, size_t size) {
  const struct level *level = &view->level[l];
  long low = view->lows[l + 1];
  size_t *counts = NULL; /* they are rarely needed */
  bool good = true;
  for (size_t i = 0; i < level->count && good && size != 0 && !level->sure; i++) {
    if (level->targets[i] == 0)
      continue;
    size_t b = mrt_block_of(level, level->targets[i]), at = level->targets[i] - level->blocks[b]->base;
    bool whole = (low >= 0 || at >= (size_t)-low) && size <= level->blocks[b]->bytes - at;
    if (whole || at == 0)
      continue;
    if (counts == NULL)
      counts = count_pointers(level);
    good = counts != NULL && counts[b] > 1;
  }
  free(counts);
  return good;
}

bool mrt_rows_are_certain(const struct mrt_slot *slot) {
  struct mrt_view *view = slot->view;
  if (view->judged == view->walk)
    return view->certain;
  view->judged = view->walk;
  view->certain = true;
  for (unsigned l = 0; l < view->levels && view->certain; l++)
    view->certain = mrt_are_inside(view, l, SIZE_MAX);
  return view->certain;
}
