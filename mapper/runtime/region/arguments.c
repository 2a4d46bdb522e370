/* arguments.c: from the pointers of a launch to segments with valid device copies, and back.
 *
 * A pointer into a registered segment uses that segment.  Automatic and static arrays are registered on first use.
 * Other memory of known size becomes a temporary segment for this launch alone.  Ranges that overlap are merged,
 * so that aliases share one copy; where that is impossible the loop is refused and the host runs it.
 */
#include "mrt_region.h"

#include <stdio.h>

struct range { /* what an argument may touch, as far as is known */
  uintptr_t from, to;
};

/* Whether it is known which bytes an argument touches: no others. */
static bool is_exact(const struct mrt_arg *arg) {
  return (arg->size != 0 || arg->low != 0) && !(arg->flags & MRT_AT_MOST);
}

static struct range reach_of(const struct mrt_arg *arg) {
  struct range range = {(uintptr_t)arg->pointer + (uintptr_t)arg->low, (uintptr_t)arg->pointer + arg->size};
  if (range.to <= range.from)
    range.to = range.from + 1;
  return range;
}

/* Whether one segment holds a range; a small block becomes one. */
static bool is_in_one(struct range range) {
  mrt_small_promote(range.from, range.to);
  const struct mrt_segment *segment = mrt_segment_at(range.from);
  return segment != NULL && range.to <= segment->base + segment->bytes;
}

