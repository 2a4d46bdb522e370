/* shadow.c: memory that code which mapper does not see may write while a loop runs.
 *
 * A library that was given an array may write to it at any time: a message that arrives, a file that is read, a
 * thread.  A copy back of the whole array would overwrite that.  So for such an array the host keeps what it sent to
 * the device, its shadow, and of what comes back only the elements are stored that differ from it: those that a
 * kernel wrote.  After that the shadow is what the device holds.
 *
 * Without a valid shadow all of a valid device copy was written by kernels.
 */
#include "mrt_copies.h"
#include "mrt_tables.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 << 10, PIECE = 1 << 20 };

/* Memory of the last shadow that was dropped: arrays that are copied around each launch want it again. */
static char *spare;
static size_t spare_bytes;

static bool make(struct mrt_copy *copy, size_t bytes) {
  if (copy->shadow != NULL)
    return true;
  if (spare != NULL && spare_bytes >= bytes && spare_bytes / 2 <= bytes) {
    copy->shadow = spare;
    copy->shadow_bytes = spare_bytes;
    spare = NULL;
    return true;
  }
  copy->shadow = malloc(bytes);
  copy->shadow_bytes = bytes;
  if (copy->shadow != NULL)
    mrt_prefault((uintptr_t)copy->shadow, bytes);
  return copy->shadow != NULL;
}

void mrt_shadow_drop(struct mrt_copy *copy) {
  if (copy->shadow == NULL)
    return;
  free(spare);
  spare = copy->shadow;
  spare_bytes = copy->shadow_bytes;
  copy->shadow = NULL;
  copy->shadowed = false;
}

bool mrt_is_shadowed(const struct mrt_segment *segment) { return segment->escaped && !segment->copy->in_place; }

/* Copies in blocks, with all threads where that pays. */
static void copy_all(char *to, const char *from, size_t bytes) {
  long blocks = (long)((bytes + BLOCK - 1) / BLOCK);
#pragma omp parallel for if (blocks > 64)
  for (long block = 0; block < blocks; block++) {
    size_t at = (size_t)block * BLOCK, size = bytes - at < BLOCK ? bytes - at : BLOCK;
    memcpy(to + at, from + at, size);
  }
}

bool mrt_shadow_take(struct mrt_segment *segment, bool zeros) {
  struct mrt_copy *copy = segment->copy;
  if (!mrt_is_shadowed(segment))
    return true;
  mrt_pending_wait(copy->host_use); /* an upload may still be reading the last one */
  if (!make(copy, segment->bytes))
    return false;
  if (zeros)
    memset(copy->shadow, 0, segment->bytes);
  else
    copy_all(copy->shadow, (const char *)segment->base, segment->bytes);
  copy->shadowed = true;
  copy->unit = 0;
  return true;
}

const char *mrt_shadow_source(const struct mrt_segment *segment) {
  return segment->copy->shadowed ? segment->copy->shadow : (const char *)segment->base;
}

void mrt_shadow_unit(struct mrt_copy *copy, const char *layout) {
  size_t unit = 1;
  if (layout != NULL && layout[0] != '\0' && layout[1] == '\0')
    unit = strchr("qQd", layout[0]) != NULL ? 8 : strchr("iIf", layout[0]) != NULL ? 4 : 1;
  if (copy->unit == 0 || unit < copy->unit)
    copy->unit = unit;
}

/* ---- what differs ------------------------------------------------------------------------------------------ */

/* One number of bytes after the other: where the device's differ from the shadow's, they go there and to the host. */
#define MERGE(type)                                                                                                  \
  for (; at + sizeof(type) <= bytes; at += sizeof(type)) {                                                           \
    type now, before;                                                                                                \
    memcpy(&now, from + at, sizeof now);                                                                             \
    memcpy(&before, shadow + at, sizeof before);                                                                     \
    if (now != before) {                                                                                             \
      memcpy(to + at, &now, sizeof now);                                                                             \
      memcpy(shadow + at, &now, sizeof now);                                                                         \
    }                                                                                                                \
  }

void mrt_shadow_merge(const struct mrt_taken *taken, size_t where, size_t bytes, const char *from, char *to) {
  char *shadow = taken->shadow + where;
  size_t at = 0;
  if (memcmp(from, shadow, bytes) == 0)
    return;
  /* Elements are at multiples of their size; a block may begin in the middle of one. */
  size_t first = (taken->unit - ((uintptr_t)to & (taken->unit - 1))) & (taken->unit - 1);
  size_t all = bytes;
  bytes = first < all ? first : all;
  MERGE(uint8_t)
  bytes = all;
  if (taken->unit == 8) {
    MERGE(uint64_t)
  } else if (taken->unit == 4) {
    MERGE(uint32_t)
  }
  MERGE(uint8_t)
}

static void merge_all(const struct mrt_taken *taken, size_t bytes, const char *from, char *to) {
  long blocks = (long)((bytes + BLOCK - 1) / BLOCK);
#pragma omp parallel for if (blocks > 64)
  for (long block = 0; block < blocks; block++) {
    size_t at = (size_t)block * BLOCK, size = bytes - at < BLOCK ? bytes - at : BLOCK;
    mrt_shadow_merge(taken, at, size, from + at, to + at);
  }
}

/* ---- from the device --------------------------------------------------------------------------------------- */

/* The whole copy, in the host's order, to any place. */
static bool read_all(const struct mrt_segment *segment, char *to) {
  const struct mrt_copy *copy = segment->copy;
  if (copy->order.element != 0)
    return mrt_read_transposed(copy->buffer, copy->lead, &copy->order, to, copy->region);
  return mrt_read(copy->buffer, copy->lead, segment->bytes, to, copy->region);
}

/* Kernels wrote all of it.  Without memory for a shadow the device's copy is not valid any more. */
static bool read_written(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  copy->shadowed = make(copy, segment->bytes);
  if (!copy->shadowed) {
    copy->device_valid = false;
    mrt_pool_changed(segment);
  }
  if (!read_all(segment, copy->shadowed ? copy->shadow : (char *)segment->base))
    return false;
  if (copy->shadowed)
    copy_all((char *)segment->base, copy->shadow, segment->bytes);
  return true;
}

static bool read_transposed(struct mrt_segment *segment, const struct mrt_taken *taken) {
  char *whole = malloc(segment->bytes);
  bool done = whole != NULL && read_all(segment, whole);
  if (done)
    merge_all(taken, segment->bytes, whole, (char *)segment->base);
  free(whole);
  return done;
}

bool mrt_shadow_read(struct mrt_segment *segment) {
  static char piece[PIECE];
  struct mrt_copy *copy = segment->copy;
  char *to = (char *)segment->base;
  if (!copy->shadowed)
    return read_written(segment);
  const struct mrt_taken taken = {.shadow = copy->shadow, .unit = copy->unit != 0 ? copy->unit : 1};
  if (copy->order.element != 0)
    return read_transposed(segment, &taken);
  if (!mrt_device_is_lost() && mrt_staged(segment->bytes) &&
      mrt_staged_read(copy->buffer, copy->lead, segment->bytes, to, &taken, copy->region) == CL_SUCCESS &&
      mrt_pending_wait_all())
    return true;
  for (size_t at = 0; at < segment->bytes; at += PIECE) {
    size_t size = segment->bytes - at < PIECE ? segment->bytes - at : PIECE;
    if (!mrt_read(copy->buffer, copy->lead + at, size, piece, copy->region))
      return false;
    mrt_shadow_merge(&taken, at, size, piece, to + at);
  }
  return true;
}
