/* features.c: what emitted programs ask when they compute features and walk the tree. */
#include "mrt_decide.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

void mrt_path(char *path, mrt_size size, const char *condition, double value, double threshold) {
  if (path == NULL || size == 0)
    return;
  size_t used = strnlen(path, size);
  if (used < size)
    snprintf(path + used, size - used, "%s%s %.4g (%.4g)", used > 0 ? ", " : "", condition, threshold, value);
}

/* A thread's last answers.  They only steer the choice of a device, so an answer may be out of date: it is
 * asked again after so many uses. */
enum { REMEMBERED = 16, USES = 64 };

double mrt_bytes(const void *pointer) {
  MRT_KEEP_THREAD;
  static _Thread_local struct {
    const void *pointer;
    double bytes;
    unsigned uses;
  } known[REMEMBERED];
  size_t slot = ((uintptr_t)pointer >> 6) % REMEMBERED;
  if (known[slot].pointer == pointer && known[slot].uses > 0) {
    known[slot].uses--;
    return known[slot].bytes;
  }
  mrt_know_statics();
  mrt_hold_memory();
  double bytes = (double)mrt_extent_at((uintptr_t)pointer).bytes;
  mrt_unlock_memory();
  known[slot].pointer = pointer;
  known[slot].bytes = bytes;
  known[slot].uses = USES;
  return bytes;
}

int mrt_readable(const volatile void *pointer, mrt_size size) {
  MRT_KEEP_THREAD;
  uintptr_t from = (uintptr_t)pointer;
  if (mrt_on_live_stack(from, size))
    return 1;
  mrt_know_statics();
  mrt_hold_memory();
  struct mrt_extent extent = mrt_extent_at(from);
  mrt_unlock_memory();
  return extent.bytes >= size && from - extent.base <= extent.bytes - size;
}

mrt_u64 mrt_count(const void *pointer, mrt_size size) {
  MRT_KEEP_THREAD;
  mrt_lock_memory();
  mrt_small_promote((uintptr_t)pointer, (uintptr_t)pointer + 1);
  const struct mrt_segment *segment = mrt_segment_at((uintptr_t)pointer);
  mrt_u64 count = segment == NULL || segment->base != (uintptr_t)pointer ? 0 : segment->bytes / size;
  mrt_unlock_memory();
  return count;
}

/* How many blocks the rows of a table are in, and about the bytes of each. */
static double rows_of(const void *table, unsigned levels, double *bytes) {
  MRT_KEEP_THREAD;
  double count = 1.0;
  mrt_know_statics();
  mrt_lock_memory();
  uintptr_t at = (uintptr_t)table;
  struct mrt_extent extent = mrt_extent_at(at);
  for (unsigned l = 0; l < levels && extent.bytes > 0; l++) {
    uintptr_t end = extent.base + extent.bytes, first = 0, last = 0;
    size_t entries = (end - at) / sizeof(void *);
    for (size_t i = 0; i < entries && first == 0; i++)
      memcpy(&first, (const char *)at + i * sizeof(void *), sizeof first);
    if (entries > 0)
      memcpy(&last, (const char *)at + (entries - 1) * sizeof(void *), sizeof last);
    extent = first == 0 ? (struct mrt_extent){0} : mrt_extent_at(first);
    if (extent.bytes > 0 && (last < extent.base || last >= extent.base + extent.bytes))
      count *= (double)entries; /* a block for each entry */
    at = first;
  }
  mrt_unlock_memory();
  *bytes = (double)extent.bytes;
  return count;
}

double mrt_rows_bytes(const void *table, unsigned levels) {
  double bytes;
  return rows_of(table, levels, &bytes) * bytes;
}

double mrt_rows_pieces(const void *table, unsigned levels) {
  double bytes;
  return rows_of(table, levels, &bytes);
}
