/* held.c: how much device memory the library holds, for the report and the profile (memory locked). */
#include "mrt_copies.h"

#include <stdlib.h>

struct held { /* one buffer */
  cl_mem buffer;
  size_t bytes;
  enum mrt_held_for what;
};

static struct held *all;
static size_t count, capacity;
static size_t now[HELD_KINDS];
static struct mrt_held peak;

static size_t sum(const size_t bytes[HELD_KINDS]) {
  size_t total = 0;
  for (unsigned what = 0; what < HELD_KINDS; what++)
    total += bytes[what];
  return total;
}

static void note_peak(void) {
  if (sum(now) <= sum(peak.bytes))
    return;
  for (unsigned what = 0; what < HELD_KINDS; what++)
    peak.bytes[what] = now[what];
}

void mrt_hold(cl_mem buffer, size_t bytes, enum mrt_held_for what) {
  if (count == capacity) {
    size_t more = 2 * capacity + 16;
    struct held *grown = realloc(all, more * sizeof *grown);
    if (grown == NULL)
      return; /* it is only a report */
    all = grown;
    capacity = more;
  }
  all[count++] = (struct held){buffer, bytes, what};
  now[what] += bytes;
  note_peak();
}

static struct held *find(cl_mem buffer) {
  for (size_t i = count; i > 0; i--)
    if (all[i - 1].buffer == buffer)
      return &all[i - 1];
  return NULL;
}

void mrt_let_go(cl_mem buffer) {
  struct held *held = find(buffer);
  if (held == NULL)
    return;
  now[held->what] -= held->bytes;
  *held = all[--count];
}

struct mrt_held mrt_held_at_most(void) { return peak; }
