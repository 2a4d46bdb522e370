/* far.c: looks for small blocks in ranges of one byte, as many as the first argument says, in a part of 4 GiB whose only
 * block is at its end.
 */
#include "emitted.h"
#include "mrt_memory.h"

#include <sys/mman.h>

int main(int argc, char **argv) {
  uintptr_t part = (uintptr_t)1 << 32;
  char *map = mmap(NULL, 2 * part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(map != MAP_FAILED);
  uintptr_t first = ((uintptr_t)map + part - 1) / part * part, block = first + part - 4096;
  CHECK(mrt_small_add(block, 256));
  mrt_lock_memory();
  for (int calls = argc > 1 ? atoi(argv[1]) : 1; calls > 0; calls--)
    mrt_small_promote(first, first + 1);
  CHECK(mrt_segment_at(first) == NULL);
  mrt_small_promote(first, first + part);
  const struct mrt_segment *found = mrt_segment_at(block);
  CHECK(found != NULL && found->bytes == 256);
  mrt_unlock_memory();
  return 0;
}
