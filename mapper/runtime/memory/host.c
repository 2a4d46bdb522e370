/* host.c: the host's own accesses to memory, and the ends of automatic arrays. */
#include "mrt_memory.h"
#include "mrt_copies.h"
#include "mrt_tables.h"

#include <string.h>

enum { NEAR = 64 };

void mrt_access_segment(struct mrt_segment *segment, unsigned mode) {
  if (mode & MRT_WRITE) {
    mrt_host_owns(segment);
    mrt_table_written(segment);
  } else {
    mrt_to_host(segment);
  }
}

void mrt_access_range(uintptr_t from, uintptr_t to, unsigned mode) {
  while (from < to) {
    struct mrt_segment *segment = mrt_segment_in(from, to);
    if (segment == NULL)
      return;
    from = segment->base + segment->bytes;
    mrt_access_segment(segment, mode);
  }
}

bool mrt_access_pointer(uintptr_t address, unsigned mode) {
  struct mrt_segment *inside = mrt_segment_at(address);
  /* A pointer to just behind an array, or (against the standard, but done) to just before it, is used to reach
   * into the array; syncing one segment too many only costs time. */
  bool exact = (mode & MRT_ARRAY) != 0;
  struct mrt_segment *before = exact ? NULL : mrt_segment_at(address - 1);
  if (before != NULL && before != inside)
    mrt_access_segment(before, mode);
  if (inside == NULL && !exact)
    inside = mrt_segment_in(address, address + NEAR);
  if (inside != NULL)
    mrt_access_segment(inside, mode);
  bool elsewhere = !exact && mrt_access_origins(address, mode);
  return before != NULL || inside != NULL || elsewhere || mrt_extent_at(address).bytes != 0;
}

void mrt_host_access(void *pointer, unsigned mode) {
  MRT_KEEP_THREAD;
  if (!mrt_lock_memory()) /* a signal handler's, while the library works: it sees what is there */
    return;
  mrt_drop_dead_stack();
  mrt_access_pointer((uintptr_t)pointer, mode);
  mrt_unlock_memory();
}

void *mrt_entry(const void *table, long bytes) {
  MRT_KEEP_THREAD;
  uintptr_t entry = (uintptr_t)table + (uintptr_t)bytes;
  void *found = NULL;
  if (!mrt_lock_memory())
    return NULL;
  struct mrt_extent extent = mrt_extent_at(entry);
  bool known = extent.bytes >= sizeof found && entry - extent.base <= extent.bytes - sizeof found;
  struct mrt_segment *segment = known && extent.segment != NULL ? mrt_segment_at(entry) : NULL;
  if (segment != NULL)
    mrt_to_host(segment);
  if (known)
    memcpy(&found, (const void *)entry, sizeof found);
  mrt_unlock_memory();
  if (!known)
    mrt_host_access_all(MRT_READ | MRT_WRITE);
  return found;
}

/* The host reads, writes or both all segments: those that share a buffer are copied back together. */
static void access_all(unsigned mode) {
  for (struct mrt_segment *segment = mrt_first_copy(); segment != NULL; segment = segment->copy->next) {
    if (segment->copy->pool != NULL && !segment->copy->host_valid)
      mrt_pool_to_host(segment->copy->pool);
    mrt_access_segment(segment, mode);
  }
}

void mrt_host_owns_all(void) {
  mrt_all_tables_written();
  access_all(MRT_READ | MRT_WRITE);
}

void mrt_host_access_all(unsigned mode) {
  MRT_KEEP_THREAD;
  if (!mrt_lock_memory())
    return;
  if (mode & MRT_WRITE)
    mrt_all_tables_written();
  access_all(mode);
  mrt_unlock_memory();
}

void mrt_leave_device(void) {
  if (!mrt_lock_memory())
    return;
  mrt_sends_wait();
  access_all(MRT_READ);
  mrt_drop_tables();
  mrt_drop_copies();
  mrt_unlock_memory();
}

/* ---- automatic arrays ----------------------------------------------------------------------------------- */

/* Drops the automatic segments in a range, with their data. */
static void drop_automatic(uintptr_t from, uintptr_t to) {
  while (from < to) {
    struct mrt_segment *segment = mrt_segment_in(from, to);
    if (segment == NULL)
      return;
    from = segment->base + segment->bytes;
    if (segment->kind == SEGMENT_STACK) {
      mrt_drop_copy(segment);
      mrt_segment_remove(segment);
    }
  }
}

struct mrt_scope mrt_scope_begin(void *address, mrt_size bytes) {
  MRT_KEEP_THREAD;
  uintptr_t base = (uintptr_t)address;
  mrt_lock_memory();
  drop_automatic(base, base + bytes); /* left behind by a jump out of an earlier scope */
  struct mrt_segment *made = NULL;
  if (bytes > 0 && mrt_segment_in(base, base + bytes) == NULL)
    made = mrt_segment_add(base, bytes, SEGMENT_STACK);
  if (made != NULL)
    made->whole = true;
  mrt_unlock_memory();
  return (struct mrt_scope){address, bytes};
}

void mrt_scope_end(struct mrt_scope *scope) {
  MRT_KEEP_THREAD;
  uintptr_t base = (uintptr_t)scope->address;
  mrt_lock_memory();
  drop_automatic(base, base + scope->bytes);
  mrt_unlock_memory();
}

static _Thread_local uintptr_t low, high; /* of this thread's stack, once asked for */

/* The lowest address of this thread's stack, or 0 where the frame is on another stack (a coroutine's). */
static uintptr_t stack_bottom(uintptr_t frame) {
  if (high == 0) {
    pthread_attr_t attributes;
    void *base = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
      return 0;
    if (pthread_attr_getstack(&attributes, &base, &size) == 0) {
      low = (uintptr_t)base;
      high = low + size;
    }
    pthread_attr_destroy(&attributes);
  }
  return low <= frame && frame < high ? low : 0;
}

int mrt_on_live_stack(uintptr_t from, size_t bytes) {
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  return stack_bottom(frame) != 0 && from > frame && from < high && bytes <= high - from;
}

bool mrt_below_live_stack(uintptr_t address) {
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0), bottom = stack_bottom(frame);
  return bottom != 0 && bottom <= address && address < frame;
}

void mrt_drop_dead_stack(void) {
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  if (mrt_stack_segments() == 0)
    return;
  uintptr_t bottom = stack_bottom(frame);
  if (bottom != 0)
    drop_automatic(bottom, frame); /* the stack grows down: nothing below this frame is alive */
}
