/* parts.c: single elements and stretches of large arrays, which the host reads or writes between launches.
 *
 * A whole copy of an array of megabytes for one number would cost more than the kernels around it.  So the host may
 * announce a part: what it reads is fetched alone, and what it writes is noted, and sent to the device before the
 * array is used there again, or fetched as a whole.  Many parts of one array are a whole array.
 *
 * Programs look at the same parts again and again.  So once the first of those comes that were fetched before the
 * device wrote the array, the others are fetched with it.
 */
#include "mrt_memory.h"
#include "mrt_copies.h"
#include "mrt_tables.h"
#include "mrt_decide.h"
#include "mrt_forms.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 32, MOST_AGAIN = 16, LONGEST = 4096, SHARE = 4, SMALL_ARRAY = 64 * 1024 };

struct part {
  uintptr_t from, to;
  bool read; /* of those that are fresh: the host has asked for it */
};

struct mrt_parts {
  unsigned written, known, before; /* how many of each */
  struct part write[MOST_PARTS]; /* what the host has and the device has not */
  struct part fresh[MOST_PARTS]; /* what the host has although its copy is not valid */
  struct part last[MOST_PARTS];  /* what it had before the device wrote the array */
};

/* The part that holds one, or NULL. */
static struct part *has(struct part *parts, unsigned count, struct part part) {
  for (unsigned i = 0; i < count; i++)
    if (parts[i].from <= part.from && part.to <= parts[i].to)
      return &parts[i];
  return NULL;
}

/* Where a part stands in the device's buffer; it is no longer than an element where these have another order. */
static size_t place_of(const struct mrt_segment *segment, struct part part) {
  const struct mrt_copy *copy = segment->copy;
  size_t offset = part.from - segment->base;
  return copy->lead + (copy->order.element != 0 ? mrt_place(&copy->order, offset) : offset);
}

cl_int mrt_parts_send(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  struct mrt_parts *parts = copy->parts;
  if (parts != NULL && parts->written > 0)
    mrt_relaid_stale(copy);
  for (unsigned i = 0; parts != NULL && i < parts->written; i++) {
    struct part part = parts->write[i];
    cl_event event = NULL;
    cl_int error = mrt_device.cl.EnqueueWriteBuffer(mrt_device.queue, copy->buffer, CL_FALSE, place_of(segment, part),
                                                    part.to - part.from, (void *)part.from, 0, NULL, &event);
    if (error != CL_SUCCESS)
      return error;
    copy->host_use = mrt_pending_add(event, COMMAND_UPLOAD, part.to - part.from, copy->region, NULL);
  }
  mrt_parts_drop(copy);
  return CL_SUCCESS;
}

char *mrt_parts_keep(const struct mrt_segment *segment) {
  const struct mrt_parts *parts = segment->copy->parts;
  size_t bytes = 0;
  for (unsigned i = 0; i < parts->written; i++)
    bytes += parts->write[i].to - parts->write[i].from;
  char *kept = malloc(bytes + 1), *next = kept;
  for (unsigned i = 0; i < parts->written && kept != NULL; i++) {
    size_t size = parts->write[i].to - parts->write[i].from;
    memcpy(next, (const void *)parts->write[i].from, size);
    next += size;
  }
  return kept;
}

void mrt_parts_put(struct mrt_segment *segment, char *kept) {
  const struct mrt_parts *parts = segment->copy->parts;
  const char *next = kept;
  for (unsigned i = 0; i < parts->written; i++) {
    size_t size = parts->write[i].to - parts->write[i].from;
    memcpy((void *)parts->write[i].from, next, size);
    next += size;
  }
  free(kept);
}

void mrt_parts_drop(struct mrt_copy *copy) {
  if (copy->parts != NULL)
    copy->parts->written = 0;
}

bool mrt_parts_wait(const struct mrt_copy *copy) { return copy->parts != NULL && copy->parts->written > 0; }

/* Whether parts of a segment may be moved alone. */
static bool is_divisible(const struct mrt_segment *segment, struct part part) {
  if (segment == NULL || segment->copy == NULL || segment->escaped || segment->copy->in_place || segment->bytes <= SMALL_ARRAY ||
      segment->copy->area.bytes != 0)
    return false;
  size_t element = segment->copy->order.element; /* parts of several elements have no one place in another order */
  if (element != 0 && (part.from - segment->base) / element != (part.to - 1 - segment->base) / element)
    return false;
  size_t longest = segment->bytes / SHARE > LONGEST ? segment->bytes / SHARE : LONGEST;
  return part.from < part.to && part.to <= segment->base + segment->bytes && part.to - part.from <= longest;
}

