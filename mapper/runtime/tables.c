/* tables.c: tables of pointers, as kernels see them.
 *
 * A kernel can't follow a host address.  It gets, for each level of pointers, the positions of what the entries
 * point to, in elements of the buffer that holds it: `a[i][j]` is `row[a_rows[i] + j]`.  The positions are found by
 * a walk over the host's tables, which follows only entries that the loop may reach and reads only memory that
 * is registered.  Such a view is kept, and made anew when the host may have written one of its tables or when a
 * block that it leads to is gone.  Where positions grow evenly, as those of rows cut out of one block do, two numbers
 * stand for a whole level, and no table is moved at all.
 *
 * All functions want the memory lock.
 */
#include "internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 8 };
static const long nowhere = LONG_MIN; /* the position of a null pointer, and of an entry that the loop doesn't reach */

struct level {
  uintptr_t *targets;          /* the address in each entry; 0 where it is null or out of reach */
  long *positions;
  size_t count;
  struct mrt_segment **blocks; /* what the entries point into, in the order of their addresses */
  size_t *starts;              /* for each block that is a table: where its entries begin in the next level */
  size_t block_count;
  cl_mem buffer;
  long first, step;
};

struct table { /* a host table, as it was when it was read */
  uintptr_t base;
  mrt_u64 written;
};

struct mrt_view {
  struct mrt_view *next;
  uintptr_t from, to; /* the entries of the first table */
  bool exact;         /* the loop reaches no other entries at any level */
  unsigned levels;
  size_t element;
  long lows[MOST_LEVELS + 1]; /* what is reached around each pointer to a level, the rows at last, in bytes */
  size_t sizes[MOST_LEVELS + 1];
  struct level level[MOST_LEVELS];
  struct table *tables;
  size_t table_count;
  mrt_u64 removals, everything, pool;
  bool good, moved; /* the walk's result holds; it is on the device */
  enum { UNKNOWN, APART, OVERLAPPING } apart; /* how the rows lie, and from where to where */
  uintptr_t lowest, highest;
};

mrt_u64 mrt_followed_removals;
static mrt_u64 writes, everything; /* clocks: of writes to tables, and of the last write to all memory */
static struct mrt_view *views;

void mrt_table_written(struct mrt_segment *segment) { segment->written = ++writes; }

void mrt_all_tables_written(void) { everything = ++writes; }

/* ---- the walk ------------------------------------------------------------------------------------------- */

static void clear_level(struct level *level, bool forget) {
  if (level->buffer != NULL && !forget)
    mrt_release_buffer(level->buffer);
  free(level->targets);
  free(level->positions);
  free(level->blocks);
  free(level->starts);
  *level = (struct level){0};
}

static void clear_view(struct mrt_view *view, bool forget) {
  for (unsigned l = 0; l < view->levels; l++)
    clear_level(&view->level[l], forget);
  free(view->tables);
  view->tables = NULL;
  view->table_count = 0;
  view->good = view->moved = false;
  view->apart = UNKNOWN;
}

static int by_base(const void *one, const void *other) {
  uintptr_t a = (*(struct mrt_segment *const *)one)->base, b = (*(struct mrt_segment *const *)other)->base;
  return (a > b) - (a < b);
}

static bool inside(const struct mrt_segment *segment, uintptr_t address) {
  return address >= segment->base && address < segment->base + segment->bytes;
}

