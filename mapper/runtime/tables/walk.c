/* walk.c: the walk over tables of pointers: which blocks their entries lead to.
 *
 * It follows only entries that the loop may reach, and reads only memory that is registered.
 *
 * All functions want the memory lock.
 */
#include "mrt_tables.h"

#include <stdlib.h>
#include <string.h>

static mrt_u64 walks;

mrt_u64 mrt_number_walk(void) { return ++walks; }

static void clear_level(struct level *level, bool forget) {
  mrt_drop_positions(level, forget);
  free(level->targets);
  free(level->blocks);
  free(level->starts);
  *level = (struct level){0};
}

void mrt_clear_view(struct mrt_view *view, bool forget) {
  for (unsigned l = 0; l < view->levels && view->whole == NULL; l++)
    clear_level(&view->level[l], forget);
  mrt_clear_part(view);
  free(view->tables);
  free(view->starts);
  view->tables = NULL;
  view->starts = NULL;
  view->table_count = 0;
  view->good = view->moved = view->temporary = view->forgiven = false;
  view->apart = UNKNOWN;
}

bool mrt_note_tables(struct mrt_view *view, struct mrt_segment *const *tables, size_t count) {
  struct table *more = realloc(view->tables, (view->table_count + count + 1) * sizeof *more);
  if (more == NULL)
    return false;
  view->tables = more;
  for (size_t i = 0; i < count; i++) {
    more[view->table_count++] = (struct table){tables[i]->base, tables[i]->written};
    tables[i]->followed = tables[i]->table = true;
  }
  mrt_rows_to_host(tables, count);
  return true;
}

/* Whether an entry of the first table is a pointer, and not another member of a structure. */
static bool is_pointer(const struct mrt_view *view, size_t entry) {
  if (view->stride == 0)
    return true;
  size_t at = (entry * sizeof(void *) + view->stride - view->phase) % view->stride;
  return at / view->pitch < view->times && at % view->pitch < view->span;
}

/* Reads the entries of the first table. */
static const char *read_first(struct mrt_view *view) {
  struct level *level = &view->level[0];
  struct mrt_segment *segment = mrt_segment_at(view->from);
  level->count = (view->to - view->from) / sizeof(void *);
  level->targets = calloc(level->count + 1, sizeof *level->targets);
  if (level->targets == NULL || segment == NULL || !mrt_note_tables(view, &segment, 1))
    return "no host memory to follow %s";
  memcpy(level->targets, (const void *)view->from, level->count * sizeof(void *));
  for (size_t i = 0; i < level->count; i++)
    if (!is_pointer(view, i))
      level->targets[i] = 0;
  return NULL;
}

struct entries { /* of a table: how many from which address on, and where they are noted in their level */
  uintptr_t from;
  size_t count, at;
};

/* Those that a pointer to a table of level `l` leads to, as far as the loop reaches. */
static struct entries entries_of(const struct mrt_view *view, unsigned l, uintptr_t pointer) {
  const struct level *above = &view->level[l - 1];
  size_t b = mrt_block_of(above, pointer);
  uintptr_t base = above->blocks[b]->base, from = base, to = base + above->blocks[b]->bytes;
  if (view->sizes[l] != 0) {
    uintptr_t low = pointer + (uintptr_t)view->lows[l], high = pointer + view->sizes[l];
    from = low > from ? low : from;
    to = high < to ? high : to;
  }
  return (struct entries){from, from < to ? (to - from) / sizeof(void *) : 0,
                          above->starts[b] + (from - base) / sizeof(void *)};
}

/* Reads those entries of a level's tables that the level above leads to. */
static const char *read_next(struct mrt_view *view, unsigned l) {
  struct level *above = &view->level[l - 1], *level = &view->level[l];
  above->starts = calloc(above->block_count + 1, sizeof *above->starts);
  if (above->starts == NULL)
    return "no host memory to follow %s";
  for (size_t b = 0; b < above->block_count; b++) {
    above->starts[b] = level->count;
    level->count += above->blocks[b]->bytes / sizeof(void *);
  }
  level->targets = calloc(level->count + 1, sizeof *level->targets);
  if (level->targets == NULL || !mrt_note_tables(view, above->blocks, above->block_count))
    return "no host memory to follow %s";
  for (size_t i = 0; i < above->count; i++) {
    if (above->targets[i] == 0)
      continue;
    if (mrt_place_in_block(above, above->targets[i]) % (long)sizeof(void *) != 0)
      return "%s leads to tables at odd addresses";
    struct entries entries = entries_of(view, l, above->targets[i]);
    memcpy(level->targets + entries.at, (const void *)entries.from, entries.count * sizeof(void *));
  }
  return NULL;
}

const char *mrt_walk(struct mrt_view *view) {
  view->walk = mrt_number_walk();
  view->sent = view->written = 0;
  for (unsigned l = 0; l < view->levels; l++) {
    const char *why = l > 0 ? read_next(view, l) : view->owner != NULL ? mrt_read_within(view) : read_first(view);
    if (why == NULL && !mrt_find_blocks(view, l))
      why = "%s leads to memory that nothing is known of";
    if (why == NULL && !(view->loose >> (l + 1) & 1) && !mrt_are_inside(view, l, view->sizes[l + 1]))
      why = "%s leads to memory that is shorter than what the loop uses";
    if (why != NULL)
      return why;
  }
  const struct level *last = &view->level[view->levels - 1];
  for (size_t i = 0; i < last->count && !view->host; i++)
    if (last->targets[i] != 0 && mrt_place_in_block(last, last->targets[i]) % (long)view->element != 0)
      return "what %s leads to begins inside of elements";
  for (size_t b = 0; b < last->block_count; b++)
    view->temporary |= last->blocks[b]->kind == SEGMENT_ADHOC;
  view->good = true;
  return NULL;
}

/* Whether a level's entries are what they were, where those of the level above are and no block is gone. */
static bool is_same_level(const struct mrt_view *view, unsigned l) {
  const struct level *level = &view->level[l];
  if (l == 0 && view->owner != NULL)
    return mrt_same_within(view);
  if (l == 0)
    return memcmp(level->targets, (const void *)view->from, level->count * sizeof(void *)) == 0;
  const struct level *above = &view->level[l - 1];
  for (size_t i = 0; i < above->count; i++) {
    if (above->targets[i] == 0)
      continue;
    struct entries entries = entries_of(view, l, above->targets[i]);
    if (memcmp(level->targets + entries.at, (const void *)entries.from, entries.count * sizeof(void *)) != 0)
      return false;
  }
  return true;
}

bool mrt_entries_are_same(const struct mrt_view *view) {
  for (unsigned l = 0; l < view->levels; l++)
    if (!is_same_level(view, l))
      return false;
  return true;
}
