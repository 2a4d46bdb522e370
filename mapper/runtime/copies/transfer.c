/* transfer.c: which copy of a segment is valid, and how data move.
 *
 * Devices with memory of their own get a buffer for each segment.  Devices that share the host's memory use it
 * in place, but for segments that share a buffer (pool.c): between launches the host owns the data while the buffer
 * is mapped, the device while it is not, as OpenCL demands, and no byte is copied.
 */
#include "mrt_copies.h"
#include "mrt_tables.h"
#include "mrt_decide.h"
#include "mrt_forms.h"

#include <stdlib.h>

enum { ALIGNMENT = 128 }; /* device addresses are equal to host addresses modulo this */

int mrt_active;
static struct mrt_segment *copies; /* all segments with a device copy */
static mrt_u64 ticks;

struct mrt_segment *mrt_first_copy(void) { return copies; }

static void link_copy(struct mrt_segment *segment) {
  segment->copy->next = copies;
  if (copies != NULL)
    copies->copy->previous = segment;
  copies = segment;
  __atomic_add_fetch(&mrt_active, 1, __ATOMIC_RELAXED);
}

static void unlink_copy(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  if (copy->previous != NULL)
    copy->previous->copy->next = copy->next;
  else
    copies = copy->next;
  if (copy->next != NULL)
    copy->next->copy->previous = copy->previous;
  __atomic_sub_fetch(&mrt_active, 1, __ATOMIC_RELAXED);
}

static char *host_of(const struct mrt_segment *segment) { return (char *)segment->base; }

/* ---- making room ---------------------------------------------------------------------------------------- */

static bool is_out_of_memory(cl_int error) {
  return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES ||
         error == CL_OUT_OF_HOST_MEMORY || error == CL_INVALID_BUFFER_SIZE;
}

void mrt_copy_pin(struct mrt_copy *copy) {
  copy->pinned = true;
  if (copy->pool != NULL) /* its members leave together */
    mrt_pool_pin(copy->pool);
}

static mrt_u64 last_use(const struct mrt_copy *copy) {
  return copy->pool != NULL && copy->pool->used > copy->used ? copy->pool->used : copy->used;
}

/* Drops all copies of a pool, which else would keep its buffer.  The last one takes the pool with it. */
static void drop_pool(struct mrt_pool *pool) {
  mrt_trace("making room on the device: dropping %zu blocks that share a buffer", pool->members);
  mrt_pool_to_host(pool);
  for (size_t place = 0, left = pool->members; left > 0; place++)
    if (pool->places[place].segment != NULL) {
      left--;
      mrt_drop_copy(pool->places[place].segment);
    }
}

/* Drops the least recently used copy that the coming launch does not need, clean ones first. */
static bool evict_one(void) {
  struct mrt_segment *best = NULL;
  for (struct mrt_segment *s = copies; s != NULL; s = s->copy->next) {
    if (s->copy->pinned || s->copy->mapping != NULL || (s->copy->pool != NULL && mrt_pool_is_pinned(s->copy->pool)))
      continue;
    if (best == NULL || s->copy->host_valid > best->copy->host_valid ||
        (s->copy->host_valid == best->copy->host_valid && last_use(s->copy) < last_use(best->copy)))
      best = s;
  }
  if (best == NULL)
    return false;
  if (best->copy->pool != NULL) {
    drop_pool(best->copy->pool);
    return true;
  }
  mrt_trace("making room on the device: dropping %zu bytes", best->bytes);
  mrt_to_host(best);
  mrt_drop_copy(best);
  return true;
}

/* Creates a buffer and makes the driver allocate it now: some allocate at the first use, when a failure would
 * come too late. */
static cl_mem create_buffer(size_t bytes, cl_int *error) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_mem buffer = cl->CreateBuffer(mrt_device.context, CL_MEM_READ_WRITE, bytes, NULL, error);
  if (buffer == NULL || *error != CL_SUCCESS)
    return NULL;
  char first = 0;
  *error = cl->EnqueueWriteBuffer(mrt_device.queue, buffer, CL_TRUE, 0, 1, &first, 0, NULL, NULL);
  if (*error == CL_SUCCESS)
    return buffer;
  mrt_release_buffer(buffer);
  return NULL;
}

