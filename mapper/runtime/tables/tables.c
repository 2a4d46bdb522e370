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
#include "mrt_tables.h"

#include <stdlib.h>
#include <string.h>

static mrt_u64 writes, everything; /* clocks: of writes to segments, and of the last write to all memory */
static mrt_u64 table_writes;       /* of writes to those that are tables */
static struct mrt_view *views;     /* by their last use */
enum { MOST_VIEWS = 256 };     /* multigrid codes have a hundred, for each grid and bound */

void mrt_table_written(struct mrt_segment *segment) {
  segment->written = ++writes;
  table_writes += segment->table;
}

void mrt_all_tables_written(void) {
  everything = ++writes;
  table_writes++;
}

/* ---- views ---------------------------------------------------------------------------------------------- */

static const char *walk(struct mrt_view *view) {
  mrt_clear_view(view, false);
  view->removals = mrt_followed_removals;
  view->everything = everything;
  view->clock = table_writes;
  return mrt_walk(view);
}

/* Brings back what kernels wrote beside the pointers of a view's tables. */
static void tables_to_host(const struct mrt_view *view) {
  struct mrt_segment **tables = calloc(view->table_count + 1, sizeof *tables);
  for (size_t i = 0; i < view->table_count; i++) {
    struct mrt_segment *segment = mrt_segment_at(view->tables[i].base);
    if (tables != NULL)
      tables[i] = segment;
    else
      mrt_to_host(segment);
  }
  if (tables != NULL)
    mrt_rows_to_host(tables, view->table_count);
  free(tables);
}

/* Whether the tables are what they were: the host has written to none of them, or what was there already;
 * `unannounced`: it may have done that without a word. */
static bool are_same(struct mrt_view *view, bool unannounced) {
  bool written = unannounced || view->everything != everything;
  for (size_t i = 0; i < view->table_count; i++) {
    struct mrt_segment *segment = mrt_segment_at(view->tables[i].base);
    if (segment == NULL || segment->base != view->tables[i].base)
      return false;
    written |= segment->written != view->tables[i].written;
    view->tables[i].written = segment->written;
  }
  if (written)
    tables_to_host(view);
  if (written && !mrt_entries_are_same(view))
    return false;
  view->everything = everything;
  return true;
}

static bool holds(struct mrt_view *view, bool unannounced) {
  if (view->whole != NULL)
    return mrt_is_part(view) && holds(view->whole, unannounced);
  if (!view->good || view->forgiven || view->removals != mrt_followed_removals)
    return false;
  if (view->owner != NULL && view->owner_walk != view->owner->walk)
    return false;
  if (!unannounced && view->clock == table_writes)
    return true;
  if (!are_same(view, unannounced))
    return view->good = false;
  view->clock = table_writes;
  return true;
}

static void drop_view(struct mrt_view **place, bool forget) {
  struct mrt_view *view = *place;
  *place = view->next;
  for (struct mrt_view *other = views; other != NULL; other = other->next)
    if (other->owner == view)
      other->owner = NULL; /* `sweep` drops it */
  for (struct mrt_view *other = views; other != NULL; other = other->next)
    if (other->whole == view)
      mrt_clear_part(other);
  mrt_clear_view(view, forget);
  free(view);
  __atomic_sub_fetch(&mrt_active, 1, __ATOMIC_RELAXED);
}

/* Drops the views of tables that are gone. */
static void sweep(void) {
  for (struct mrt_view **place = &views; *place != NULL;) {
    if ((*place)->within ? (*place)->owner == NULL : mrt_segment_at((*place)->from) == NULL)
      drop_view(place, false);
    else
      place = &(*place)->next;
  }
}

static bool is_used(const struct mrt_launch *launch, const struct mrt_view *view) {
  for (unsigned i = 0; i < launch->n; i++)
    if (launch->slots[i].view != NULL && (launch->slots[i].view == view || launch->slots[i].view->whole == view))
      return true;
  return false;
}

/* Drops the views that were not used for longest, so that there are few: loops with other bounds have other views. */
static void make_room(const struct mrt_launch *launch) {
  unsigned count = 0;
  for (struct mrt_view **place = &views; *place != NULL;) {
    if (++count >= MOST_VIEWS && !is_used(launch, *place))
      drop_view(place, false);
    else
      place = &(*place)->next;
  }
}