void mrt_parts_stale(struct mrt_copy *copy) {
  struct mrt_parts *parts = copy->parts;
  if (parts == NULL || parts->known == 0)
    return;
  parts->before = 0;
  for (unsigned i = 0; i < parts->known; i++)
    if (parts->fresh[i].read)
      parts->last[parts->before++] = parts->fresh[i];
  parts->known = 0;
}

/* Fetches what was fetched before, all at once; false where that can't be done, or is not what is asked for. */
static bool fetch_again(const struct mrt_segment *segment, struct part part) {
  const struct mrt_copy *copy = segment->copy;
  struct mrt_parts *parts = copy->parts;
  if (parts->known > 0 || parts->before < 2 || parts->before > MOST_AGAIN ||
      has(parts->last, parts->before, part) == NULL)
    return false;
  bool asked = true;
  for (unsigned i = 0; i < parts->before && asked; i++) {
    struct part each = parts->last[i];
    asked = is_divisible(segment, each) && mrt_landing_ask(copy->buffer, place_of(segment, each), each.to - each.from,
                                                           (void *)each.from, copy->region);
  }
  if (!mrt_landing_take() || !asked)
    return false;
  for (; parts->known < parts->before; parts->known++) {
    parts->fresh[parts->known] = parts->last[parts->known];
    parts->fresh[parts->known].read = false;
  }
  has(parts->fresh, parts->known, part)->read = true;
  return true;
}

/* Fetches a part that only the device has; false where the whole array had better come. */
static bool fetch(struct mrt_segment *segment, struct part part) {
  struct mrt_copy *copy = segment->copy;
  struct mrt_parts *parts = copy->parts;
  struct part *fresh = has(parts->fresh, parts->known, part);
  if (fresh != NULL) {
    fresh->read = true;
    return true;
  }
  if (parts->known == MOST_PARTS || mrt_parts_send(segment) != CL_SUCCESS)
    return false;
  double start = mrt_wait_begins();
  mrt_settle();
  bool again = fetch_again(segment, part);
  bool done = again || mrt_read_small(copy->buffer, place_of(segment, part), part.to - part.from, (void *)part.from,
                                      copy->region);
  mrt_wait_ends(start, copy->region);
  if (again || !done)
    return done;
  part.read = true;
  parts->fresh[parts->known++] = part;
  return true;
}

/* Notes that the host is about to write a part; false where the whole array had better be the host's. */
static bool note(struct mrt_segment *segment, struct part part) {
  struct mrt_copy *copy = segment->copy;
  struct mrt_parts *parts = copy->parts;
  mrt_send_drop(copy);
  mrt_pending_wait(copy->host_use); /* an upload may still be reading the host's memory */
  if (!copy->device_valid)
    return true; /* it is all the host's */
  if (has(parts->write, parts->written, part))
    return true;
  if (parts->written == MOST_PARTS)
    return false;
  if (!copy->host_valid && !has(parts->fresh, parts->known, part)) {
    if (parts->known == MOST_PARTS)
      return false;
    parts->fresh[parts->known++] = part;
  }
  parts->write[parts->written++] = part;
  return true;
}

static bool access_part(struct mrt_segment *segment, struct part part, unsigned mode) {
  if (!is_divisible(segment, part))
    return false;
  struct mrt_copy *copy = segment->copy;
  if (copy->parts == NULL)
    copy->parts = calloc(1, sizeof *copy->parts);
  if (copy->parts == NULL)
    return false;
  mrt_pool_changed(segment);
  if ((mode & MRT_READ) && !copy->host_valid && !fetch(segment, part))
    return false;
  if (!(mode & MRT_WRITE))
    return true;
  mrt_table_written(segment);
  return note(segment, part);
}

void mrt_host_part(void *pointer, mrt_size bytes, unsigned mode) {
  MRT_KEEP_THREAD;
  struct part part = {(uintptr_t)pointer, (uintptr_t)pointer + bytes, false};
  if (!mrt_lock_memory()) /* see mrt_host_access */
    return;
  mrt_drop_dead_stack();
  bool done = access_part(mrt_segment_at(part.from), part, mode);
  mrt_unlock_memory();
  if (!done)
    mrt_host_access(pointer, mode);
}