cl_mem mrt_try_buffer(size_t bytes, cl_int *error) {
  cl_mem buffer = create_buffer(bytes, error);
  if (buffer != NULL)
    mrt_hold(buffer, bytes, HELD_OTHER);
  return buffer;
}

cl_mem mrt_make_buffer(size_t bytes, enum mrt_held_for what, cl_int *error) {
  cl_mem buffer = create_buffer(bytes, error);
  while (buffer == NULL && is_out_of_memory(*error) &&
         (mrt_scratch_drop_any() || mrt_drop_relaid() || evict_one())) {
    mrt_pending_wait_all();
    buffer = create_buffer(bytes, error);
  }
  if (buffer != NULL)
    mrt_hold(buffer, bytes, what);
  return buffer;
}

/* ---- host to device ------------------------------------------------------------------------------------- */

/* A buffer that is allocated when it is first used, and for which nothing makes room. */
static cl_mem lazy_buffer(size_t bytes, enum mrt_held_for what, cl_int *error) {
  cl_mem buffer = mrt_device.cl.CreateBuffer(mrt_device.context, CL_MEM_READ_WRITE, bytes, NULL, error);
  if (buffer == NULL || *error != CL_SUCCESS)
    return NULL;
  mrt_hold(buffer, bytes, what);
  return buffer;
}

static cl_int make_copy(struct mrt_segment *segment, bool lazy) {
  struct mrt_copy *copy = calloc(1, sizeof *copy);
  if (copy == NULL)
    return CL_OUT_OF_HOST_MEMORY;
  cl_int error = CL_SUCCESS;
  enum mrt_held_for what = mrt_is_state(segment->base) ? HELD_STATES : HELD_ARRAYS;
  copy->in_place = mrt_device.unified;
  if (copy->in_place) {
    copy->buffer = mrt_device.cl.CreateBuffer(mrt_device.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                              segment->bytes, host_of(segment), &error);
    copy->device_valid = true;
    if (copy->buffer != NULL && error == CL_SUCCESS)
      mrt_hold(copy->buffer, segment->bytes, what);
  } else {
    copy->lead = segment->base % ALIGNMENT;
    copy->buffer = (lazy ? lazy_buffer : mrt_make_buffer)(copy->lead + segment->bytes, what, &error);
  }
  if (copy->buffer == NULL || error != CL_SUCCESS) {
    free(copy);
    return error != CL_SUCCESS ? error : CL_MEM_OBJECT_ALLOCATION_FAILURE;
  }
  copy->host_valid = true;
  copy->unproven = lazy;
  segment->copy = copy;
  link_copy(segment);
  mrt_residency_changed();
  return CL_SUCCESS;
}

mrt_u64 mrt_copy_tick(void) { return ++ticks; }

bool mrt_begin_copy(struct mrt_segment *segment) {
  if (segment->copy == NULL && make_copy(segment, true) != CL_SUCCESS)
    return false;
  segment->copy->used = ++ticks;
  return true;
}

cl_int mrt_join_pool(struct mrt_segment *segment, struct mrt_pool *pool, size_t place) {
  struct mrt_copy *copy = calloc(1, sizeof *copy);
  if (copy == NULL)
    return CL_OUT_OF_HOST_MEMORY;
  *copy = (struct mrt_copy){.buffer = pool->buffer,
                            .lead = pool->places[place].lead,
                            .pool = pool,
                            .place = place,
                            .host_valid = true};
  pool->places[place].segment = segment;
  pool->members++;
  segment->copy = copy;
  link_copy(segment);
  return CL_SUCCESS;
}

