/* prefault.c: pages that the kernel makes before large results land in them.
 *
 * Memory that only kernels have written has no pages on the host.  Threads that copy results there one after the
 * other would take a page fault for each 4 KiB, many at once in the same large page: on a machine with 16 cores 64
 * MiB take 11 ms, of which .9 ms are the copy.  Asked for beforehand, in large pages that each belong to one thread,
 * they take 1.5 ms.  What is in memory is left alone, and contents never change.
 */
#include "mrt_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14; older kernels refuse it, and pages come by faults */
#endif

enum { LARGE_PAGE = 2 << 20 };

/* Whether a page has memory; true also where the kernel doesn't say. */
static bool is_present(uintptr_t page) {
  unsigned char resident = 1;
  return mincore((void *)page, 1, &resident) != 0 || (resident & 1) != 0;
}

void mrt_prefault(uintptr_t base, size_t bytes) {
  uintptr_t first = (base + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE, end = (base + bytes) / LARGE_PAGE * LARGE_PAGE;
  if (first >= end)
    return;
  long pages = (long)((end - first) / LARGE_PAGE);
  if (is_present(first) && is_present(first + (uintptr_t)(pages / 2) * LARGE_PAGE))
    return;
  madvise((void *)first, end - first, MADV_HUGEPAGE);
#pragma omp parallel for schedule(dynamic, 1)
  for (long i = 0; i < pages; i++) {
    uintptr_t page = first + (uintptr_t)i * LARGE_PAGE;
    if (!is_present(page))
      madvise((void *)page, LARGE_PAGE, MADV_POPULATE_WRITE);
  }
}
