/* arguments.c: from the pointers of a launch to segments with valid device copies, and back.
 *
 * A pointer into a registered segment uses that segment.  Automatic arrays are registered on first use.  Other
 * memory of known size becomes a temporary segment for this launch alone.  Ranges that overlap are merged, so
 * that aliases share one copy; where that is impossible the loop is refused and the host runs it.
 */
#include "internal.h"

#include <stdio.h>

struct range { /* what an argument may touch, as far as is known */
  uintptr_t from, to;
};

static struct range range_of(const struct mrt_arg *arg) {
  uintptr_t pointer = (uintptr_t)arg->pointer;
  struct range range = {pointer + (uintptr_t)arg->low, pointer + arg->size};
  if (range.to <= range.from)
    range.to = range.from + 1;
  return range;
}

static const char *refuse(struct mrt_launch *launch, const char *format, const char *name) {
  launch->unresolved = true;
  snprintf(launch->why, sizeof launch->why, format, name != NULL ? name : "a pointer");
  return launch->why;
}

/* Makes one segment of a range and all automatic and temporary segments that it overlaps. */
static bool merge(struct range range, enum mrt_kind kind) {
  for (struct mrt_segment *old = mrt_segment_in(range.from, range.to); old != NULL;
       old = mrt_segment_in(range.from, range.to)) {
    if (old->base < range.from)
      range.from = old->base;
    if (old->base + old->bytes > range.to)
      range.to = old->base + old->bytes;
    if (old->kind == SEGMENT_STACK)
      kind = SEGMENT_STACK;
    mrt_host_owns(old);
    mrt_drop_copy(old);
    mrt_segment_remove(old);
  }
  return mrt_segment_add(range.from, range.to - range.from, kind) != NULL;
}

/* Sees to it that one segment holds everything that an argument may touch. */
static const char *cover(struct mrt_launch *launch, const struct mrt_arg *arg) {
  struct range range = range_of(arg);
  mrt_small_promote(range.from, range.to);
  const struct mrt_segment *found = mrt_segment_at(range.from);
  if (found != NULL && range.to <= found->base + found->bytes)
    return NULL;
  if (arg->size == 0)
    return refuse(launch, "nothing tells which memory %s points to", arg->name);
  for (uintptr_t at = range.from; at < range.to;) {
    const struct mrt_segment *part = mrt_segment_in(at, range.to);
    if (part == NULL)
      break;
    if (part->kind == SEGMENT_HEAP || part->kind == SEGMENT_STATIC)
      return refuse(launch, "%s may reach beyond the ends of its memory", arg->name);
    at = part->base + part->bytes;
  }
  bool automatic = (arg->flags & MRT_STACK) && !(arg->flags & MRT_EAGER);
  if (!merge(range, automatic ? SEGMENT_STACK : SEGMENT_ADHOC))
    return refuse(launch, "no host memory to register %s", arg->name);
  return NULL;
}

const char *mrt_resolve(struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_arg *arg = &launch->args[i];
    if (arg->kind != MRT_ARG_BUFFER || arg->pointer == NULL)
      continue;
    const char *why = cover(launch, arg);
    if (why != NULL)
      return why;
  }
  for (unsigned i = 0; i < launch->n; i++) { /* only now: merging may have replaced segments */
    const struct mrt_arg *arg = &launch->args[i];
    launch->slots[i] = (struct mrt_slot){0};
    if (arg->kind != MRT_ARG_BUFFER || arg->pointer == NULL)
      continue;
    struct mrt_segment *segment = mrt_segment_at(range_of(arg).from);
    launch->slots[i].segment = segment;
    launch->slots[i].offset = (long)((uintptr_t)arg->pointer - segment->base);
  }
  return NULL;
}

cl_int mrt_upload_slots(struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++) { /* the host may have written eager memory without a word */
    const struct mrt_segment *segment = launch->slots[i].segment;
    bool eager = (launch->args[i].flags & MRT_EAGER) != 0;
    if (eager && segment != NULL && segment->copy != NULL && segment->copy->host_valid)
      segment->copy->device_valid = false;
  }
  for (unsigned i = 0; i < launch->n; i++) { /* first of all: what is there must not make room for the rest */
    const struct mrt_segment *segment = launch->slots[i].segment;
    if (segment != NULL && segment->copy != NULL)
      segment->copy->pinned = true;
  }
  for (unsigned i = 0; i < launch->n; i++) {
    struct mrt_segment *segment = launch->slots[i].segment;
    if (segment == NULL)
      continue;
    cl_int error = mrt_to_device(segment, launch->run->region);
    if (error != CL_SUCCESS)
      return error;
    unsigned flags = launch->args[i].flags;
    segment->copy->eager |= (flags & MRT_EAGER) != 0 || segment->kind == SEGMENT_ADHOC;
    segment->copy->reads |= (flags & MRT_READ) != 0;
    segment->copy->writes |= (flags & MRT_WRITE) != 0;
    launch->changes_input |= segment->copy->reads && segment->copy->writes;
  }
  return CL_SUCCESS;
}

void mrt_settle_slots(struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++) {
    struct mrt_segment *segment = launch->slots[i].segment;
    if (segment == NULL)
      continue;
    if (mrt_device.unified)
      segment->copy->host_use = launch->number;
    if (segment->copy->writes)
      segment->copy->host_valid = false;
  }
  for (unsigned i = 0; i < launch->n; i++) {
    struct mrt_segment *segment = launch->slots[i].segment;
    if (segment == NULL || segment->copy == NULL || !segment->copy->eager)
      continue;
    mrt_to_host(segment);
    mrt_drop_copy(segment);
  }
}

void mrt_release_slots(struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_arg *arg = &launch->args[i];
    if (arg->kind != MRT_ARG_BUFFER || arg->pointer == NULL)
      continue;
    struct mrt_segment *segment = mrt_segment_at(range_of(arg).from);
    if (segment == NULL) /* was temporary, and went with another argument */
      continue;
    if (segment->copy != NULL) {
      struct mrt_copy *copy = segment->copy;
      copy->pinned = copy->eager = copy->reads = copy->writes = false;
    }
    if (segment->kind == SEGMENT_ADHOC) {
      mrt_drop_copy(segment);
      mrt_segment_remove(segment);
    }
  }
}

void mrt_bring_home(const struct mrt_launch *launch) {
  if (launch->unresolved) { /* unknown memory may be any memory */
    mrt_host_owns_all();
    return;
  }
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_arg *arg = &launch->args[i];
    if (arg->kind != MRT_ARG_BUFFER || arg->pointer == NULL)
      continue;
    struct range range = range_of(arg);
    for (uintptr_t at = range.from; at < range.to;) {
      struct mrt_segment *segment = mrt_segment_in(at, range.to);
      if (segment == NULL)
        break;
      at = segment->base + segment->bytes;
      if (arg->flags & MRT_WRITE)
        mrt_host_owns(segment);
      else
        mrt_to_host(segment);
    }
  }
}