uintptr_t mrt_place_of(const struct mrt_arg *arg) {
  uintptr_t pointer = (uintptr_t)arg->pointer;
  struct range reach = reach_of(arg);
  if (is_exact(arg) || (arg->size != 0 && (arg->flags & MRT_SHIFTED) && is_in_one(reach)))
    return reach.from;
  return arg->flags & MRT_SHIFTED ? mrt_origin(pointer) : pointer;
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

/* How memory that is not registered yet is registered: files without regions say nothing of their static arrays. */
static enum mrt_kind kind_of(const struct mrt_arg *arg) {
  if (arg->flags & MRT_EAGER)
    return SEGMENT_ADHOC;
  if (arg->flags & MRT_STATIC)
    return SEGMENT_STATIC;
  return arg->flags & MRT_STACK ? SEGMENT_STACK : SEGMENT_ADHOC;
}

/* The address that a launch is given for one that is loaded through a pointer to memory that can't be read. */
enum { NOWHERE = 1 };

static const char beyond[] = "%s may reach beyond the ends of its memory";

/* Sees to it that one segment holds everything that an argument may touch. */
static const char *cover(struct mrt_launch *launch, unsigned i) {
  const struct mrt_arg *arg = &launch->args[i];
  uintptr_t at = launch->slots[i].at = mrt_place_of(arg);
  struct range range = is_exact(arg) ? reach_of(arg) : (struct range){at, at + 1};
  if (at != 0 && is_in_one(range)) {
    if (arg->flags & MRT_SHIFTED)
      mrt_origin_note((uintptr_t)arg->pointer, at);
    return NULL;
  }
  if (arg->size == 0 || !is_exact(arg) || (uintptr_t)arg->pointer == NOWHERE)
    return refuse(launch, "it is not known which memory %s points to", arg->name);
  launch->outside = mrt_below_live_stack(range.from);
  if (launch->outside)
    return refuse(launch, beyond, arg->name);
  for (uintptr_t next = range.from; next < range.to;) {
    const struct mrt_segment *part = mrt_segment_in(next, range.to);
    if (part == NULL)
      break;
    launch->outside = part->kind == SEGMENT_HEAP || part->kind == SEGMENT_STATIC || part->whole;
    if (launch->outside)
      return refuse(launch, beyond, arg->name);
    next = part->base + part->bytes;
  }
  if (!merge(range, kind_of(arg)))
    return refuse(launch, "no host memory to register %s", arg->name);
  return NULL;
}

/* Whether an argument names memory by its address. */
static bool has_address(const struct mrt_arg *arg) {
  return (arg->kind == MRT_ARG_BUFFER || arg->kind == MRT_ARG_TABLE) && arg->pointer != NULL;
}

/* Whether the kernel only compares an argument's address. */
static bool is_end(const struct mrt_arg *arg) {
  return has_address(arg) && (arg->flags & MRT_END) != 0;
}

/* Whether an argument points to where its segment begins and another one ends, which it may be meant for: one that
 * holds an argument which it is compared with, or any where the kernel may go down from the pointer. */
static bool may_be_end(const struct mrt_launch *launch, unsigned i) {
  const struct mrt_arg *arg = &launch->args[i];
  uintptr_t at = (uintptr_t)arg->pointer;
  if (arg->size != 0 || launch->slots[i].segment->base != at)
    return false;
  if ((arg->flags & MRT_BELOW) && mrt_segment_at(at - 1) != NULL)
    return true;
  if (!(arg->flags & MRT_COMPARED))
    return false;
  for (unsigned j = 0; j < launch->n; j++) {
    const struct mrt_arg *other = &launch->args[j];
    if (!has_address(other) || !(other->flags & (MRT_COMPARED | MRT_END)))
      continue;
    const struct mrt_segment *segment = mrt_segment_at((uintptr_t)other->pointer);
    if (segment != NULL && segment->base + segment->bytes == at)
      return true;
  }
  return false;
}

/* Finds the segment of an argument whose address alone is used: the one that it points into, or to the end of, among
 * those of the arguments that it is compared with. */
static const char *place_end(struct mrt_launch *launch, unsigned i) {
  const struct mrt_arg *arg = &launch->args[i];
  uintptr_t at = (uintptr_t)arg->pointer;
  struct mrt_segment *found = NULL;
  for (unsigned j = 0; j < launch->n; j++) {
    struct mrt_segment *segment = launch->slots[j].segment;
    if (launch->args[j].kind != MRT_ARG_BUFFER || !(launch->args[j].flags & MRT_COMPARED) || segment == NULL ||
        at < segment->base || at > segment->base + segment->bytes)
      continue;
    if (found != NULL && found != segment)
      return refuse(launch, "%s may be the end of one array, or where another one begins", arg->name);
    found = segment;
  }
  if (found == NULL)
    found = mrt_segment_at(at);
  if (found == NULL)
    return refuse(launch, "it is not known which memory %s points to", arg->name);
  launch->slots[i].segment = found;
  launch->slots[i].offset = (long)(at - found->base);
  return NULL;
}

/* The order in which an argument's memory is to be on the device; NULL: the host's. */
static const struct mrt_transposition *order_of(const struct mrt_launch *launch, unsigned i) {
  return launch->slots[i].wanted.element != 0 ? &launch->slots[i].wanted : NULL;
}

/* Notes the order of an argument whose segment is known, with as many rows or matrices as fill that. */
static void note_order(struct mrt_launch *launch, unsigned i) {
  const struct mrt_arg *arg = &launch->args[i];
  if (!mrt_device.layouts || arg->transposed == NULL)
    return;
  struct mrt_transposition *order = &launch->slots[i].wanted;
  *order = *arg->transposed;
  size_t *open = order->matrices == 0 ? &order->matrices : &order->rows;
  if (*open == 0) {
    *open = 1;
    *open = launch->slots[i].segment->bytes / mrt_transposed_bytes(order);
  }
}

/* The segments that an argument may touch: none, one, or all rows that a table leads to. */
static struct mrt_segment *const *segments_of(const struct mrt_launch *launch, unsigned i, size_t *count) {
  const struct mrt_slot *slot = &launch->slots[i];
  if (launch->args[i].kind == MRT_ARG_ROWS && slot->view != NULL)
    return mrt_rows(slot, count);
  *count = slot->segment != NULL ? 1 : 0;
  return &slot->segment;
}

/* The same, but none of rows that are taken together. */
static struct mrt_segment *const *single_segments_of(const struct mrt_launch *launch, unsigned i, size_t *count) {
  if (!mrt_are_grouped(launch, i))
    return segments_of(launch, i, count);
  *count = 0;
  return NULL;
}

/* Whether an argument that expects an order can have it: all of the segment, and the same for all arguments. */
static bool may_be_ordered(const struct mrt_launch *launch, unsigned i) {
  const struct mrt_slot *slot = &launch->slots[i];
  const struct mrt_transposition *order = order_of(launch, i);
  if (order == NULL || slot->segment == NULL)
    return true;
  if (slot->offset != 0 || slot->segment->bytes != mrt_transposed_bytes(order))
    return false;
  return !mrt_use_of(launch, slot->segment).mixed && !mrt_tables_lead_to(launch, slot->segment, 0);
}

/* Whether an argument begins where the kernel expects, in the host's memory and in a copy: these begin at multiples
 * of 128, or lie as the host's memory does. */
static bool is_aligned(const struct mrt_arg *arg, const struct mrt_segment *segment) {
  uintptr_t unit = arg->flags & MRT_ALIGN_16 ? 16 : arg->flags & MRT_ALIGN_8 ? 8 : 1;
  return ((uintptr_t)arg->pointer | segment->base) % unit == 0;
}

const char *mrt_resolve(struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_arg *arg = &launch->args[i];
    const char *why = has_address(arg) && !is_end(arg) ? cover(launch, i) : NULL;
    if (why != NULL)
      return why;
  }
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_arg *arg = &launch->args[i];
    const char *why = mrt_is_table(launch, i) ? mrt_find_view(launch, i) : NULL;
    if (why != NULL)
      return refuse(launch, why, arg->name);
  }
  if (!mrt_views_hold(launch)) /* the walk over one table found that a block of another is gone */
    return refuse(launch, "what %s leads to is changing", "a table");
  unsigned one, other;
  if (mrt_rows_meet(launch, &one, &other)) {
    const char *first = launch->args[one].name, *second = launch->args[other].name;
    if (one == other)
      return refuse(launch, "rows that %s leads to overlap", first != NULL ? first : "a table");
    launch->unresolved = true;
    snprintf(launch->why, sizeof launch->why, "rows that %s and %s lead to overlap",
             first != NULL ? first : "a table", second != NULL ? second : "another one");
    return launch->why;
  }
  for (unsigned i = 0; i < launch->n; i++) { /* only now: merging may have replaced segments */
    const struct mrt_arg *arg = &launch->args[i];
    if (arg->kind != MRT_ARG_BUFFER || arg->pointer == NULL || is_end(arg))
      continue;
    struct mrt_segment *segment = mrt_segment_at(launch->slots[i].at);
    if (segment == NULL)
      return refuse(launch, "the memory of %s is gone", arg->name);
    if (!is_aligned(arg, segment))
      return refuse(launch, "%s does not begin where vectors may", arg->name);
    launch->slots[i].segment = segment;
    launch->slots[i].offset = (long)((uintptr_t)arg->pointer - segment->base);
    if (may_be_end(launch, i))
      return refuse(launch, "%s may be the end of one array, or where another one begins", arg->name);
    note_order(launch, i);
  }
  for (unsigned i = 0; i < launch->n; i++) {
    const char *why = is_end(&launch->args[i]) ? place_end(launch, i) : NULL;
    if (why != NULL)
      return why;
  }
  mrt_note_uses(launch);
  for (unsigned i = 0; i < launch->n; i++)
    if (!may_be_ordered(launch, i)) {
      mrt_device.layouts = false; /* kernels are built anew, for the host's order */
      return refuse(launch, "%s can't have the layout that the kernel expects", launch->args[i].name);
    }
  return mrt_not_distinct(launch);
}

