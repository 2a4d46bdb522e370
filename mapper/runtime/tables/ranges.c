/* ranges.c: views of ranges of a table, taken from a view of more of its entries.
 *
 * Loops over what is left of a matrix, or over its antidiagonals, reach other entries of the same table at each
 * launch.  A walk over them would find nothing new: their blocks and positions are known from the other view, the
 * whole.  A part has no memory of its own, but shares the whole's.  Nor is anything done for rows of which an
 * earlier part has seen to it that they are on the device, or noted that a kernel writes them: the whole remembers
 * for which range of its entries that is so.
 *
 * All functions want the memory lock.
 */
#include "mrt_tables.h"

#include <limits.h>
#include <stdlib.h>

/* The least distance between two targets in one block.  Those in different blocks don't matter: what is reached
 * around a target is in its block. */
static size_t find_gap(const struct level *level) {
  uintptr_t *targets = malloc((level->count + 1) * sizeof *targets);
  size_t gap = targets != NULL ? SIZE_MAX : 0, count = 0;
  for (size_t i = 0; i < level->count && targets != NULL; i++)
    if (level->targets[i] != 0)
      targets[count++] = level->targets[i];
  mrt_sort_addresses(targets, targets != NULL ? count : 0);
  for (size_t i = 1; i < count; i++)
    if (targets[i] - targets[i - 1] < gap && mrt_block_of(level, targets[i]) == mrt_block_of(level, targets[i - 1]))
      gap = targets[i] - targets[i - 1];
  free(targets);
  return gap;
}

/* Where the targets are in their blocks, and whether their addresses only grow, or only fall. */
static void measure(struct mrt_view *whole) {
  if (whole->measured == whole->walk)
    return;
  const struct level *level = &whole->level[0];
  whole->measured = whole->walk;
  whole->below = whole->behind = LONG_MAX;
  whole->beginnings = whole->growing = whole->falling = true;
  uintptr_t last = 0;
  for (size_t i = 0; i < level->count; i++) {
    uintptr_t target = level->targets[i];
    if (target == 0)
      continue;
    long below = mrt_place_in_block(level, target);
    long behind = (long)level->blocks[mrt_block_of(level, target)]->bytes - below;
    whole->below = below < whole->below ? below : whole->below;
    whole->behind = behind < whole->behind ? behind : whole->behind;
    whole->beginnings &= below == 0;
    whole->growing &= last == 0 || target > last;
    whole->falling &= last == 0 || target < last;
    last = target;
  }
  whole->gap = find_gap(level);
}

/* Whether all that is reached around each target is in its block. */
static bool is_reach_inside(const struct mrt_view *part, const struct mrt_view *whole) {
  return whole->below + part->lows[1] >= 0 && (long)part->sizes[1] <= whole->behind;
}

/* The same, or it is believed, as by a walk. */
static bool is_inside(const struct mrt_view *part, const struct mrt_view *whole) {
  long low = part->lows[1], high = (long)part->sizes[1];
  return high > 0 && low < high && whole->below >= 0 && (whole->beginnings || is_reach_inside(part, whole));
}

/* The blocks of targets whose addresses only grow or fall are neighbours among the whole's. */
static bool take_neighbours(struct mrt_view *part, const struct level *level) {
  struct level *mine = &part->level[0];
  size_t first = 0, last = mine->count - 1;
  while (first < last && mine->targets[first] == 0)
    first++;
  while (last > first && mine->targets[last] == 0)
    last--;
  if (mine->targets[first] == 0)
    return false;
  size_t one = mrt_block_of(level, mine->targets[first]), other = mrt_block_of(level, mine->targets[last]);
  size_t least = one < other ? one : other;
  mine->blocks = level->blocks + least;
  mine->block_count = (one < other ? other : one) - least + 1;
  return true;
}

/* The blocks of targets in any order. */
static bool collect(struct mrt_view *part, const struct level *level) {
  struct level *mine = &part->level[0];
  bool *reached = calloc(level->block_count + 1, sizeof *reached);
  part->own = calloc(level->block_count + 1, sizeof *part->own);
  bool good = reached != NULL && part->own != NULL;
  for (size_t i = 0; i < mine->count && good; i++)
    if (mine->targets[i] != 0)
      reached[mrt_block_of(level, mine->targets[i])] = true;
  for (size_t b = 0; b < level->block_count && good; b++)
    if (reached[b])
      part->own[mine->block_count++] = level->blocks[b];
  mine->blocks = part->own;
  free(reached);
  return good;
}