/* In place: gives the data to the device. */
static cl_int unmap(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  cl_event event = NULL;
  cl_int error = mrt_device.cl.EnqueueUnmapMemObject(mrt_device.queue, copy->buffer, copy->mapping, 0, NULL, &event);
  if (error != CL_SUCCESS)
    return error;
  copy->mapping = NULL;
  copy->host_use = mrt_pending_add(event, COMMAND_UPLOAD, 0, copy->region, NULL);
  return CL_SUCCESS;
}

/* Makes the copy all zeros on the device. */
static bool clear(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  const cl_ulong zeros[2] = {0, 0};
  size_t unit = sizeof zeros;
  while ((copy->lead | segment->bytes) % unit != 0)
    unit /= 2;
  cl_event event = NULL;
  cl_int error = mrt_device.cl.EnqueueFillBuffer(mrt_device.queue, copy->buffer, zeros, unit, copy->lead,
                                                 segment->bytes, 0, NULL, &event);
  if (error != CL_SUCCESS)
    return false;
  mrt_pending_add(event, COMMAND_UPLOAD, 0, copy->region, NULL);
  mrt_trace("clear %zu bytes", segment->bytes);
  return true;
}

/* Copies a segment's host memory from `from` on into a buffer, where it begins at `offset`. */
static cl_int write_from(struct mrt_segment *segment, size_t from, cl_mem buffer, size_t offset) {
  struct mrt_copy *copy = segment->copy;
  size_t bytes = segment->bytes - from;
  const char *source = mrt_shadow_source(segment) + from;
  if (mrt_staged(bytes))
    return mrt_staged_write(buffer, offset + from, bytes, source, NULL, copy->region);
  cl_event event = NULL;
  cl_bool wait = segment->kind == SEGMENT_STACK; /* longjmp may leave its frame without a word */
  cl_int error = mrt_device.cl.EnqueueWriteBuffer(mrt_device.queue, buffer, wait, offset + from, bytes, source, 0,
                                                  NULL, &event);
  if (error == CL_SUCCESS) {
    copy->host_use = mrt_pending_add(event, COMMAND_UPLOAD, bytes, copy->region, NULL);
    mrt_trace("upload %zu bytes", bytes);
  }
  return error;
}

cl_int mrt_write_segment(struct mrt_segment *segment, cl_mem buffer, size_t offset) {
  return write_from(segment, 0, buffer, offset);
}

/* Ends a copy that began early, and makes what is missing; one that is not needed, or failed, as if it had not
 * begun. */
static cl_int receive(struct mrt_segment *segment, struct mrt_region *region, bool needed) {
  struct mrt_copy *copy = segment->copy;
  size_t done;
  double seconds;
  if (!mrt_send_end(copy, &done, &seconds) || done == 0 || !needed)
    return CL_SUCCESS;
  mrt_trace("%zu of %zu bytes were sent beside the program", done, segment->bytes);
  copy->region = region;
  mrt_count_sent(region, done, seconds);
  mrt_relaid_stale(copy);
  cl_int error = done < segment->bytes ? write_from(segment, done, copy->buffer, copy->lead) : CL_SUCCESS;
  if (error == CL_SUCCESS) {
    copy->device_valid = true;
    mrt_residency_changed();
  }
  return error;
}

/* Whether the coming launch may write an area while the host keeps the rest.  What has not been touched is cleared
 * rather. */
static bool may_be_split(const struct mrt_segment *segment, const struct mrt_area *area) {
  const struct mrt_copy *copy = segment->copy;
  if (area == NULL || copy->device_valid || copy->in_place || copy->order.element != 0)
    return false;
  return copy->area.bytes != 0 || !mrt_untouched(segment->base, segment->bytes);
}

static cl_int upload(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  if (mrt_untouched(segment->base, segment->bytes) && clear(segment)) /* zeros, in whatever order */
    return mrt_shadow_take(segment, true) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  if (!mrt_shadow_take(segment, false))
    return CL_OUT_OF_HOST_MEMORY;
  return copy->order.element != 0 ? mrt_upload_transposed(segment)
                                  : mrt_write_segment(segment, copy->buffer, copy->lead);
}

