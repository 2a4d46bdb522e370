/* alloc.c: the C library's allocation functions, which also keep the registry of segments.
 *
 * A block is taken out of the registry before it is really freed, and put in after it was really allocated: in
 * between no other thread can get the same address.
 */
#include "mrt_memory.h"
#include "mrt_copies.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

/* Without memory for its segment a block is merely unknown, and its loops run on the CPU. */
void *mrt_block_add(void *block, mrt_size size) {
  uintptr_t base = (uintptr_t)block;
  if (block == NULL || size == 0 || mrt_small_add(base, size))
    return block;
  mrt_lock_memory();
  mrt_segment_replace(base, base + size);
  mrt_small_forget(base, base + size);
  mrt_segment_add(base, size, SEGMENT_HEAP);
  mrt_unlock_memory();
  return block;
}

mrt_size mrt_block_remove(void *block, int keep) {
  MRT_KEEP_ERRNO;
  mrt_size size = 0;
  if (mrt_small_remove((uintptr_t)block, &size) == SMALL_NOTED)
    return size;
  size = 0;
  mrt_lock_memory();
  struct mrt_segment *segment = mrt_segment_at((uintptr_t)block);
  if (segment != NULL && segment->base == (uintptr_t)block && segment->kind == SEGMENT_HEAP) {
    size = segment->bytes;
    if (keep)
      mrt_host_owns(segment);
    if (segment->copy != NULL)
      mrt_drop_copy(segment);
    mrt_segment_remove(segment);
  }
  mrt_unlock_memory();
  return size;
}

void mrt_block_cut(void *from, mrt_size bytes) {
  MRT_KEEP_ERRNO;
  uintptr_t first = (uintptr_t)from, end = first + bytes;
  struct mrt_segment *segment;
  if (from == NULL)
    return;
  mrt_lock_memory();
  while ((segment = mrt_segment_in(first, end)) != NULL) {
    if (segment->base < first || segment->base + segment->bytes > end)
      mrt_host_owns(segment);
    if (segment->copy != NULL)
      mrt_drop_copy(segment);
    mrt_segment_remove(segment);
  }
  mrt_small_forget(first, end);
  mrt_unlock_memory();
}

void *mrt_malloc(mrt_size size) { return mrt_block_add(malloc(size), size); }

void *mrt_calloc(mrt_size count, mrt_size size) { return mrt_block_add(calloc(count, size), count * size); }

void *mrt_aligned_alloc(mrt_size alignment, mrt_size size) { return mrt_block_add(aligned_alloc(alignment, size), size); }

int mrt_posix_memalign(void **result, mrt_size alignment, mrt_size size) {
  int error = posix_memalign(result, alignment, size);
  if (error == 0)
    mrt_block_add(*result, size);
  return error;
}

void *mrt_realloc(void *pointer, mrt_size size) {
  if (pointer == NULL)
    return mrt_malloc(size);
  size_t old = mrt_block_remove(pointer, 1);
  void *fresh = realloc(pointer, size);
  if (fresh != NULL)
    return mrt_block_add(fresh, size);
  if (size != 0 && old != 0)
    mrt_block_add(pointer, old);
  return NULL;
}

void *mrt_reallocarray(void *pointer, mrt_size count, mrt_size size) {
  mrt_size bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return mrt_realloc(pointer, bytes);
}

void *mrt_memalign(mrt_size alignment, mrt_size size) { return mrt_block_add(memalign(alignment, size), size); }

void *mrt_valloc(mrt_size size) { return mrt_memalign((mrt_size)sysconf(_SC_PAGESIZE), size); }

void mrt_free(void *pointer) {
  MRT_KEEP_ERRNO;
  if (pointer == NULL)
    return;
  mrt_block_remove(pointer, 0);
  free(pointer);
}