/* Whether an argument's memory is copied around the launch. */
static bool is_eager(const struct mrt_launch *launch, unsigned i) {
  return (launch->args[i].flags & MRT_EAGER) != 0;
}

/* Whether only what kernels write comes back of an argument's memory. */
static bool is_escaped(const struct mrt_launch *launch, unsigned i) {
  return (launch->args[i].flags & MRT_ESCAPED) != 0 || mrt_rows_may_be_stale(launch, i);
}

static void mark_eager(struct mrt_launch *launch, unsigned i) {
  if (mrt_are_grouped(launch, i)) {
    mrt_group_from_host(launch, i);
    return;
  }
  size_t count = 0;
  struct mrt_segment *const *segments = segments_of(launch, i, &count);
  for (size_t s = 0; s < count; s++)
    if (segments[s]->copy != NULL && segments[s]->copy->host_valid) {
      mrt_send_drop(segments[s]->copy);
      segments[s]->copy->device_valid = false;
    }
}

/* Whether an error only says that there is no memory for a buffer. */
static bool lacks_memory(cl_int error) {
  return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_INVALID_BUFFER_SIZE ||
         error == CL_OUT_OF_RESOURCES || error == CL_OUT_OF_HOST_MEMORY;
}

/* A segment that had no copy, and gets none: whether nothing else is lost. */
static bool goes_without(struct mrt_segment *segment, cl_int error) {
  if (!lacks_memory(error))
    return false;
  if (segment->copy != NULL) {
    mrt_pending_wait_all();
    mrt_drop_copy(segment);
  }
  return !mrt_device_is_lost();
}

