/* pool.c: device copies of several segments in one buffer, for kernels that reach them all through one table.
 *
 * A kernel can address one buffer by an index, but not choose among many.  So the segments that one table leads to
 * share a buffer, each at an offset of its own; which copy of each is valid is known for each alone, as always.
 * Pools only grow: one that needs more members gets a larger buffer, to which the device copies what it has.  Where
 * members of several pools are needed together, a new one takes all of their members, so that two tables with some
 * rows in common end up with one pool, and stay.  Where a member has left, another one may take its place.
 *
 * There may be very many members.  A pool therefore keeps a journal of those whose copies may have changed sides, so
 * that a launch need not look at all others.
 */
#include "mrt_tables.h"
#include "mrt_decide.h"

#include <stdlib.h>

/* Short rows are as close as malloc's blocks. */
enum { WIDE = 128, NARROW = 16, SHORT = 1024, JOURNAL = 64 };
enum { SPARE = 8 }; /* a pool that grows gets room for an eighth more */

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

static size_t journal_room(const struct mrt_pool *pool) { return pool->room > JOURNAL ? pool->room : JOURNAL; }

/* The places of all members in it are void from now on. */
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
        mrt_is_packable(rows[i], false))
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

/* How many segments there are with all others of their pools, which become `wanted`; `unit` becomes a multiple of the
 * units of these pools. */
static size_t count_company(struct mrt_segment *const *segments, size_t count, size_t *unit) {
  size_t all = 0;
  for (size_t i = 0; i < count; i++) {
    struct mrt_pool *pool = segments[i]->copy != NULL ? segments[i]->copy->pool : NULL;
    if (pool == NULL) {
      all++;
    } else if (!pool->wanted) {
      pool->wanted = true;
      *unit = common(*unit, pool->unit);
      all += pool->members;
    }
  }
  return all;
}

/* The segments, and all others of their pools, each once and in the order of their addresses. */
static struct mrt_segment **with_company(struct mrt_segment *const *segments, size_t *count, size_t *unit) {
  struct mrt_segment **all = calloc(count_company(segments, *count, unit) + 1, sizeof *all);
  size_t used = 0;
  for (size_t i = 0; i < *count; i++) {
    struct mrt_pool *pool = segments[i]->copy != NULL ? segments[i]->copy->pool : NULL;
    if (all != NULL && pool == NULL)
      all[used++] = segments[i];
    if (pool == NULL || !pool->wanted)
      continue;
    pool->wanted = false;
    for (size_t p = 0; p < pool->count && all != NULL; p++)
      if (pool->places[p].segment != NULL)
        all[used++] = pool->places[p].segment;
  }
  if (all == NULL)
    return NULL;
  mrt_sort_by_base(all, used);
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

/* Gives a pool a buffer of some bytes, with what is in the one that it has. */
static cl_int move_to_larger(struct mrt_pool *pool, size_t used, size_t bytes) {
  mrt_pool_pin(pool); /* so that it isn't dropped to make room */
  cl_int error = CL_SUCCESS;
  cl_mem buffer = mrt_make_buffer(bytes, HELD_ARRAYS, &error);
  if (buffer == NULL)
    return error != CL_SUCCESS ? error : CL_MEM_OBJECT_ALLOCATION_FAILURE;
  for (size_t p = 0; p < pool->count; p++) /* no other thread writes to the old one any more */
    if (pool->places[p].segment != NULL)
      mrt_send_drop(pool->places[p].segment->copy);
  cl_event event = NULL;
  error = mrt_device.cl.EnqueueCopyBuffer(mrt_device.queue, pool->buffer, buffer, 0, 0, used, 0, NULL, &event);
  if (error != CL_SUCCESS) {
    mrt_release_buffer(buffer);
    return error;
  }
  mrt_pending_add(event, COMMAND_UPLOAD, 0, pool->region, NULL);
  mrt_release_buffer(pool->buffer);
  pool->buffer = buffer;
  pool->bytes = bytes;
  for (size_t p = 0; p < pool->count; p++)
    if (pool->places[p].segment != NULL)
      pool->places[p].segment->copy->buffer = buffer;
  return CL_SUCCESS;
}

/* Makes room for more places; the journal begins anew. */
static bool add_room(struct mrt_pool *pool, size_t count) {
  struct mrt_place *places = realloc(pool->places, count * sizeof *places);
  if (places == NULL)
    return false;
  pool->places = places;
  struct mrt_segment **changed = realloc(pool->changed, (count > JOURNAL ? count : JOURNAL) * sizeof *changed);
  if (changed == NULL)
    return false;
  pool->changed = changed;
  begin_anew(pool);
  pool->room = count;
  return true;
}

/* Adds places behind the last one of a pool for those without a copy.  What the device has of the others stays
 * there. */
static cl_int grow(struct mrt_pool *pool, struct mrt_segment *const *segments, size_t count) {
  const struct mrt_place *last = &pool->places[pool->count - 1];
  size_t used = last->lead + last->bytes, bytes = used, places = pool->count;
  for (size_t i = 0; i < count; i++)
    if (segments[i]->copy == NULL) {
      bytes += rounded(segments[i]->bytes, pool->unit);
      places++;
    }
  if (places > pool->room && !add_room(pool, places + places / SPARE))
    return CL_OUT_OF_HOST_MEMORY;
  cl_int error = bytes > pool->bytes ? move_to_larger(pool, used, bytes + bytes / SPARE) : CL_SUCCESS;
  for (size_t i = 0; i < count && error == CL_SUCCESS; i++) {
    if (segments[i]->copy != NULL)
      continue;
    pool->places[pool->count] = (struct mrt_place){.lead = used, .bytes = rounded(segments[i]->bytes, pool->unit)};
    used += pool->places[pool->count].bytes;
    error = mrt_join_pool(segments[i], pool, pool->count++);
  }
  pool->stamp = ++stamps;
  return error;
}

static cl_int make_pool(struct mrt_pool **made, struct mrt_segment *const *all, size_t count, size_t unit) {
  struct mrt_pool *pool = calloc(1, sizeof *pool);
  *made = pool;
  if (pool == NULL)
    return CL_OUT_OF_HOST_MEMORY;
  *pool = (struct mrt_pool){.stamp = ++stamps, .unit = unit, .count = count, .room = count, .first = 1, .end = 1};
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
  pool->bytes = total;
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
  if (pool != NULL && (take_in(pool, segments, count) || grow(pool, segments, count) == CL_SUCCESS))
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
