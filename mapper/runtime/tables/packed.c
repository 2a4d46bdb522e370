/* packed.c: many small copies in one transfer.
 *
 * The members of a pool are side by side in one buffer.  Those whose places are neighbours are gathered in one piece
 * of memory, by all threads where that pays, and copied together.  What is between two of them is copied along where
 * that changes nothing: members that are the same on both sides, and places that are not used.
 */
#include "mrt_tables.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 20, PIECES = 2, WIDEST_GAP = 64 << 10, LARGEST = 256 << 10 };

struct mrt_packed { /* a run of neighbouring places */
  const struct mrt_pool *pool;
  size_t first, last; /* its places */
};

static char *bounce;                /* pieces that are on their way */
static mrt_u64 last_use[PIECES];    /* the command that reads each */

/* Whether nothing but a member's bytes is to be moved. */
static bool is_plain(const struct mrt_segment *segment) {
  const struct mrt_copy *copy = segment->copy;
  return copy->pool != NULL && segment->messages == 0 && segment->kind != SEGMENT_STACK && copy->area.bytes == 0 &&
         copy->order.element == 0 && copy->sending == NULL && !mrt_parts_wait(copy) && segment->bytes <= LARGEST;
}

bool mrt_is_packable(const struct mrt_segment *segment, bool upload) {
  return is_plain(segment) && (!segment->escaped || upload || segment->copy->shadowed);
}

/* Members of one pool stand side by side, in the order of their places. */
static int by_place(const void *one, const void *other) {
  const struct mrt_copy *a = (*(struct mrt_segment *const *)one)->copy;
  const struct mrt_copy *b = (*(struct mrt_segment *const *)other)->copy;
  if (a->pool != b->pool)
    return (uintptr_t)a->pool > (uintptr_t)b->pool ? 1 : -1;
  return (a->place > b->place) - (a->place < b->place);
}

static size_t start_of(const struct mrt_packed *packed) { return packed->pool->places[packed->first].lead; }

static size_t bytes_of(const struct mrt_packed *packed) {
  const struct mrt_place *last = &packed->pool->places[packed->last];
  return last->lead + last->segment->bytes - start_of(packed);
}