/* Makes the copies of one argument's segments valid. */
static cl_int upload_slot(struct mrt_launch *launch, unsigned i) {
  if (mrt_are_grouped(launch, i)) {
    launch->changes_input |= mrt_group_changes_input(launch, i);
    return mrt_group_to_device(launch, i);
  }
  size_t count = 0;
  struct mrt_segment *const *segments = segments_of(launch, i, &count);
  unsigned flags = launch->args[i].flags;
  bool eager = is_eager(launch, i);
  for (size_t s = 0; s < count; s++) {
    struct mrt_area area;
    bool split = mrt_area_of(launch, i, &area);
    bool fresh = segments[s]->copy == NULL;
    cl_int error = mrt_to_device(segments[s], launch->run->region, order_of(launch, i),
                                 mrt_is_overwritten(launch, segments[s]), split ? &area : NULL);
    if (error != CL_SUCCESS) {
      launch->too_large = fresh && goes_without(segments[s], error);
      return error;
    }
    struct mrt_copy *copy = segments[s]->copy;
    copy->eager |= eager || segments[s]->kind == SEGMENT_ADHOC;
    copy->reads |= (flags & MRT_READ) != 0;
    copy->writes |= (flags & MRT_WRITE) != 0;
    launch->changes_input |= copy->reads && copy->writes;
  }
  return CL_SUCCESS;
}

/* Makes the pools that the launch needs.  A pool may take over the members of one that was just made, so that this
 * is repeated until none has to be made: each time there are fewer. */
static cl_int move_views(struct mrt_launch *launch) {
  for (unsigned pass = 0; pass < 2; pass++)
    for (unsigned i = 0; i < launch->n; i++) {
      if (launch->args[i].kind != MRT_ARG_ROWS || launch->slots[i].view == NULL)
        continue;
      cl_int error = mrt_move_view(&launch->slots[i], launch->run->region);
      if (error != CL_SUCCESS)
        return error;
    }
  return CL_SUCCESS;
}

/* From now on, only what kernels write comes back of an argument's memory. */
static void mark_escaped(struct mrt_launch *launch, unsigned i) {
  if (launch->args[i].kind == MRT_ARG_ROWS && !mrt_rows_are_new(&launch->slots[i]))
    return;
  size_t count = 0;
  struct mrt_segment *const *segments = segments_of(launch, i, &count);
  for (size_t s = 0; s < count; s++) {
    if (!segments[s]->escaped && segments[s]->copy != NULL && !segments[s]->copy->in_place)
      mrt_host_owns(segments[s]);
    segments[s]->escaped = true;
  }
}