void mrt_clear_part(struct mrt_view *part) {
  if (part->whole == NULL)
    return;
  part->level[0] = (struct level){0};
  free(part->own);
  part->own = NULL;
  part->whole = NULL;
  part->good = false;
}

bool mrt_is_part(const struct mrt_view *part) {
  return part->whole != NULL && part->good && part->whole_walk == part->whole->walk;
}

bool mrt_may_be_part(const struct mrt_view *part, const struct mrt_view *whole) {
  return whole->good && whole->whole == NULL && !whole->forgiven && !whole->temporary && whole->from <= part->from &&
         part->to <= whole->to && (part->from - whole->from) % sizeof(void *) == 0 && part->from < part->to;
}

bool mrt_take_part(struct mrt_view *part, struct mrt_view *whole) {
  const struct level *level = &whole->level[0];
  struct level *mine = &part->level[0];
  measure(whole);
  if (!is_inside(part, whole))
    return false;
  part->whole = whole;
  part->whole_walk = whole->walk;
  part->first = (part->from - whole->from) / sizeof(void *);
  mine->targets = level->targets + part->first;
  mine->count = (part->to - part->from) / sizeof(void *);
  mine->shift = level->shift;
  mine->sure = level->sure || is_reach_inside(part, whole);
  bool ordered = whole->growing || whole->falling;
  bool found = ordered ? take_neighbours(part, level) : collect(part, level);
  /* One row that is a member of a pool would need its own place in the buffer as the origin of its position. */
  if (!found || mine->block_count == 0 || (mine->block_count == 1 && level->block_count > 1)) {
    mrt_clear_part(part);
    return false;
  }
  part->walk = mrt_number_walk();
  part->removals = whole->removals;
  part->apart = UNKNOWN;
  part->good = true;
  return true;
}

bool mrt_part_is_apart(const struct mrt_view *part) {
  return part->whole->gap >= (size_t)((long)part->sizes[1] - part->lows[1]);
}

/* ---- their rows' copies --------------------------------------------------------------------------------------- */

static void add(struct mrt_segment **rows, size_t *count, const struct mrt_view *whole, size_t from, size_t to) {
  const struct level *level = &whole->level[0];
  for (size_t i = from; i < to; i++) {
    struct mrt_segment *row = level->targets[i] != 0 ? level->blocks[mrt_block_of(level, level->targets[i])] : NULL;
    if (row != NULL && (*count == 0 || rows[*count - 1] != row))
      rows[(*count)++] = row;
  }
}

/* Adds the part's rows that the journal names since the range was done; false where it names others of the whole's,
 * or does not reach so far back. */
static bool add_noted(struct mrt_segment **rows, size_t *count, const struct mrt_view *part,
                      const struct mrt_pool *pool, mrt_u64 since) {
  if (since < pool->first)
    return false;
  for (mrt_u64 number = since; number < pool->end; number++) {
    struct mrt_segment *row = mrt_pool_noted(pool, number);
    if (mrt_has_row(part, row))
      rows[(*count)++] = row;
    else if (mrt_has_row(part->whole, row))
      return false;
  }
  return true;
}

struct mrt_segment **mrt_part_due(const struct mrt_view *part, const struct mrt_pool *pool, struct mrt_entry_range *done,
                                  size_t *count) {
  size_t from = part->first, to = from + part->level[0].count;
  mrt_u64 noted = done->at >= pool->first ? pool->end - done->at : 0;
  struct mrt_segment **rows = malloc((to - from + noted + 1) * sizeof *rows);
  *count = 0;
  if (rows == NULL)
    return NULL;
  if (!add_noted(rows, count, part, pool, done->at)) {
    *count = 0;
    *done = (struct mrt_entry_range){from, from, 0};
  }
  size_t low = done->from > from ? done->from : from, high = done->to < to ? done->to : to;
  if (low >= high) {
    add(rows, count, part->whole, from, to);
  } else {
    add(rows, count, part->whole, from, low);
    add(rows, count, part->whole, high, to);
  }
  return rows;
}

void mrt_part_done(const struct mrt_view *part, const struct mrt_pool *pool, struct mrt_entry_range *done) {
  size_t from = part->first, to = from + part->level[0].count;
  bool meet = from <= done->to && done->from <= to;
  if (!meet || done->at < pool->first)
    *done = (struct mrt_entry_range){from, to, 0};
  done->from = from < done->from ? from : done->from;
  done->to = to > done->to ? to : done->to;
  done->at = pool->end;
}