/* The first place that reaches beyond a byte of a run. */
static size_t place_at(const struct mrt_packed *packed, size_t lead) {
  size_t low = packed->first, high = packed->last;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (packed->pool->places[middle].lead + packed->pool->places[middle].bytes <= lead)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void mrt_packed_copy(const struct mrt_packed *packed, size_t at, size_t bytes, char *piece, bool upload) {
  size_t from = start_of(packed) + at, to = from + bytes;
  for (size_t p = place_at(packed, from); p <= packed->last && packed->pool->places[p].lead < to; p++) {
    const struct mrt_place *place = &packed->pool->places[p];
    if (place->segment == NULL || (!upload && !place->segment->copy->packing))
      continue;
    size_t start = place->lead > from ? place->lead : from, end = place->lead + place->segment->bytes;
    end = end < to ? end : to;
    if (start >= end)
      continue;
    size_t inside = start - place->lead;
    char *host = (char *)place->segment->base + inside;
    const struct mrt_copy *copy = place->segment->copy;
    const struct mrt_taken taken = {.shadow = copy->shadow, .unit = copy->unit != 0 ? copy->unit : 1};
    if (upload)
      memcpy(piece + (start - from), mrt_shadow_source(place->segment) + inside, end - start);
    else if (copy->shadowed)
      mrt_shadow_merge(&taken, inside, end - start, piece + (start - from), host);
    else
      memcpy(host, piece + (start - from), end - start);
  }
}

/* Whether a segment is in the same pool as the run, and what is between may be copied along. */
static bool may_bridge(const struct mrt_packed *run, const struct mrt_segment *next, bool upload) {
  const struct mrt_pool *pool = run->pool;
  size_t one = run->last, other = next->copy->place;
  if (next->copy->pool != pool ||
      pool->places[other].lead - pool->places[one].lead - pool->places[one].bytes > WIDEST_GAP)
    return false;
  for (size_t p = one + 1; p < other && upload; p++) {
    const struct mrt_segment *segment = pool->places[p].segment;
    if (segment != NULL && (!segment->copy->host_valid || segment->escaped || !is_plain(segment)))
      return false;
  }
  return true;
}

/* The longest run from segment number `i` on, which becomes the first one behind it. */
static struct mrt_packed next_run(struct mrt_segment *const *segments, size_t count, size_t *i, bool upload) {
  struct mrt_packed run = {segments[*i]->copy->pool, segments[*i]->copy->place, segments[*i]->copy->place};
  for (++*i; *i < count && may_bridge(&run, segments[*i], upload); ++*i)
    run.last = segments[*i]->copy->place;
  return run;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static cl_int write_run(const struct mrt_packed *run, struct mrt_region *region) {
  size_t bytes = bytes_of(run), start = start_of(run);
  if (mrt_staged(bytes))
    return mrt_staged_write(run->pool->buffer, start, bytes, NULL, run, region);
  for (size_t at = 0, turn = 0; at < bytes; at += PIECE, turn = (turn + 1) % PIECES) {
    size_t size = least(bytes - at, PIECE);
    char *piece = bounce + turn * PIECE;
    mrt_pending_wait(last_use[turn]);
    mrt_packed_copy(run, at, size, piece, true);
    cl_event event = NULL;
    cl_int error = mrt_device.cl.EnqueueWriteBuffer(mrt_device.queue, run->pool->buffer, CL_FALSE, start + at, size,
                                                    piece, 0, NULL, &event);
    if (error != CL_SUCCESS)
      return error;
    last_use[turn] = mrt_pending_add(event, COMMAND_UPLOAD, size, region, NULL);
  }
  return CL_SUCCESS;
}

static bool make_bounce(void) {
  if (bounce == NULL)
    bounce = malloc((size_t)PIECES * PIECE);
  return bounce != NULL;
}

cl_int mrt_packed_write(struct mrt_segment **segments, size_t count, struct mrt_region *region) {
  if (count > 0 && !make_bounce())
    return CL_OUT_OF_HOST_MEMORY;
  mrt_sort(segments, count, sizeof(struct mrt_segment *), by_place);
  cl_int error = CL_SUCCESS;
  for (size_t i = 0; i < count && error == CL_SUCCESS;) {
    size_t before = i;
    struct mrt_packed run = next_run(segments, count, &i, true);
    error = write_run(&run, region);
    mrt_trace("upload %zu bytes of %zu blocks", bytes_of(&run), i - before);
  }
  return error;
}

static bool read_run(const struct mrt_packed *run, struct mrt_region *region) {
  const struct mrt_taken taken = {.packed = run};
  size_t bytes = bytes_of(run), start = start_of(run);
  if (!mrt_device_is_lost() && mrt_staged(bytes) &&
      mrt_staged_read(run->pool->buffer, start, bytes, NULL, &taken, region) == CL_SUCCESS && mrt_pending_wait_all())
    return true;
  mrt_pending_wait(last_use[0]);
  for (size_t at = 0; at < bytes; at += PIECE) {
    size_t size = least(bytes - at, PIECE);
    if (!mrt_read(run->pool->buffer, start + at, size, bounce, region))
      return false;
    mrt_packed_copy(run, at, size, bounce, false);
  }
  return true;
}

bool mrt_packed_read(struct mrt_segment **segments, size_t count, struct mrt_region *region) {
  if (count > 0 && !make_bounce())
    return false;
  mrt_sort(segments, count, sizeof(struct mrt_segment *), by_place);
  for (size_t i = 0; i < count; i++)
    segments[i]->copy->packing = true;
  bool done = true;
  for (size_t i = 0; i < count && done;) {
    size_t before = i;
    struct mrt_packed run = next_run(segments, count, &i, false);
    done = read_run(&run, region);
    mrt_trace("download %zu bytes of %zu blocks", bytes_of(&run), i - before);
  }
  for (size_t i = 0; i < count; i++)
    segments[i]->copy->packing = false;
  return done;
}