cl_int mrt_to_device(struct mrt_segment *segment, struct mrt_region *region, const struct mrt_transposition *order,
                     bool overwritten, const struct mrt_area *area) {
  static const struct mrt_transposition none;
  cl_int error = CL_SUCCESS;
  if (segment->copy != NULL && segment->copy->sending != NULL)
    error = receive(segment, region, !overwritten && area == NULL);
  if (segment->copy != NULL && segment->copy->unproven)
    mrt_drop_copy(segment);
  if (error == CL_SUCCESS && segment->copy == NULL)
    error = make_copy(segment, false);
  if (error != CL_SUCCESS)
    return error;
  struct mrt_copy *copy = segment->copy;
  copy->region = region;
  mrt_pool_changed(segment);
  mrt_copy_pin(copy);
  copy->moved = false;
  copy->used = ++ticks;
  copy->coming = (struct mrt_area){0};
  if (!copy->device_valid) {
    mrt_parts_drop(copy);
    copy->shadowed = false;
  }
  if (!copy->device_valid || copy->mapping != NULL)
    mrt_relaid_stale(copy);
  if (order == NULL)
    order = &none;
  if (copy->area.bytes != 0 && (area == NULL || !mrt_same_area(&copy->area, area))) {
    copy->writer->splits_in_vain |= !overwritten;
    mrt_to_host(segment);
  }
  if (!mrt_same_order(&copy->order, order)) {
    if (order->element != 0 && !mrt_can_transpose(order, region))
      return CL_OUT_OF_RESOURCES;
    error = mrt_parts_send(segment);
    if (error != CL_SUCCESS)
      return error;
    mrt_reorder(segment, order);
  }
  if (copy->mapping != NULL)
    error = unmap(segment);
  else if (overwritten && !copy->device_valid && !copy->in_place)
    return CL_SUCCESS; /* becomes valid with the launch */
  else if (may_be_split(segment, area))
    copy->coming = *area;
  else if (!copy->device_valid && !copy->in_place)
    error = upload(segment);
  else
    error = mrt_parts_send(segment);
  if (error == CL_SUCCESS && !copy->device_valid && copy->coming.bytes == 0) {
    copy->device_valid = true;
    mrt_residency_changed();
  }
  return error;
}

/* ---- device to host ------------------------------------------------------------------------------------- */

/* In place: gives the data to the host.  A map that fails is no loss as long as the commands
 * ended well: the bytes are where they were. */
static bool map(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  if (copy->mapping != NULL)
    return true;
  cl_int error = CL_SUCCESS;
  cl_event event = NULL;
  void *mapping = mrt_device.cl.EnqueueMapBuffer(mrt_device.queue, copy->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                                 0, segment->bytes, 0, NULL, &event, &error);
  if (mapping != NULL && error == CL_SUCCESS) {
    copy->mapping = mapping;
    mrt_pending_add(event, COMMAND_DOWNLOAD, 0, copy->region, NULL);
    return mrt_pending_wait_all();
  }
  mrt_device_failed(copy->region != NULL ? copy->region->id : "mapping", "mapping device memory failed", error);
  return mrt_pending_wait_all();
}

static void lost(const struct mrt_segment *segment) {
  const struct mrt_region *region = segment->copy->region;
  mrt_die("%s: %zu bytes of results are only on the device and can't be read any more; the program ends",
          region != NULL ? region->id : "a region", segment->bytes);
}

static bool download(struct mrt_segment *segment) {
  const struct mrt_copy *copy = segment->copy;
  if (copy->area.bytes != 0)
    return mrt_area_read(segment);
  if (mrt_is_shadowed(segment))
    return mrt_shadow_read(segment);
  if (segment->messages > 0)
    return mrt_messages_read(segment);
  if (copy->order.element != 0)
    return mrt_read_transposed(copy->buffer, copy->lead, &copy->order, host_of(segment), copy->region);
  return mrt_read(copy->buffer, copy->lead, segment->bytes, host_of(segment), copy->region);
}

