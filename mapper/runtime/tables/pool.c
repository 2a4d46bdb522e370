/* pool.c: device copies of several segments in one buffer, for kernels that reach them all through one table.
 *
 * A kernel can address one buffer by an index, but not choose among many.  So the segments that one table leads to
 * share a buffer, each at an offset of its own; which copy of each is valid is known for each alone, as always.
 * Pools only grow: a new one takes all members of the ones that it needs members of, so that two tables with some
 * rows in common end up with one pool, and stay.  Where a member has left, another one may take its place.
 *
 * There may be very many members.  A pool therefore keeps a journal of those whose copies may have changed sides, so
 * that a launch need not look at all others.
 */
#include "mrt_tables.h"
#include "mrt_decide.h"

#include <stdlib.h>

/* Short rows lie as close as malloc's blocks. */
enum { WIDE = 128, NARROW = 16, SHORT = 1024, JOURNAL = 64 };

static mrt_u64 stamps, launches = 1;

void mrt_pool_pin(struct mrt_pool *pool) { pool->pinned = launches; }

bool mrt_pool_is_pinned(const struct mrt_pool *pool) { return pool->pinned == launches; }

void mrt_pools_unpin(void) { launches++; }

static size_t rounded(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

/* A multiple of `unit` and of the size of an element. */
static size_t common(size_t unit, size_t element) {
  size_t result = unit;
  while (element != 0 && result % element != 0)
    result += unit;
  return result;
}

struct mrt_pool *mrt_pool_of(struct mrt_segment *const *segments, size_t count, size_t element) {
  struct mrt_pool *pool = segments[0]->copy != NULL ? segments[0]->copy->pool : NULL;
  for (size_t i = 1; i < count && pool != NULL; i++)
    if (segments[i]->copy == NULL || segments[i]->copy->pool != pool)
      return NULL;
  return pool != NULL && element != 0 && pool->unit % element != 0 ? NULL : pool;
}

/* ---- the journal ------------------------------------------------------------------------------------------- */

static size_t journal_room(const struct mrt_pool *pool) { return pool->count > JOURNAL ? pool->count : JOURNAL; }

/* Nobody's place in it holds any more. */
static void begin_anew(struct mrt_pool *pool) { pool->first = pool->end; }

void mrt_pool_changed(struct mrt_segment *segment) {
  struct mrt_pool *pool = segment->copy != NULL ? segment->copy->pool : NULL;
  if (pool == NULL)
    return;
  if (pool->end - pool->first == journal_room(pool))
    begin_anew(pool);
  pool->changed[pool->end % journal_room(pool)] = segment;
  pool->end++;
}

struct mrt_segment *mrt_pool_noted(const struct mrt_pool *pool, mrt_u64 number) {
  return pool->changed[number % journal_room(pool)];
}

/* ---- members ------------------------------------------------------------------------------------------------ */

static void drop(struct mrt_pool *pool, bool forget) {
  if (!forget && pool->buffer != NULL)
    mrt_release_buffer(pool->buffer);
  free(pool->places);
  free(pool->changed);
  free(pool);
}

void mrt_pool_leave(struct mrt_segment *segment, bool forget) {
  struct mrt_pool *pool = segment->copy->pool;
  pool->stamp = ++stamps;
  pool->places[segment->copy->place].segment = NULL;
  pool->end++;
  begin_anew(pool); /* it may name the segment */
  if (--pool->members == 0)
    drop(pool, forget);
}

void mrt_rows_to_host(struct mrt_segment *const *rows, size_t count) {
  struct mrt_segment **found = malloc((count + 1) * sizeof *found);
  size_t together = 0;
  for (size_t i = 0; i < count && found != NULL; i++)
    if (rows[i] != NULL && rows[i]->copy != NULL && !rows[i]->copy->host_valid && rows[i]->copy->device_valid &&
        mrt_is_packable(rows[i]))
      found[together++] = rows[i];
  if (together > 1) {
    struct mrt_region *region = found[0]->copy->pool->region;
    region = region != NULL ? region : found[0]->copy->region;
    double start = mrt_wait_begins();
    mrt_settle();
    if (mrt_packed_read(found, together, region)) {
      for (size_t i = 0; i < together; i++) {
        found[i]->copy->host_valid = true;
        mrt_pool_changed(found[i]);
      }
      mrt_residency_changed();
    }
    mrt_wait_ends(start, region);
  }
  free(found);
  for (size_t i = 0; i < count; i++) /* the others, each by its own means */
    if (rows[i] != NULL)
      mrt_to_host(rows[i]);
}

void mrt_pool_to_host(struct mrt_pool *pool) {
  struct mrt_segment **all = malloc((pool->count + 1) * sizeof *all);
  for (size_t p = 0; p < pool->count && all != NULL; p++)
    all[p] = pool->places[p].segment;
  if (all != NULL)
    mrt_rows_to_host(all, pool->count);
  for (size_t p = 0; p < pool->count && all == NULL; p++)
    if (pool->places[p].segment != NULL)
      mrt_to_host(pool->places[p].segment);
  free(all);
}

/* The segments, and all others of their pools, each once and in the order of their addresses; `unit` becomes a
 * multiple of the units of these pools. */
static struct mrt_segment **with_company(struct mrt_segment *const *segments, size_t *count, size_t *unit) {
  size_t room = *count;
  for (struct mrt_segment *s = mrt_first_copy(); s != NULL; s = s->copy->next)
    room++;
  struct mrt_segment **all = calloc(room, sizeof *all);
  if (all == NULL)
    return NULL;
  size_t used = 0;
  for (size_t i = 0; i < *count; i++) {
    struct mrt_pool *pool = segments[i]->copy != NULL ? segments[i]->copy->pool : NULL;
    if (pool == NULL) {
      all[used++] = segments[i];
      continue;
    }
    pool->wanted = true;
    *unit = common(*unit, pool->unit);
  }
  for (struct mrt_segment *s = mrt_first_copy(); s != NULL; s = s->copy->next)
    if (s->copy->pool != NULL && s->copy->pool->wanted)
      all[used++] = s;
  for (size_t i = 0; i < used; i++)
    if (all[i]->copy != NULL && all[i]->copy->pool != NULL)
      all[i]->copy->pool->wanted = false;
  qsort(all, used, sizeof *all, mrt_by_base);
  *count = used;
  return all;
}

/* ---- places for those that come ----------------------------------------------------------------------------- */

/* The one pool that some of the segments are in; NULL where there are none or several, or one that does not fit. */
static struct mrt_pool *only_pool(struct mrt_segment *const *segments, size_t count, size_t element) {
  struct mrt_pool *pool = NULL;
  for (size_t i = 0; i < count; i++) {
    struct mrt_copy *copy = segments[i]->copy;
    if (copy == NULL)
      continue;
    if (copy->pool == NULL || (pool != NULL && copy->pool != pool))
      return NULL;
    pool = copy->pool;
  }
  return pool != NULL && element != 0 && pool->unit % element != 0 ? NULL : pool;
}

/* Takes those without a copy into a pool, where members have left; false where there is no room for all. */
static bool take_in(struct mrt_pool *pool, struct mrt_segment *const *segments, size_t count) {
  size_t place = 0;
  for (size_t i = 0; i < count; i++) {
    if (segments[i]->copy != NULL)
      continue;
    size_t tried = 0;
    while (tried < pool->count &&
           (pool->places[place].segment != NULL || pool->places[place].bytes < segments[i]->bytes)) {
      place = (place + 1) % pool->count;
      tried++;
    }
    if (tried == pool->count || mrt_join_pool(segments[i], pool, place) != CL_SUCCESS)
      return false;
  }
  pool->stamp = ++stamps;
  return true;
}

static cl_int make_pool(struct mrt_pool **made, struct mrt_segment *const *all, size_t count, size_t unit) {
  struct mrt_pool *pool = calloc(1, sizeof *pool);
  *made = pool;
  if (pool == NULL)
    return CL_OUT_OF_HOST_MEMORY;
  *pool = (struct mrt_pool){.stamp = ++stamps, .unit = unit, .count = count, .first = 1, .end = 1};
  pool->places = calloc(count, sizeof *pool->places);
  pool->changed = calloc(journal_room(pool), sizeof(struct mrt_segment *));
  if (pool->places == NULL || pool->changed == NULL)
    return CL_OUT_OF_HOST_MEMORY;
  size_t total = 0;
  for (size_t i = 0; i < count; i++) {
    pool->places[i] = (struct mrt_place){.lead = total, .bytes = rounded(all[i]->bytes, unit)};
    total += pool->places[i].bytes;
  }
  cl_int error = CL_SUCCESS;
  pool->buffer = mrt_make_buffer(total, HELD_ARRAYS, &error);
  return pool->buffer == NULL && error == CL_SUCCESS ? CL_MEM_OBJECT_ALLOCATION_FAILURE : error;
}

/* Brings back and drops the copies of all: there may not be room for the old ones and the new ones. */
static size_t drop_copies(struct mrt_segment *const *all, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < count; i++) {
    if (all[i]->copy != NULL && all[i]->copy->pool != NULL && !all[i]->copy->host_valid)
      mrt_pool_to_host(all[i]->copy->pool);
    mrt_to_host(all[i]);
    mrt_drop_copy(all[i]);
    bytes += all[i]->bytes;
  }
  return bytes;
}

cl_int mrt_make_pool(struct mrt_segment *const *segments, size_t count, size_t element) {
  struct mrt_pool *pool = only_pool(segments, count, element);
  if (pool != NULL && take_in(pool, segments, count))
    return CL_SUCCESS;
  size_t unit = NARROW;
  struct mrt_segment **all = with_company(segments, &count, &unit);
  if (all == NULL)
    return CL_OUT_OF_HOST_MEMORY;
  unit = common(drop_copies(all, count) / count < SHORT ? unit : common(WIDE, unit), element);
  cl_int error = make_pool(&pool, all, count, unit);
  for (size_t i = 0; i < count && error == CL_SUCCESS; i++)
    error = mrt_join_pool(all[i], pool, i);
  if (pool != NULL && pool->members == 0)
    drop(pool, false);
  free(all);
  return error;
}