void mrt_drop_tables(void) {
  while (views != NULL)
    drop_view(&views, false);
}

void mrt_forget_tables(void) {
  while (views != NULL)
    drop_view(&views, true);
}

static bool same(const struct mrt_view *one, const struct mrt_view *other) {
  return one->from == other->from && one->to == other->to && one->levels == other->levels &&
         one->element == other->element && one->exact == other->exact && one->nulls == other->nulls &&
         one->loose == other->loose && one->host == other->host && one->stride == other->stride &&
         one->span == other->span &&
         one->pitch == other->pitch && one->times == other->times && one->phase == other->phase &&
         one->owner == other->owner && one->within == other->within &&
         memcmp(one->lows, other->lows, sizeof one->lows) == 0 &&
         memcmp(one->sizes, other->sizes, sizeof one->sizes) == 0;
}

/* Makes a view's first table all that is in a segment. */
static void take_all(struct mrt_view *view, uintptr_t pointer, const struct mrt_segment *segment) {
  view->from = segment->base + (pointer - segment->base) % sizeof(void *);
  view->to = segment->base + segment->bytes;
}

/* What the arguments from number `i` on ask for; the first is a table that is in `segment`, or one within other rows.
 */
static bool asked(struct mrt_view *view, const struct mrt_launch *launch, unsigned i,
                  const struct mrt_segment *segment) {
  uintptr_t pointer = (uintptr_t)launch->args[i].pointer;
  *view = (struct mrt_view){.exact = segment != NULL, .within = segment == NULL, .host = launch->kernel == NULL};
  for (unsigned k = i; k < launch->n && launch->args[k].kind != MRT_ARG_ROWS; k++) {
    if (view->levels == MOST_LEVELS || (k > i && launch->args[k].kind != MRT_ARG_SUBTABLE))
      return false;
    view->nulls |= (launch->args[k].flags & MRT_NULLS) != 0 ? 1u << view->levels : 0;
    view->loose |= (launch->args[k].flags & MRT_AT_MOST) != 0 ? 1u << view->levels : 0;
    view->lows[view->levels] = launch->args[k].low;
    view->sizes[view->levels++] = launch->args[k].size;
    view->exact &= launch->args[k].size != 0 && !(launch->args[k].flags & (MRT_WHOLE | MRT_AT_MOST));
  }
  if (i + view->levels >= launch->n)
    return false;
  const struct mrt_arg *rows = &launch->args[i + view->levels];
  view->element = rows->size;
  view->lows[view->levels] = rows->low;
  view->sizes[view->levels] = (size_t)(uintptr_t)rows->pointer;
  view->stride = launch->args[i].stride;
  view->span = launch->args[i].span;
  view->times = launch->args[i].times != 0 ? launch->args[i].times : 1;
  view->pitch = launch->args[i].times != 0 ? launch->args[i].pitch : view->stride;
  if (view->within) {
    view->owner = launch->slots[launch->args[i].within - 1].view;
    view->phase = launch->args[i].member;
    view->lows[0] = 0;
    view->sizes[0] = 0;
    size_t end = view->phase + (view->times - 1) * view->pitch + view->span;
    return view->stride == view->owner->element && end <= view->stride;
  }
  struct mrt_view whole = *view;
  take_all(&whole, pointer, segment);
  view->from = pointer + (uintptr_t)view->lows[0];
  view->to = pointer + view->sizes[0];
  if (view->sizes[0] == 0) {
    view->from = whole.from;
    view->to = whole.to;
  } else if (view->loose & 1) {
    view->from = view->from > whole.from ? view->from : whole.from;
    view->to = view->to < whole.to ? view->to : whole.to;
    if (view->to < view->from)
      view->to = view->from;
  }
  view->lows[0] = 0;
  view->sizes[0] = 0;
  if (view->stride != 0) { /* the pointer may be before the first entry that is reached, too */
    long stride = (long)view->stride, distance = (long)(pointer - view->from) % stride;
    view->phase = (size_t)(distance < 0 ? distance + stride : distance);
  }
  return (pointer - view->from) % sizeof(void *) == 0;
}