/* The same, with what the host has written meanwhile. */
static bool download_with_parts(struct mrt_segment *segment) {
  if (mrt_parts_send(segment) == CL_SUCCESS)
    return download(segment);
  char *kept = mrt_parts_keep(segment);
  if (kept == NULL || !download(segment)) {
    free(kept);
    return false;
  }
  mrt_parts_put(segment, kept);
  return true;
}

void mrt_to_host(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  if (copy == NULL || copy->host_valid)
    return;
  copy->looked_at |= copy->moved;
  copy->moved = false;
  if (copy->pool != NULL && copy->pool->region != NULL)
    copy->region = copy->pool->region;
  double start = mrt_wait_begins();
  mrt_settle();
  if (copy->in_place ? !map(segment) : !download_with_parts(segment))
    lost(segment);
  mrt_wait_ends(start, copy->region);
  if (!copy->in_place)
    mrt_trace("download %zu bytes%s", segment->bytes, copy->area.bytes != 0 ? ", in part" : "");
  copy->area = (struct mrt_area){0};
  copy->host_valid = true;
  mrt_pool_changed(segment);
  mrt_residency_changed();
}

void mrt_host_owns(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  if (copy == NULL)
    return;
  mrt_send_drop(copy);
  mrt_to_host(segment);
  if (copy->in_place)
    map(segment);
  else
    mrt_pending_wait(copy->host_use); /* an upload may still be reading the host's memory */
  if (copy->device_valid) {
    mrt_residency_changed();
    mrt_pool_changed(segment);
  }
  copy->device_valid = false;
  mrt_parts_drop(copy);
}

bool mrt_host_overwrites(const struct mrt_part *part, unsigned mode) {
  struct mrt_segment *segment = mrt_segment_at(part->from);
  struct mrt_copy *copy = segment != NULL ? segment->copy : NULL;
  bool whole = segment != NULL && mode == MRT_WRITE && part->rows == 1 && part->planes == 1 &&
               part->from == segment->base && part->run == segment->bytes;
  if (!whole || copy == NULL || copy->host_valid || copy->in_place || copy->area.bytes != 0 || segment->escaped ||
      segment->messages > 0)
    return false;
  double start = mrt_wait_begins();
  bool ended = mrt_pending_wait_all();
  mrt_wait_ends(start, copy->region);
  if (!ended)
    return false;
  mrt_trace("no download of %zu bytes, which the host overwrites", segment->bytes);
  copy->host_valid = true;
  mrt_pool_changed(segment);
  mrt_host_owns(segment);
  mrt_table_written(segment);
  return true;
}

void mrt_device_wrote(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  mrt_table_written(segment);
  mrt_parts_stale(copy);
  mrt_relaid_stale(copy);
  mrt_shadow_unit(copy, NULL);
  if (copy->host_valid)
    mrt_residency_changed();
  copy->host_valid = false;
}

void mrt_drop_copy(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  if (copy == NULL)
    return;
  mrt_send_drop(copy);
  if (copy->mapping != NULL)
    unmap(segment);
  mrt_pending_wait(copy->host_use);
  mrt_relaid_drop(copy, false);
  mrt_rises_drop(copy, false);
  mrt_shadow_drop(copy);
  unlink_copy(segment);
  if (copy->pool != NULL)
    mrt_pool_leave(segment, false);
  else
    mrt_release_buffer(copy->buffer);
  free(copy->parts);
  free(copy);
  segment->copy = NULL;
  mrt_residency_changed();
}

void mrt_drop_copies(void) {
  while (copies != NULL)
    mrt_drop_copy(copies);
}

void mrt_forget_copies(void) {
  while (copies != NULL) {
    struct mrt_segment *segment = copies;
    unlink_copy(segment);
    mrt_relaid_drop(segment->copy, true);
    mrt_rises_drop(segment->copy, true);
    if (segment->copy->pool != NULL)
      mrt_pool_leave(segment, true);
    mrt_send_drop(segment->copy); /* it ended before the fork */
    mrt_shadow_drop(segment->copy);
    free(segment->copy->parts);
    free(segment->copy);
    segment->copy = NULL;
  }
}