/* Finds the blocks that a level's entries point into; false where one points into no block. */
static bool find_blocks(struct level *level) {
  for (size_t i = 0; i < level->count; i++) /* first of all: this may replace what the registry knows */
    if (level->targets[i] != 0) {
      const struct mrt_segment *known = mrt_segment_at(level->targets[i]);
      if (known == NULL || known->bytes <= MRT_SMALL_LIMIT)
        mrt_small_promote(level->targets[i], level->targets[i] + 1);
    }
  level->blocks = calloc(level->count + 1, sizeof *level->blocks);
  if (level->blocks == NULL)
    return false;
  struct mrt_segment *last = NULL;
  size_t count = 0;
  for (size_t i = 0; i < level->count; i++) {
    if (level->targets[i] == 0 || (last != NULL && inside(last, level->targets[i])))
      continue;
    last = mrt_segment_at(level->targets[i]);
    if (last == NULL)
      return false;
    level->blocks[count++] = last;
  }
  qsort(level->blocks, count, sizeof *level->blocks, by_base);
  for (size_t i = 0; i < count; i++)
    if (level->block_count == 0 || level->blocks[level->block_count - 1] != level->blocks[i])
      level->blocks[level->block_count++] = level->blocks[i];
  for (size_t i = 0; i < level->block_count; i++)
    level->blocks[i]->followed = true;
  return true;
}

/* The number of the block that an address lies in. */
static size_t block_of(const struct level *level, uintptr_t address) {
  size_t low = 0, high = level->block_count;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (level->blocks[middle]->base <= address)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Whether all that is reached around the pointers of a level is in their blocks.  Where blocks have different
 * lengths, what is reached around all of them together may be more than a block has: then a pointer is believed
 * if it leads to the beginning of its block, or if there are others into it.  Else it may be one that lies before
 * its own block, and so by chance in another one (`malloc(n) - 16`). */
static bool are_inside(const struct mrt_view *view, unsigned l) {
  const struct level *level = &view->level[l];
  long low = view->lows[l + 1];
  size_t size = view->sizes[l + 1];
  if (size == 0)
    return true;
  size_t *counts = calloc(level->block_count + 1, sizeof *counts);
  if (counts == NULL)
    return false;
  for (size_t i = 0; i < level->count; i++)
    if (level->targets[i] != 0)
      counts[block_of(level, level->targets[i])]++;
  bool good = true;
  for (size_t i = 0; i < level->count && good; i++) {
    if (level->targets[i] == 0)
      continue;
    size_t b = block_of(level, level->targets[i]), at = level->targets[i] - level->blocks[b]->base;
    bool whole = (low >= 0 || at >= (size_t)-low) && at + size <= level->blocks[b]->bytes;
    good = whole || at == 0 || counts[b] > 1;
  }
  free(counts);
  return good;
}

/* Notes which state of a table is being read, and brings it home. */
static bool note_table(struct mrt_view *view, struct mrt_segment *segment) {
  struct table *more = realloc(view->tables, (view->table_count + 1) * sizeof *more);
  if (more == NULL)
    return false;
  view->tables = more;
  more[view->table_count++] = (struct table){segment->base, segment->written};
  segment->followed = true;
  mrt_to_host(segment);
  return true;
}

/* Reads the entries of the first table. */
static const char *read_first(struct mrt_view *view) {
  struct level *level = &view->level[0];
  struct mrt_segment *segment = mrt_segment_at(view->from);
  level->count = (view->to - view->from) / sizeof(void *);
  level->targets = calloc(level->count + 1, sizeof *level->targets);
  if (level->targets == NULL || segment == NULL || !note_table(view, segment))
    return "no host memory to follow %s";
  memcpy(level->targets, (const void *)view->from, level->count * sizeof(void *));
  return NULL;
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
    if (!note_table(view, above->blocks[b]))
      return "no host memory to follow %s";
  }
  level->targets = calloc(level->count + 1, sizeof *level->targets);
  if (level->targets == NULL)
    return "no host memory to follow %s";
  for (size_t i = 0; i < above->count; i++) {
    if (above->targets[i] == 0)
      continue;
    size_t b = block_of(above, above->targets[i]);
    uintptr_t base = above->blocks[b]->base, from = base, to = base + above->blocks[b]->bytes;
    if ((above->targets[i] - base) % sizeof(void *) != 0)
      return "%s leads to tables at odd addresses";
    if (view->sizes[l] != 0) {
      uintptr_t low = above->targets[i] + (uintptr_t)view->lows[l], high = above->targets[i] + view->sizes[l];
      from = low > from ? low : from;
      to = high < to ? high : to;
    }
    size_t length = from < to ? (to - from) / sizeof(void *) : 0;
    memcpy(level->targets + above->starts[b] + (from - base) / sizeof(void *), (const void *)from,
           length * sizeof(void *));
  }
  return NULL;
}