bool mrt_is_table(const struct mrt_launch *launch, unsigned i) {
  const struct mrt_arg *arg = &launch->args[i];
  if (arg->kind != MRT_ARG_TABLE)
    return false;
  return arg->within != 0 ? launch->slots[arg->within - 1].view != NULL : arg->pointer != NULL;
}

/* Where the view is that is like another one, or NULL. */
static struct mrt_view **place_of(const struct mrt_view *wanted) {
  struct mrt_view **place = &views;
  while (*place != NULL && !same(*place, wanted))
    place = &(*place)->next;
  return place;
}

/* Gives the arguments from number `i` on a view, the last one used, with entries from an address on. */
static void give(struct mrt_launch *launch, unsigned i, struct mrt_view *view, uintptr_t from) {
  view->next = views; /* the last one used comes first */
  views = view;
  for (unsigned l = 0; l <= view->levels; l++)
    launch->slots[i + l] = (struct mrt_slot){.view = view, .level = l, .at = launch->slots[i + l].at};
  launch->slots[i].offset = (long)((uintptr_t)launch->args[i].pointer - from);
}

/* Whether the table of argument `i`, which is in a segment, may change without a word. */
static bool is_unannounced(const struct mrt_launch *launch, unsigned i, unsigned levels,
                           const struct mrt_segment *segment) {
  bool unannounced = segment != NULL && segment->kind == SEGMENT_ADHOC;
  for (unsigned l = 0; l < levels; l++)
    unannounced |= (launch->args[i + l].flags & MRT_EAGER) != 0;
  return unannounced;
}

/* Gives the arguments from number `i` on, the first of which is a table in `segment` or within other rows, the view
 * that they ask for. */
static const char *use_view(struct mrt_launch *launch, unsigned i, const struct mrt_segment *segment,
                            const struct mrt_view *wanted) {
  struct mrt_view **place = place_of(wanted), *view = *place;
  if (view != NULL) {
    *place = view->next;
  } else {
    sweep();
    make_room(launch);
    view = malloc(sizeof *view);
    if (view == NULL)
      return "no host memory to follow %s";
    *view = *wanted;
    __atomic_add_fetch(&mrt_active, 1, __ATOMIC_RELAXED);
  }
  give(launch, i, view, view->from);
  bool unannounced = is_unannounced(launch, i, view->levels, segment) || (segment == NULL && view->owner->temporary);
  const char *why = holds(view, unannounced) ? NULL : walk(view);
  if (why != NULL)
    view->good = false;
  return why;
}

/* ---- ranges of a table that is known --------------------------------------------------------------------------- */

/* Whether a view is of the same table as one that is wanted, whichever of its entries are reached, and how far. */
static bool is_kin(const struct mrt_view *view, const struct mrt_view *wanted, const struct mrt_segment *segment) {
  return view->whole == NULL && view->levels == 1 && view->owner == NULL && !view->within && view->stride == 0 &&
         view->loose == 0 && view->element == wanted->element && view->nulls == wanted->nulls &&
         view->host == wanted->host && segment->base <= view->from && view->from < segment->base + segment->bytes;
}

/* The view that has all entries of one that is wanted, and holds; NULL: none has.  `some`: whether others of the same
 * table are known. */
static struct mrt_view *find_whole(const struct mrt_view *wanted, const struct mrt_segment *segment, bool *some) {
  *some = false;
  for (struct mrt_view *view = views; view != NULL; view = view->next) {
    if (!is_kin(view, wanted, segment))
      continue;
    *some = true;
    if (mrt_may_be_part(wanted, view) && holds(view, false))
      return view;
  }
  return NULL;
}

/* Walks over all of a table, unless that has failed and nothing has changed since; NULL: it can't be known as a whole. */
static struct mrt_view *make_whole(struct mrt_launch *launch, unsigned i, const struct mrt_segment *segment,
                                   const struct mrt_view *wanted) {
  struct mrt_view all = *wanted;
  take_all(&all, (uintptr_t)launch->args[i].pointer, segment);
  all.exact = false;
  all.lows[1] = 0;
  all.sizes[1] = 0;
  const struct mrt_view *known = *place_of(&all);
  if (known != NULL && !known->good && known->clock == table_writes && known->removals == mrt_followed_removals)
    return NULL;
  return use_view(launch, i, segment, &all) == NULL && mrt_may_be_part(wanted, views) ? views : NULL;
}

