/* untouched.c: memory that has not been written yet.
 *
 * Static arrays and large heap blocks begin as anonymous pages that the kernel makes only when they are touched;
 * until then they read as zeros.  Such an array is not copied to the device but cleared there.  Linux says of each
 * page whether it is there (/proc/self/pagemap, see proc(5)); where that can't be read, all memory counts as touched.
 */
#include "mrt_memory.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SMALLEST = 1 << 20, AT_ONCE = 4096, MOST_LOOKED_AT = 1024 };
static const uint64_t there = UINT64_C(3) << 62; /* in memory, or swapped out */

/* Whether all of a range is private memory without a file behind it. */
static bool is_anonymous(uintptr_t from, uintptr_t to) {
  FILE *maps = fopen("/proc/self/maps", "re");
  if (maps == NULL)
    return false;
  char line[512], mode[8];
  uintptr_t start = 0, end = 0;
  unsigned long file = 0;
  bool fresh = true; /* at the beginning of a line */
  while (from < to && fgets(line, sizeof line, maps) != NULL) {
    bool whole = strchr(line, '\n') != NULL;
    if (fresh && sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %7s %*s %*s %lu", &start, &end, mode, &file) == 4 &&
        start <= from && from < end) {
      if (strncmp(mode, "rw-p", 4) != 0 || file != 0)
        break;
      from = end;
    }
    fresh = whole;
  }
  fclose(maps);
  return from >= to;
}

static bool is_zero(uintptr_t from, uintptr_t to) {
  const char *bytes = (const char *)from;
  return bytes[0] == 0 && memcmp(bytes, bytes + 1, to - from - 1) == 0;
}

bool mrt_untouched(uintptr_t base, size_t bytes) {
  if (bytes < SMALLEST)
    return false;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), end = base + bytes;
  int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (pagemap < 0)
    return false;
  uint64_t entries[AT_ONCE];
  unsigned looked_at = 0; /* what shares a large page with others */
  bool zero = true;
  for (uintptr_t number = base / page, last = (end - 1) / page; zero && number <= last;) {
    size_t count = last - number + 1 < AT_ONCE ? last - number + 1 : AT_ONCE;
    ssize_t got = pread(pagemap, entries, count * sizeof *entries, (off_t)(number * sizeof *entries));
    zero = got == (ssize_t)(count * sizeof *entries);
    for (size_t i = 0; zero && i < count; i++) {
      uintptr_t from = (number + i) * page, to = from + page;
      bool whole = from >= base && to <= end; /* the first page may even come from the program's file */
      if (!whole || (entries[i] & there))
        zero = looked_at++ < MOST_LOOKED_AT && is_zero(from > base ? from : base, to < end ? to : end);
    }
    number += count;
  }
  close(pagemap);
  return zero && is_anonymous((base + page - 1) / page * page, end / page * page);
}