static const char *walk(struct mrt_view *view) {
  clear_view(view, false);
  view->removals = mrt_followed_removals;
  view->everything = everything;
  for (unsigned l = 0; l < view->levels; l++) {
    const char *why = l == 0 ? read_first(view) : read_next(view, l);
    if (why == NULL && !find_blocks(&view->level[l]))
      why = "%s leads to memory that nothing is known of";
    if (why == NULL && !are_inside(view, l))
      why = "%s leads to memory that is shorter than what the loop uses";
    if (why != NULL)
      return why;
  }
  const struct level *last = &view->level[view->levels - 1];
  for (size_t i = 0; i < last->count; i++)
    if (last->targets[i] != 0 && (last->targets[i] - last->blocks[block_of(last, last->targets[i])]->base) % view->element != 0)
      return "what %s leads to begins inside of elements";
  view->good = true;
  return NULL;
}

/* ---- views ---------------------------------------------------------------------------------------------- */

static bool holds(const struct mrt_view *view) {
  if (!view->good || view->removals != mrt_followed_removals || view->everything != everything)
    return false;
  for (size_t i = 0; i < view->table_count; i++) {
    const struct mrt_segment *segment = mrt_segment_at(view->tables[i].base);
    if (segment == NULL || segment->base != view->tables[i].base || segment->written != view->tables[i].written)
      return false;
  }
  return true;
}

static void drop_view(struct mrt_view **place, bool forget) {
  struct mrt_view *view = *place;
  *place = view->next;
  clear_view(view, forget);
  free(view);
  __atomic_sub_fetch(&mrt_active, 1, __ATOMIC_RELAXED);
}

/* Drops the views of tables that are gone. */
static void sweep(void) {
  for (struct mrt_view **place = &views; *place != NULL;) {
    if (mrt_segment_at((*place)->from) == NULL)
      drop_view(place, false);
    else
      place = &(*place)->next;
  }
}

void mrt_forget_tables(void) {
  while (views != NULL)
    drop_view(&views, true);
}

static bool same(const struct mrt_view *one, const struct mrt_view *other) {
  return one->from == other->from && one->to == other->to && one->levels == other->levels &&
         one->element == other->element && one->exact == other->exact && memcmp(one->lows, other->lows, sizeof one->lows) == 0 &&
         memcmp(one->sizes, other->sizes, sizeof one->sizes) == 0;
}

/* What the arguments from number `i` on ask for; the first is a table that lies in `segment`. */
static bool asked(struct mrt_view *view, const struct mrt_launch *launch, unsigned i,
                  const struct mrt_segment *segment) {
  uintptr_t pointer = (uintptr_t)launch->args[i].pointer;
  *view = (struct mrt_view){.exact = true};
  for (unsigned k = i; k < launch->n && launch->args[k].kind != MRT_ARG_ROWS; k++) {
    if (view->levels == MOST_LEVELS || (k > i && launch->args[k].kind != MRT_ARG_SUBTABLE))
      return false;
    view->lows[view->levels] = launch->args[k].low;
    view->sizes[view->levels++] = launch->args[k].size;
    view->exact &= launch->args[k].size != 0 && !(launch->args[k].flags & MRT_WHOLE);
  }
  if (i + view->levels >= launch->n)
    return false;
  const struct mrt_arg *rows = &launch->args[i + view->levels];
  view->element = rows->size;
  view->lows[view->levels] = rows->low;
  view->sizes[view->levels] = (size_t)(uintptr_t)rows->pointer;
  view->from = pointer + (uintptr_t)view->lows[0];
  view->to = pointer + view->sizes[0];
  if (view->sizes[0] == 0) {
    view->from = segment->base + (pointer - segment->base) % sizeof(void *);
    view->to = segment->base + segment->bytes;
  }
  view->lows[0] = 0;
  view->sizes[0] = 0;
  return (pointer - view->from) % sizeof(void *) == 0;
}

