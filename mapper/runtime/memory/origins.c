/* origins.c: pointers that lie outside of their memory: `malloc(n) - 8`, for subscripts that begin at 1.
 *
 * Such a pointer may have the address of other memory, so that its value alone says nothing.  What is noted of it is
 * an address in the memory that it was computed from, or that a launch reached by it.  Pointers to several objects may
 * have the same value, so each may have several origins.  A note holds as long as there is memory at the origin: what
 * was allocated there since counts, too, and the pointer may then be for either.
 *
 * All functions but mrt_shifted want the memory lock.
 */
#include "mrt_memory.h"
#include "mrt_forms.h"

#include <stdlib.h>

enum { MOST_ORIGINS = 8 };

struct origin {
  uintptr_t pointer, inside; /* pointer 0: the place is free */
};

static struct origin *origins; /* by a hash of the pointer, those that don't fit behind it */
static size_t room, count;
static bool lost; /* one could not be noted */

static size_t place_of(uintptr_t pointer) { return (size_t)((mrt_u64)pointer * 0x9E3779B97F4A7C15u >> 20) & (room - 1); }

static void put(struct origin origin) {
  size_t at = place_of(origin.pointer);
  while (origins[at].pointer != 0)
    at = (at + 1) & (room - 1);
  origins[at] = origin;
}

static bool grow(void) {
  struct origin *old = origins;
  size_t before = room, wanted = room != 0 ? room * 2 : 256;
  struct origin *more = calloc(wanted, sizeof *more);
  if (more == NULL)
    return false;
  origins = more;
  room = wanted;
  for (size_t i = 0; i < before; i++)
    if (old[i].pointer != 0)
      put(old[i]);
  free(old);
  return true;
}

/* The next origin of a pointer from a place of the table on, which becomes that behind it; 0: there is none. */
static uintptr_t next_origin(uintptr_t pointer, size_t *at) {
  for (; count != 0 && origins[*at].pointer != 0; *at = (*at + 1) & (room - 1))
    if (origins[*at].pointer == pointer) {
      uintptr_t inside = origins[*at].inside;
      *at = (*at + 1) & (room - 1);
      return inside;
    }
  return 0;
}

static bool is_in(struct mrt_extent extent, uintptr_t address) {
  return extent.bytes != 0 && address >= extent.base && address - extent.base < extent.bytes;
}

void mrt_origin_note(uintptr_t pointer, uintptr_t inside) {
  struct mrt_extent extent = mrt_extent_at(inside);
  if (pointer == 0 || inside == 0 || is_in(extent, pointer))
    return;
  size_t at = room != 0 ? place_of(pointer) : 0;
  for (uintptr_t known; (known = next_origin(pointer, &at)) != 0;)
    if (known == inside || is_in(extent, known))
      return;
  if (2 * (count + 1) > room && !grow()) {
    lost = true;
    return;
  }
  put((struct origin){pointer, inside});
  count++;
}

bool mrt_has_origins(uintptr_t pointer) {
  size_t at = room != 0 ? place_of(pointer) : 0;
  return next_origin(pointer, &at) != 0;
}

uintptr_t mrt_origin(uintptr_t pointer) {
  struct mrt_extent own = mrt_extent_at(pointer), only = own;
  uintptr_t found = own.bytes != 0 ? pointer : 0;
  size_t at = room != 0 ? place_of(pointer) : 0;
  for (uintptr_t inside; (inside = next_origin(pointer, &at)) != 0;) {
    struct mrt_extent extent = mrt_extent_at(inside);
    if (extent.bytes == 0 || is_in(only, inside))
      continue;
    if (found != 0)
      return 0;
    found = inside;
    only = extent;
  }
  return lost ? 0 : found;
}

bool mrt_access_origins(uintptr_t pointer, unsigned mode) {
  bool known = false;
  size_t at = room != 0 ? place_of(pointer) : 0;
  for (uintptr_t inside; (inside = next_origin(pointer, &at)) != 0;) {
    struct mrt_segment *segment = mrt_segment_at(inside);
    known |= mrt_extent_at(inside).bytes != 0;
    if (segment != NULL)
      mrt_access_segment(segment, mode);
  }
  return known;
}

void mrt_shifted(const void *from, const void *to) {
  MRT_KEEP_THREAD;
  uintptr_t old = (uintptr_t)from, pointer = (uintptr_t)to;
  if (from == NULL || !mrt_hold_memory())
    return;
  uintptr_t of[MOST_ORIGINS], inside;
  size_t before = count;
  unsigned n = 0;
  size_t at = room != 0 ? place_of(old) : 0;
  while (n < MOST_ORIGINS && (inside = next_origin(old, &at)) != 0)
    of[n++] = inside;
  lost |= n == MOST_ORIGINS;
  if (n == 0 || mrt_extent_at(old).bytes != 0)
    mrt_origin_note(pointer, old);
  while (n > 0)
    mrt_origin_note(pointer, of[--n]);
  if (count != before || lost)
    mrt_batch_end(); /* the next launch may be for other memory, by the same pointer */
  mrt_unlock_memory();
}
