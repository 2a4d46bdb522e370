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

/* Registers a block; without memory for that the block is merely unknown, and its loops run on the CPU. */
static void *add_block(void *block, size_t size) {
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

/* Forgets a block.  Its data are copied back first when `keep` is set.  Returns its size, or 0. */
static size_t remove_block(void *block, bool keep) {
  size_t size = 0;
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

void *mrt_malloc(mrt_size size) { return add_block(malloc(size), size); }

void *mrt_calloc(mrt_size count, mrt_size size) { return add_block(calloc(count, size), count * size); }

void *mrt_aligned_alloc(mrt_size alignment, mrt_size size) { return add_block(aligned_alloc(alignment, size), size); }

int mrt_posix_memalign(void **result, mrt_size alignment, mrt_size size) {
  int error = posix_memalign(result, alignment, size);
  if (error == 0)
    add_block(*result, size);
  return error;
}

void *mrt_realloc(void *pointer, mrt_size size) {
  if (pointer == NULL)
    return mrt_malloc(size);
  size_t old = remove_block(pointer, true);
  void *fresh = realloc(pointer, size);
  if (fresh != NULL)
    return add_block(fresh, size);
  if (size != 0 && old != 0)
    add_block(pointer, old);
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

void *mrt_memalign(mrt_size alignment, mrt_size size) { return add_block(memalign(alignment, size), size); }

void *mrt_valloc(mrt_size size) { return mrt_memalign((mrt_size)sysconf(_SC_PAGESIZE), size); }

void mrt_free(void *pointer) {
  MRT_KEEP_ERRNO;
  if (pointer == NULL)
    return;
  remove_block(pointer, false);
  free(pointer);
}