const char *mrt_find_view(struct mrt_launch *launch, unsigned i) {
  const struct mrt_segment *segment = mrt_segment_at((uintptr_t)launch->args[i].pointer + (uintptr_t)launch->args[i].low);
  struct mrt_view wanted;
  if (segment == NULL || !asked(&wanted, launch, i, segment))
    return "%s is no table that can be followed";
  struct mrt_view *view = views;
  while (view != NULL && !same(view, &wanted))
    view = view->next;
  if (view == NULL) {
    sweep();
    view = malloc(sizeof *view);
    if (view == NULL)
      return "no host memory to follow %s";
    *view = wanted;
    view->next = views;
    views = view;
    __atomic_add_fetch(&mrt_active, 1, __ATOMIC_RELAXED);
  }
  bool unannounced = (launch->args[i].flags & MRT_EAGER) || segment->kind == SEGMENT_ADHOC;
  const char *why = !unannounced && holds(view) ? NULL : walk(view);
  for (unsigned l = 0; l <= view->levels; l++)
    launch->slots[i + l] = (struct mrt_slot){.view = view, .level = l};
  launch->slots[i].offset = (long)((uintptr_t)launch->args[i].pointer - view->from);
  if (why != NULL)
    view->good = false;
  return why;
}

bool mrt_views_hold(struct mrt_launch *launch) {
  bool all = true;
  for (unsigned i = 0; i < launch->n; i++)
    if (launch->slots[i].view != NULL && launch->slots[i].view->removals != mrt_followed_removals) {
      launch->slots[i].view = NULL;
      all = false;
    }
  return all;
}

struct mrt_segment *const *mrt_rows(const struct mrt_slot *slot, size_t *count) {
  const struct level *last = &slot->view->level[slot->view->levels - 1];
  *count = last->block_count;
  return last->blocks;
}

bool mrt_rows_certain(const struct mrt_slot *slot) {
  return slot->view->exact || slot->view->level[slot->view->levels - 1].block_count <= 1;
}

/* ---- rows that overlap ---------------------------------------------------------------------------------- */

static int by_address(const void *one, const void *other) {
  uintptr_t a = *(const uintptr_t *)one, b = *(const uintptr_t *)other;
  return (a > b) - (a < b);
}

/* Whether what is reached around the pointers of a level overlaps nowhere. */
static bool level_is_apart(const struct mrt_view *view, unsigned l) {
  const struct level *level = &view->level[l];
  size_t length = view->sizes[l + 1] - (size_t)view->lows[l + 1], count = 0;
  uintptr_t *starts = malloc((level->count + 1) * sizeof *starts);
  bool apart = starts != NULL && view->sizes[l + 1] != 0, sorted = true;
  for (size_t i = 0; i < level->count && apart; i++)
    if (level->targets[i] != 0) {
      starts[count] = level->targets[i];
      sorted = sorted && (count == 0 || starts[count - 1] <= starts[count]);
      count++;
    }
  if (apart && !sorted)
    qsort(starts, count, sizeof *starts, by_address);
  for (size_t i = 1; i < count && apart; i++)
    apart = starts[i] - starts[i - 1] >= length;
  free(starts);
  return apart;
}

