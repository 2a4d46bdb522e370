/* within.c: tables that are members of the structures which another table leads to: `item[i]->data[j]`.
 *
 * The structures are the rows of a view of their own, the owner.  The first level of a view within it has the entries
 * of all whole structures in the owner's blocks, block by block; those that the loop does not reach are null.  In the
 * kernel the entries are in the order of the structures in the buffer that holds them.
 *
 * All functions want the memory lock.
 */
#include "mrt_tables.h"

#include <stdlib.h>
#include <string.h>

static const struct level *structures(const struct mrt_view *view) {
  return &view->owner->level[view->owner->levels - 1];
}

/* How many entries a structure has. */
static size_t width(const struct mrt_view *view) { return view->times * view->span / sizeof(void *); }

/* How many entries a block of structures has. */
static size_t entries_in(const struct mrt_view *view, size_t b) {
  return structures(view)->blocks[b]->bytes / view->stride * width(view);
}

static size_t count_entries(const struct mrt_view *view) {
  size_t count = 0;
  for (size_t b = 0; b < structures(view)->block_count; b++)
    count += entries_in(view, b);
  return count;
}

/* Reads the entries of those structures in a block that are in part between two addresses. */
static void read_block(const struct mrt_view *view, size_t b, uintptr_t from, uintptr_t to, uintptr_t *targets) {
  const struct mrt_segment *block = structures(view)->blocks[b];
  size_t count = block->bytes / view->stride, first = (from - block->base) / view->stride;
  for (size_t i = first; i < count && block->base + i * view->stride < to; i++)
    for (size_t t = 0; t < view->times; t++)
      memcpy(targets + view->starts[b] + i * width(view) + t * view->span / sizeof(void *),
             (const void *)(block->base + i * view->stride + view->phase + t * view->pitch), view->span);
}

/* Reads the entries of all structures that the loop may reach. */
static void read_all(const struct mrt_view *view, uintptr_t *targets) {
  const struct level *last = structures(view);
  size_t reach = view->owner->sizes[view->owner->levels];
  for (size_t b = 0; b < last->block_count && reach == 0; b++)
    read_block(view, b, last->blocks[b]->base, last->blocks[b]->base + last->blocks[b]->bytes, targets);
  for (size_t i = 0; i < last->count && reach != 0; i++) {
    if (last->targets[i] == 0)
      continue;
    size_t b = mrt_block_of(last, last->targets[i]);
    uintptr_t from = last->targets[i] + (uintptr_t)view->owner->lows[view->owner->levels],
              base = last->blocks[b]->base;
    read_block(view, b, from > base ? from : base, last->targets[i] + reach, targets);
  }
}

const char *mrt_read_within(struct mrt_view *view) {
  const struct level *last = structures(view);
  struct level *level = &view->level[0];
  for (size_t i = 0; i < last->count; i++)
    if (last->targets[i] != 0 && mrt_place_in_block(last, last->targets[i]) % (long)view->stride != 0)
      return "what %s leads to begins inside of elements";
  view->owner_walk = view->owner->walk;
  level->count = count_entries(view);
  level->targets = calloc(level->count + 1, sizeof *level->targets);
  view->starts = calloc(last->block_count + 1, sizeof *view->starts);
  if (level->targets == NULL || view->starts == NULL || !mrt_note_tables(view, last->blocks, last->block_count))
    return "no host memory to follow %s";
  for (size_t b = 0; b < last->block_count; b++)
    view->starts[b + 1] = view->starts[b] + entries_in(view, b);
  read_all(view, level->targets);
  return NULL;
}

bool mrt_same_within(const struct mrt_view *view) {
  const struct level *level = &view->level[0];
  uintptr_t *targets = calloc(level->count + 1, sizeof *targets);
  if (targets == NULL)
    return false;
  read_all(view, targets);
  bool same = memcmp(targets, level->targets, level->count * sizeof *targets) == 0;
  free(targets);
  return same;
}

size_t mrt_place_within(const struct mrt_view *view, size_t *places) {
  size_t end = 0;
  for (size_t b = 0; b < structures(view)->block_count; b++) {
    size_t first = mrt_row_lead(view->owner, b) / view->stride * width(view), count = entries_in(view, b);
    end = first + count > end ? first + count : end;
    for (size_t i = 0; i < count && places != NULL; i++)
      places[view->starts[b] + i] = first + i;
  }
  return end;
}
