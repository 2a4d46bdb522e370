/* stop.c: kernels that stop at error paths.
 *
 * What such a kernel may write is saved before the launch, and given back when a work-item stopped, so that the
 * host can run the loop from its beginning.  Nothing is copied where the host's memory still holds the same bytes;
 * all else goes into one buffer on the device, which stays for the next such launch: the library knows how the
 * one before has ended, so there is never more than one to undo.
 */
#include "mrt_region.h"

enum { ALIGNMENT = 128 };

static struct mrt_scratch store;

/* Whether a segment is written by the launch that is being prepared, and needs no copy for that to be undone. */
static bool host_has_it(const struct mrt_copy *copy) { return copy->host_valid && !copy->in_place; }

/* How much room a segment takes: elements of all of them are aligned. */
static size_t room_for(const struct mrt_segment *segment) {
  return (segment->bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t bytes_to_save(void) {
  size_t bytes = 0;
  for (struct mrt_segment *segment = mrt_first_copy(); segment != NULL; segment = segment->copy->next)
    if (segment->copy->writes && !host_has_it(segment->copy))
      bytes += room_for(segment);
  return bytes;
}

/* Copies a segment to its place in the buffer, or back. */
static cl_int copy_one(struct mrt_segment *segment, struct mrt_region *region, bool back) {
  const struct mrt_copy *copy = segment->copy;
  cl_event event = NULL;
  cl_int error = mrt_device.cl.EnqueueCopyBuffer(
      mrt_device.queue, back ? store.memory : copy->buffer, back ? copy->buffer : store.memory,
      back ? copy->saved_at : copy->lead, back ? copy->lead : copy->saved_at, segment->bytes, 0, NULL, &event);
  if (error == CL_SUCCESS)
    mrt_pending_add(event, COMMAND_UPLOAD, 0, region, NULL);
  return error;
}

bool mrt_save(struct mrt_launch *launch, cl_int *error) {
  launch->saved = bytes_to_save();
  *error = CL_SUCCESS;
  if (launch->saved == 0)
    return true;
  if (!mrt_scratch_make(&store, launch->saved, true))
    return false;
  store.in_use = true;
  size_t at = 0;
  for (struct mrt_segment *segment = mrt_first_copy(); segment != NULL && *error == CL_SUCCESS;
       segment = segment->copy->next) {
    if (!segment->copy->writes || host_has_it(segment->copy))
      continue;
    segment->copy->saved_at = at;
    at += room_for(segment);
    *error = copy_one(segment, launch->run->region, false);
  }
  return true;
}

/* Reads what was saved straight into the host's memory. */
static bool read_one(struct mrt_segment *segment, struct mrt_region *region) {
  const struct mrt_copy *copy = segment->copy;
  segment->copy->host_valid = true;
  mrt_host_owns(segment);
  if (copy->order.element != 0)
    return mrt_read_transposed(store.memory, copy->saved_at, &copy->order, (void *)segment->base, region);
  return mrt_read(store.memory, copy->saved_at, segment->bytes, (void *)segment->base, region);
}

/* The device's copy is not what it was; the host's is. */
static void lose(struct mrt_segment *segment) {
  segment->copy->device_valid = false;
  mrt_pool_changed(segment);
}

bool mrt_undo(const struct mrt_launch *launch) {
  struct mrt_region *region = launch->run->region;
  bool done = true;
  for (struct mrt_segment *segment = mrt_first_copy(); segment != NULL && done; segment = segment->copy->next) {
    if (!segment->copy->writes)
      continue;
    if (host_has_it(segment->copy))
      lose(segment);
    else
      done = copy_one(segment, region, true) == CL_SUCCESS || read_one(segment, region);
  }
  mrt_residency_changed();
  return done;
}

void mrt_save_end(void) { store.in_use = false; }
