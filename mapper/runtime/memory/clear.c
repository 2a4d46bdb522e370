/* clear.c: rows of an array that the host would set to zero between two launches, although the device has the array.
 *
 * If the host did it, the array would have to come from the device, since the library knows nothing of what is
 * written, and go back before the next launch.
 */
#include "mrt_memory.h"
#include "mrt_copies.h"

struct mrt_segment *mrt_range_on_device(uintptr_t base, size_t bytes, size_t *offset) {
  struct mrt_segment *segment = mrt_segment_at(base);
  const struct mrt_copy *copy = segment != NULL ? segment->copy : NULL;
  if (copy == NULL || !copy->device_valid || copy->in_place || copy->order.element != 0 || copy->area.bytes != 0 ||
      bytes > segment->base + segment->bytes - base)
    return NULL;
  *offset = copy->lead + (base - segment->base);
  return segment;
}

int mrt_clear(const struct mrt_run *run, void *pointer, mrt_size bytes) {
  uintptr_t base = (uintptr_t)pointer;
  const cl_uint zero = 0;
  if (!MRT_ACTIVE || mrt_device_is_lost() || bytes == 0 || bytes % sizeof zero != 0)
    return 0;
  mrt_lock_memory();
  mrt_drop_dead_stack();
  size_t offset = 0;
  struct mrt_segment *segment = mrt_range_on_device(base, bytes, &offset);
  cl_event event = NULL;
  bool may = segment != NULL && offset % sizeof zero == 0 && mrt_parts_send(segment) == CL_SUCCESS &&
             mrt_device.cl.EnqueueFillBuffer(mrt_device.queue, segment->copy->buffer, &zero, sizeof zero, offset,
                                             bytes, 0, NULL, &event) == CL_SUCCESS;
  if (may) {
    segment->copy->region = run->region;
    mrt_pending_add(event, COMMAND_UPLOAD, 0, run->region, NULL);
    mrt_device_wrote(segment);
    mrt_trace("clear %zu bytes", (size_t)bytes);
  }
  mrt_unlock_memory();
  return may;
}
