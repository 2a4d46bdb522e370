/* moves.c: what the host would copy from array to array, or set to zero, between two launches, although the device has
 * it.
 *
 * If the host did it, what it copies would have to come from the device, and go back before the next launch.  Where
 * the host then looks at the array before a launch does, the next such statement is the host's again.
 */
#include "mrt_memory.h"
#include "mrt_copies.h"

/* The segment of a range whose valid device copy commands may read and write; NULL where there is none. */
static struct mrt_segment *own_copy(uintptr_t base, size_t bytes, size_t *offset) {
  struct mrt_segment *segment = mrt_range_on_device(base, bytes, offset);
  bool may = segment != NULL && segment->copy->pool == NULL && !segment->escaped && segment->messages == 0;
  return may ? segment : NULL;
}

/* Takes the lock where the device may do it; false where the host is to. */
static bool begin(long bytes) {
  if (!MRT_ACTIVE || bytes <= 0 || mrt_device_is_lost() || !mrt_settings()->moves || !mrt_lock_memory())
    return false;
  mrt_drop_dead_stack();
  return true;
}

/* A command that overwrites a range of a segment has been enqueued. */
static void wrote(struct mrt_segment *segment, cl_event event, const char *what, size_t bytes) {
  mrt_pending_add(event, COMMAND_UPLOAD, 0, segment->copy->region, NULL);
  mrt_device_wrote(segment);
  segment->copy->moved = true;
  mrt_trace("%s %zu bytes on the device", what, bytes);
}

int mrt_moved(void *to, const void *from, long bytes) {
  MRT_KEEP_THREAD;
  if (!begin(bytes))
    return 0;
  size_t size = (size_t)bytes, there = 0, here = 0;
  struct mrt_segment *target = own_copy((uintptr_t)to, size, &there);
  struct mrt_segment *source = own_copy((uintptr_t)from, size, &here);
  cl_event event = NULL;
  bool may = target != NULL && source != NULL && target != source && !target->copy->looked_at &&
             mrt_parts_send(source) == CL_SUCCESS && mrt_parts_send(target) == CL_SUCCESS &&
             mrt_device.cl.EnqueueCopyBuffer(mrt_device.queue, source->copy->buffer, target->copy->buffer, here, there,
                                             size, 0, NULL, &event) == CL_SUCCESS;
  if (may)
    wrote(target, event, "copy", size);
  mrt_unlock_memory();
  return may;
}

int mrt_zeroed(void *pointer, long bytes) {
  MRT_KEEP_THREAD;
  const cl_ulong zeros[2] = {0, 0};
  if (!begin(bytes))
    return 0;
  size_t size = (size_t)bytes, offset = 0, unit = sizeof zeros;
  struct mrt_segment *segment = own_copy((uintptr_t)pointer, size, &offset);
  while ((offset | size) % unit != 0)
    unit /= 2;
  cl_event event = NULL;
  bool may = segment != NULL && !segment->copy->looked_at && mrt_parts_send(segment) == CL_SUCCESS &&
             mrt_device.cl.EnqueueFillBuffer(mrt_device.queue, segment->copy->buffer, zeros, unit, offset, size, 0,
                                             NULL, &event) == CL_SUCCESS;
  if (may)
    wrote(segment, event, "clear", size);
  mrt_unlock_memory();
  return may;
}