/* Finds out how the rows of a view lie. */
static void measure_rows(struct mrt_view *view) {
  if (view->apart != UNKNOWN)
    return;
  view->apart = APART;
  for (unsigned l = 0; l < view->levels && view->apart == APART; l++)
    if (!level_is_apart(view, l))
      view->apart = OVERLAPPING;
  const struct level *last = &view->level[view->levels - 1];
  view->lowest = UINTPTR_MAX;
  view->highest = 0;
  for (size_t i = 0; i < last->count; i++) {
    uintptr_t start = last->targets[i] + (uintptr_t)view->lows[view->levels];
    uintptr_t end = last->targets[i] + view->sizes[view->levels];
    if (last->targets[i] == 0)
      continue;
    view->lowest = start < view->lowest ? start : view->lowest;
    view->highest = end > view->highest ? end : view->highest;
  }
}

/* Whether two views lead to different memory. */
static bool views_are_apart(const struct mrt_view *one, const struct mrt_view *other) {
  if (one->highest <= other->lowest || other->highest <= one->lowest)
    return true;
  const struct level *a = &one->level[one->levels - 1], *b = &other->level[other->levels - 1];
  for (size_t i = 0, k = 0; i < a->block_count && k < b->block_count;) {
    if (a->blocks[i] == b->blocks[k])
      return false;
    if (a->blocks[i]->base < b->blocks[k]->base)
      i++;
    else
      k++;
  }
  return true;
}

/* The address of the table that rows are found by. */
static const void *table_of(const struct mrt_launch *launch, unsigned i) {
  while (launch->args[i].kind != MRT_ARG_TABLE)
    i--;
  return launch->args[i].pointer;
}

bool mrt_rows_apart(struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_arg *one = &launch->args[i];
    if (one->kind != MRT_ARG_ROWS || !(one->flags & MRT_APART) || launch->slots[i].view == NULL)
      continue;
    struct mrt_view *mine = launch->slots[i].view;
    measure_rows(mine);
    if ((one->flags & MRT_WRITE) && mine->apart != APART)
      return false;
    for (unsigned k = 0; k < i; k++) {
      const struct mrt_arg *other = &launch->args[k];
      if (other->kind != MRT_ARG_ROWS || !(other->flags & MRT_APART) || launch->slots[k].view == NULL)
        continue;
      struct mrt_view *its = launch->slots[k].view;
      bool written = (one->flags | other->flags) & MRT_WRITE;
      bool same_table = table_of(launch, i) == table_of(launch, k) && mine->levels == its->levels;
      if (written && !same_table && !views_are_apart(mine, its))
        return false;
    }
  }
  return true;
}

/* ---- positions ------------------------------------------------------------------------------------------ */

/* The position of one target, in elements. */
static long locate(const struct mrt_view *view, unsigned l, uintptr_t target) {
  const struct level *level = &view->level[l];
  size_t b = block_of(level, target);
  size_t bytes = target - level->blocks[b]->base;
  if (l + 1 < view->levels)
    return (long)(level->starts[b] + bytes / sizeof(void *));
  if (level->block_count > 1)
    bytes += level->blocks[b]->copy->lead;
  return (long)(bytes / view->element);
}

/* Two numbers for the whole level, if positions grow evenly from entry to entry. */
static void find_step(struct level *level) {
  size_t one = 0;
  level->first = level->step = 0;
  while (one < level->count && level->positions[one] == nowhere)
    one++;
  size_t other = one + 1;
  while (other < level->count && level->positions[other] == nowhere)
    other++;
  if (one >= level->count)
    return;
  long step = 1;
  if (other < level->count) {
    long distance = (long)(other - one), growth = level->positions[other] - level->positions[one];
    if (growth % distance != 0)
      return;
    step = growth / distance;
  }
  long first = level->positions[one] - (long)one * step;
  for (size_t i = other; i < level->count; i++)
    if (level->positions[i] != nowhere && level->positions[i] != first + (long)i * step)
      return;
  level->first = first;
  level->step = step;
}

