/* sort.c: sorting what is mostly in order already: rows, in the order in which they were allocated. */
#include "mrt_memory.h"

#include <stdlib.h>

void mrt_sort(void *array, size_t count, size_t bytes, int (*compare)(const void *, const void *)) {
  const char *first = array;
  for (size_t i = 1; i < count; i++)
    if (compare(first + (i - 1) * bytes, first + i * bytes) > 0) {
      qsort(array, count, bytes, compare);
      return;
    }
}

static int by_base(const void *one, const void *other) {
  uintptr_t a = (*(struct mrt_segment *const *)one)->base, b = (*(struct mrt_segment *const *)other)->base;
  return (a > b) - (a < b);
}

static int by_address(const void *one, const void *other) {
  uintptr_t a = *(const uintptr_t *)one, b = *(const uintptr_t *)other;
  return (a > b) - (a < b);
}

void mrt_sort_addresses(uintptr_t *addresses, size_t count) {
  mrt_sort(addresses, count, sizeof *addresses, by_address);
}

void mrt_sort_by_base(struct mrt_segment **segments, size_t count) {
  mrt_sort(segments, count, sizeof *segments, by_base);
}
