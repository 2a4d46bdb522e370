/* pool.c: device copies of several segments in one buffer, for kernels that reach them all through one table.
 *
 * A kernel can address one buffer by an index, but not choose among many.  So the segments that one table leads to
 * share a buffer, each at an offset of its own; which copy of each is valid is known for each alone, as always.
 * Pools only grow: a new one takes all members of the ones that it needs members of, so that two tables with some
 * rows in common end up with one pool, and stay.
 */
#include "mrt_internal.h"

#include <stdlib.h>

enum { MRT_POOL_ALIGNMENT = 128 };

static mrt_u64 stamps;

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

void mrt_pool_leave(struct mrt_pool *pool, bool forget) {
  pool->stamp = ++stamps;
  if (--pool->members > 0)
    return;
  if (!forget)
    mrt_release_buffer(pool->buffer);
  free(pool);
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

cl_int mrt_make_pool(struct mrt_segment *const *segments, size_t count, size_t element) {
  size_t unit = MRT_POOL_ALIGNMENT, total = 0;
  struct mrt_segment **all = with_company(segments, &count, &unit);
  struct mrt_pool *pool = calloc(1, sizeof *pool);
  cl_int error = all != NULL && pool != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  unit = common(unit, element);
  for (size_t i = 0; i < count && error == CL_SUCCESS; i++) {
    mrt_to_host(all[i]); /* the old copies go before the new ones come: there may not be room for both */
    mrt_drop_copy(all[i]);
    total += rounded(all[i]->bytes, unit);
  }
  if (error == CL_SUCCESS)
    pool->buffer = mrt_make_buffer(total, HELD_ARRAYS, &error);
  if (error != CL_SUCCESS || pool->buffer == NULL) {
    free(all);
    free(pool);
    return error != CL_SUCCESS ? error : CL_MEM_OBJECT_ALLOCATION_FAILURE;
  }
  pool->stamp = ++stamps;
  pool->unit = unit;
  size_t lead = 0;
  for (size_t i = 0; i < count && error == CL_SUCCESS; i++) {
    error = mrt_join_pool(all[i], pool, lead);
    lead += rounded(all[i]->bytes, unit);
  }
  if (pool->members == 0) {
    mrt_release_buffer(pool->buffer);
    free(pool);
  }
  free(all);
  return error;
}