static cl_int move_level(struct mrt_view *view, unsigned l, struct mrt_region *region) {
  struct level *level = &view->level[l];
  if (level->positions == NULL)
    level->positions = calloc(level->count + 1, sizeof *level->positions);
  if (level->positions == NULL)
    return CL_OUT_OF_HOST_MEMORY;
  for (size_t i = 0; i < level->count; i++)
    level->positions[i] = level->targets[i] != 0 ? locate(view, l, level->targets[i]) : nowhere;
  find_step(level);
  if (level->step != 0 || level->count == 0)
    return CL_SUCCESS;
  size_t bytes = level->count * sizeof *level->positions;
  cl_int error = CL_SUCCESS;
  if (level->buffer == NULL)
    level->buffer = mrt_make_buffer(bytes, &error);
  if (level->buffer == NULL)
    return error != CL_SUCCESS ? error : CL_MEM_OBJECT_ALLOCATION_FAILURE;
  cl_event event = NULL;
  error = mrt_device.cl.EnqueueWriteBuffer(mrt_device.queue, level->buffer, CL_TRUE, 0, bytes, level->positions, 0,
                                           NULL, &event);
  if (error == CL_SUCCESS)
    mrt_pending_add(event, COMMAND_UPLOAD, bytes, region, NULL);
  return error;
}

cl_int mrt_move_view(struct mrt_slot *slot, struct mrt_region *region) {
  struct mrt_view *view = slot->view;
  size_t count = 0;
  struct mrt_segment *const *rows = mrt_rows(slot, &count);
  mrt_u64 pool = 0;
  if (count > 1) {
    if (mrt_pool_of(rows, count, view->element) == NULL) {
      cl_int error = mrt_make_pool(rows, count, view->element);
      if (error != CL_SUCCESS)
        return error;
    }
    pool = rows[0]->copy->pool->stamp;
    for (size_t i = 0; i < count; i++)
      rows[i]->copy->pinned = true;
  }
  if (view->moved && view->pool == pool)
    return CL_SUCCESS;
  for (unsigned l = 0; l < view->levels; l++) {
    cl_int error = move_level(view, l, region);
    if (error != CL_SUCCESS)
      return error;
  }
  view->pool = pool;
  view->moved = true;
  return CL_SUCCESS;
}

struct mrt_positions mrt_level_positions(const struct mrt_slot *slot) {
  const struct level *level = &slot->view->level[slot->level];
  long shift = slot->level == 0 ? slot->offset / (long)sizeof(void *) : 0;
  return (struct mrt_positions){level->buffer, slot->level == 0 ? slot->offset : 0,
                                level->first + shift * level->step, level->step};
}

/* ---- features ------------------------------------------------------------------------------------------- */

double mrt_rows_bytes(const void *table, unsigned levels) {
  double count = 1.0;
  pthread_mutex_lock(&mrt_memory_lock);
  uintptr_t at = (uintptr_t)table;
  mrt_small_promote(at, at + 1);
  const struct mrt_segment *segment = mrt_segment_at(at);
  for (unsigned l = 0; l < levels && segment != NULL; l++) {
    uintptr_t end = segment->base + segment->bytes, first = 0, last = 0;
    size_t entries = (end - at) / sizeof(void *);
    for (size_t i = 0; i < entries && first == 0; i++)
      memcpy(&first, (const char *)at + i * sizeof(void *), sizeof first);
    if (entries > 0)
      memcpy(&last, (const char *)at + (entries - 1) * sizeof(void *), sizeof last);
    mrt_small_promote(first, first + 1);
    segment = first == 0 ? NULL : mrt_segment_at(first);
    if (segment != NULL && !inside(segment, last))
      count *= (double)entries; /* a block for each entry */
    at = first;
  }
  double bytes = segment == NULL ? 0.0 : count * (double)segment->bytes;
  pthread_mutex_unlock(&mrt_memory_lock);
  return bytes;
}
