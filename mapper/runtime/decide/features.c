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

static uintptr_t entry_of(uintptr_t table, size_t number) {
  uintptr_t entry;
  memcpy(&entry, (const char *)table + number * sizeof entry, sizeof entry);
  return entry;
}

/* The extent of the block that an entry leads to; of no bytes where it is null. */
static struct mrt_extent target_of(uintptr_t entry) {
  return entry == 0 ? (struct mrt_extent){0} : mrt_extent_at(entry);
}

double mrt_rows_of(const void *table, unsigned levels, struct mrt_extent *row) {
  double count = 1.0;
  uintptr_t at = (uintptr_t)table;
  struct mrt_extent extent = mrt_extent_at(at);
  for (unsigned l = 0; l < levels && extent.bytes > 0; l++) {
    size_t entries = (extent.base + extent.bytes - at) / sizeof(void *), first = 0;
    while (first < entries && entry_of(at, first) == 0)
      first++;
    if (first == entries) {
      extent = (struct mrt_extent){0};
      break;
    }
    uintptr_t from = entry_of(at, first), last = entry_of(at, entries - 1), middle = entry_of(at, entries / 2);
    extent = target_of(from);
    if (extent.bytes > 0 && (last < extent.base || last >= extent.base + extent.bytes))
      count *= (double)entries; /* a block for each entry */
    struct mrt_extent inside = target_of(middle);
    at = inside.bytes > 0 ? middle : from;
    extent = inside.bytes > 0 ? inside : extent;
  }
  *row = extent;
  return count;
}

static double rows_of(const void *table, unsigned levels, double *bytes) {
  MRT_KEEP_THREAD;
  struct mrt_extent row;
  mrt_know_statics();
  mrt_lock_memory();
  double count = mrt_rows_of(table, levels, &row);
  mrt_unlock_memory();
  *bytes = (double)row.bytes;
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
