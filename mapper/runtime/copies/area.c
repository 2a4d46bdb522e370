/* area.c: parts of arrays that a launch writes without reading them, while the host holds the rest.
 *
 * A stencil writes an array but for its border.  Uploading all of it, only so that the border survives, would cost
 * more than anything else.  So nothing is uploaded: the device's copy is valid in that area and the host's outside of
 * it, until one side needs the whole.  Then the area is copied back.  Where the device needed the whole, an upload
 * before would have been cheaper: what the kernel writes is uploaded from then on.
 */
#include "mrt_copies.h"

#include <string.h>

enum { SMALLEST = 1 << 20, PIECE = 1 << 20 };

/* The bytes from an area's first one to its last one. */
static size_t span_of(const struct mrt_area *area) {
  return (size_t)((area->planes - 1) * area->far + (area->rows - 1) * area->pitch + area->bytes);
}

/* a * b + c; false where that is too large. */
static bool combine(long a, long b, long c, long *result) {
  return !__builtin_mul_overflow(a, b, result) && !__builtin_add_overflow(*result, c, result);
}

/* Whether its runs follow each other, and make up most of what they span.  Distances that mean nothing are
 * filled in. */
static bool is_proper(struct mrt_area *area) {
  if (area->bytes <= 0 || area->rows <= 0 || area->planes <= 0)
    return false;
  long plane = 0, span = 0, written = 0;
  if (area->rows == 1)
    area->pitch = area->bytes;
  if (!combine(area->rows - 1, area->pitch, area->bytes, &plane))
    return false;
  if (area->planes == 1)
    area->far = plane;
  if (area->pitch < area->bytes || area->far < plane || !combine(area->planes - 1, area->far, plane, &span) ||
      !combine(area->bytes, area->rows, 0, &written) || !combine(written, area->planes, 0, &written))
    return false;
  return span >= SMALLEST && written >= span / 2;
}

bool mrt_area_of(const struct mrt_launch *launch, unsigned i, struct mrt_area *area) {
  const struct mrt_arg *arg = &launch->args[i];
  const struct mrt_segment *segment = launch->slots[i].segment;
  if (arg->kind != MRT_ARG_BUFFER || arg->area == NULL || segment == NULL ||
      (arg->transposed != NULL && mrt_device.layouts))
    return false;
  *area = *arg->area;
  if (launch->first != 0 || launch->state->splits_in_vain || launch->kernel->stops || launch->kernel->ordered > 0 ||
      !is_proper(area) || launch->tables || mrt_use_of(launch, segment).arguments != 1)
    return false;
  if (__builtin_add_overflow(area->offset, launch->slots[i].offset, &area->offset) || area->offset < 0)
    return false;
  size_t span = span_of(area);
  return span <= segment->bytes && (size_t)area->offset <= segment->bytes - span;
}

bool mrt_same_area(const struct mrt_area *one, const struct mrt_area *other) {
  return one->offset == other->offset && one->bytes == other->bytes && one->rows == other->rows &&
         one->pitch == other->pitch && one->planes == other->planes && one->far == other->far;
}

void mrt_area_take(const struct mrt_area *area, size_t at, size_t bytes, const char *from, char *to) {
  size_t run = (size_t)area->bytes, pitch = (size_t)area->pitch, far = (size_t)area->far, end = at + bytes;
  for (size_t plane = at / far; plane < (size_t)area->planes && plane * far < end; plane++) {
    size_t first = plane * far, row = at > first ? (at - first) / pitch : 0;
    for (; row < (size_t)area->rows && first + row * pitch < end; row++) {
      size_t start = first + row * pitch, stop = start + run;
      start = start > at ? start : at;
      stop = stop < end ? stop : end;
      if (start < stop)
        memcpy(to + start, from + (start - at), stop - start);
    }
  }
}

bool mrt_area_read(struct mrt_segment *segment) {
  static char piece[PIECE];
  const struct mrt_copy *copy = segment->copy;
  const struct mrt_area *area = &copy->area;
  size_t span = span_of(area), from = copy->lead + (size_t)area->offset;
  const struct mrt_taken taken = {.area = area};
  char *to = (char *)segment->base + area->offset;
  if (!mrt_device_is_lost() && mrt_staged(span) &&
      mrt_staged_read(copy->buffer, from, span, to, &taken, copy->region) == CL_SUCCESS && mrt_pending_wait_all())
    return true;
  for (size_t at = 0; at < span; at += PIECE) {
    size_t size = span - at < PIECE ? span - at : PIECE;
    if (!mrt_read(copy->buffer, from + at, size, piece, copy->region))
      return false;
    mrt_area_take(area, at, size, piece, to);
  }
  return true;
}