enum { MOST_PARTS = 16 };

/* A place for another part of a view: that of the one which was not used for longest, where there are many. */
static struct mrt_view *room_for_part(const struct mrt_launch *launch, const struct mrt_view *whole) {
  struct mrt_view **oldest = NULL;
  unsigned count = 0;
  for (struct mrt_view **place = &views; *place != NULL; place = &(*place)->next)
    if ((*place)->whole == whole && !is_used(launch, *place)) {
      oldest = place;
      count++;
    }
  if (count >= MOST_PARTS) {
    struct mrt_view *view = *oldest;
    *oldest = view->next;
    mrt_clear_view(view, false);
    return view;
  }
  struct mrt_view *view = malloc(sizeof *view);
  if (view != NULL)
    __atomic_add_fetch(&mrt_active, 1, __ATOMIC_RELAXED);
  return view;
}

/* Gives the arguments from number `i` on a part of another view, where launches reach different entries of one table;
 * false: a walk has to find out what they reach. */
static bool use_part(struct mrt_launch *launch, unsigned i, const struct mrt_segment *segment,
                     const struct mrt_view *wanted) {
  if (wanted->levels != 1 || wanted->loose != 0 || wanted->stride != 0 || segment == NULL ||
      is_unannounced(launch, i, 1, segment))
    return false;
  struct mrt_view **place = place_of(wanted), *view = *place;
  if (view != NULL && view->whole == NULL)
    return false;
  bool some = false;
  struct mrt_view part = *wanted, *whole = view != NULL && holds(view, false) ? view->whole : NULL;
  if (whole == NULL) {
    whole = find_whole(wanted, segment, &some);
    if (whole == NULL && some)
      whole = make_whole(launch, i, segment, wanted);
    if (whole == NULL || !mrt_take_part(&part, whole))
      return false;
    place = place_of(wanted);
    view = *place;
    if (view != NULL) {
      *place = view->next;
      mrt_clear_view(view, false);
    } else {
      view = room_for_part(launch, whole);
    }
    if (view == NULL) {
      mrt_clear_part(&part);
      return false;
    }
    *view = part;
  } else {
    *place = view->next;
  }
  give(launch, i, view, whole->from);
  return true;
}

const char *mrt_find_view(struct mrt_launch *launch, unsigned i) {
  unsigned within = launch->args[i].within;
  uintptr_t pointer = (uintptr_t)launch->args[i].pointer;
  const struct mrt_segment *segment = within == 0 ? mrt_segment_at(launch->slots[i].at) : NULL;
  struct mrt_view wanted;
  if ((segment == NULL) != (within != 0) || !asked(&wanted, launch, i, segment))
    return "%s is no table that can be followed";
  if (use_part(launch, i, segment, &wanted))
    return NULL;
  const struct mrt_view *known = *place_of(&wanted);
  if (wanted.loose != 0 && (known == NULL || !known->good)) {
    /* launches with other bounds share one view of all entries, if all of them have been set */
    struct mrt_view all = wanted;
    if (wanted.loose & 1)
      take_all(&all, pointer, segment);
    for (unsigned l = 0; l < all.levels; l++)
      if (all.loose >> l & 1) {
        all.lows[l] = 0;
        all.sizes[l] = 0;
      }
    all.loose = 0;
    if (use_view(launch, i, segment, &all) == NULL)
      return NULL;
  }
  return use_view(launch, i, segment, &wanted);
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

bool mrt_rows_may_be_stale(const struct mrt_launch *launch, unsigned i) {
  const struct mrt_view *view = launch->slots[i].view;
  return launch->args[i].kind == MRT_ARG_ROWS && (launch->args[i].flags & MRT_WRITE) != 0 && view != NULL &&
         !view->exact && view->level[view->levels - 1].block_count > 1;
}

bool mrt_rows_are_new(const struct mrt_slot *slot) {
  struct mrt_view *view = slot->view;
  if (view == NULL)
    return true;
  bool new = view->escaped != view->walk;
  view->escaped = view->walk;
  return new;
}