cl_int mrt_upload_slots(struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++)
    if (is_escaped(launch, i))
      mark_escaped(launch, i);
  for (unsigned i = 0; i < launch->n; i++) /* the host may have written eager memory without a word */
    if (is_eager(launch, i))
      mark_eager(launch, i);
  for (unsigned i = 0; i < launch->n; i++) { /* first of all: what is there must not make room for the rest */
    size_t count = 0;
    struct mrt_segment *const *segments = single_segments_of(launch, i, &count);
    if (mrt_are_grouped(launch, i))
      mrt_group_pin(launch, i);
    for (size_t s = 0; s < count; s++)
      if (segments[s]->copy != NULL)
        mrt_copy_pin(segments[s]->copy);
  }
  cl_int error = move_views(launch);
  for (unsigned i = 0; i < launch->n && error == CL_SUCCESS; i++)
    error = upload_slot(launch, i);
  return error;
}

/* Tables that other launches follow may have other pointers now. */
static void note_rewritten(struct mrt_launch *launch, unsigned i) {
  size_t count = 0;
  struct mrt_segment *const *segments = segments_of(launch, i, &count);
  for (size_t s = 0; s < count; s++)
    if (segments[s]->table)
      mrt_table_written(segments[s]);
}

void mrt_settle_slots(struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++)
    if ((launch->args[i].flags & MRT_WRITE) && (launch->args[i].flags & MRT_REWRITES))
      note_rewritten(launch, i);
  for (unsigned i = 0; i < launch->n; i++) {
    size_t count = 0;
    struct mrt_segment *const *segments = single_segments_of(launch, i, &count);
    if (mrt_are_grouped(launch, i) && (launch->args[i].flags & MRT_WRITE))
      mrt_group_written(launch, i);
    for (size_t s = 0; s < count; s++) {
      struct mrt_copy *copy = segments[s]->copy;
      if (copy->in_place)
        copy->host_use = launch->number;
      if (launch->args[i].flags & MRT_WRITE)
        mrt_shadow_unit(copy, launch->args[i].layout);
      if (copy->writes) {
        mrt_parts_stale(copy);
        mrt_relaid_stale(copy);
      }
      if (copy->coming.bytes != 0) {
        copy->area = copy->coming;
        copy->writer = launch->state;
        copy->host_valid = false;
        mrt_residency_changed();
      } else if (copy->writes && copy->host_valid) {
        copy->host_valid = false;
        copy->device_valid = true; /* it may have been overwritten instead of uploaded */
        mrt_residency_changed();
      }
    }
  }
  for (unsigned i = 0; i < launch->n; i++) {
    size_t count = 0;
    struct mrt_segment *const *segments = single_segments_of(launch, i, &count);
    if (mrt_are_grouped(launch, i) && is_eager(launch, i))
      mrt_group_to_host(launch, i);
    for (size_t s = 0; s < count; s++) {
      if (segments[s]->copy == NULL || !segments[s]->copy->eager)
        continue;
      mrt_to_host(segments[s]);
      mrt_drop_copy(segments[s]);
    }
  }
}

static void release_segment(struct mrt_segment *segment) {
  if (segment->copy != NULL) {
    struct mrt_copy *copy = segment->copy;
    copy->pinned = copy->eager = copy->reads = copy->writes = false;
    copy->coming = (struct mrt_area){0};
  }
  if (segment->kind == SEGMENT_ADHOC) {
    mrt_drop_copy(segment);
    mrt_segment_remove(segment);
  }
}

void mrt_release_slots(struct mrt_launch *launch) {
  mrt_pools_unpin();
  for (unsigned i = 0; i < launch->n; i++) { /* rows first: they are never temporary alone */
    size_t count = 0;
    struct mrt_segment *const *segments = NULL;
    if (launch->slots != NULL && launch->args[i].kind == MRT_ARG_ROWS)
      segments = single_segments_of(launch, i, &count);
    for (size_t s = 0; s < count; s++)
      if (segments[s]->kind != SEGMENT_ADHOC)
        release_segment(segments[s]);
  }
  for (unsigned i = 0; i < launch->n && launch->slots != NULL; i++) {
    if (!has_address(&launch->args[i]))
      continue;
    struct mrt_segment *segment = mrt_segment_at(launch->slots[i].at);
    if (segment != NULL) /* else it was temporary, and went with another argument */
      release_segment(segment);
  }
}
