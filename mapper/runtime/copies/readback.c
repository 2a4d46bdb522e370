/* readback.c: reads a buffer of the device, in every way that a failing driver may still know. */
#include "mrt_copies.h"

#include <string.h>

static cl_int read_now(cl_command_queue queue, cl_mem buffer, size_t offset, size_t bytes, void *to,
                       struct mrt_region *region) {
  if (queue == mrt_device.queue && mrt_staged(bytes) &&
      mrt_staged_read(buffer, offset, bytes, to, NULL, region) == CL_SUCCESS)
    return CL_SUCCESS;
  cl_event event = NULL;
  cl_int error = mrt_device.cl.EnqueueReadBuffer(queue, buffer, CL_TRUE, offset, bytes, to, 0, NULL, &event);
  if (error == CL_SUCCESS)
    mrt_pending_add(event, COMMAND_DOWNLOAD, bytes, region, NULL);
  return error;
}

/* Another way to the same bytes: some failing drivers still map. */
static cl_int read_by_map(cl_command_queue queue, cl_mem buffer, size_t offset, size_t bytes, void *to) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_int error = CL_SUCCESS;
  void *mapping = cl->EnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, offset, bytes, 0, NULL, NULL, &error);
  if (mapping == NULL || error != CL_SUCCESS)
    return error != CL_SUCCESS ? error : CL_OUT_OF_RESOURCES;
  memcpy(to, mapping, bytes);
  cl->EnqueueUnmapMemObject(queue, buffer, mapping, 0, NULL, NULL);
  return CL_SUCCESS;
}

bool mrt_read(cl_mem buffer, size_t offset, size_t bytes, void *to, struct mrt_region *region) {
  cl_int error = read_now(mrt_device.queue, buffer, offset, bytes, to, region);
  if (error == CL_SUCCESS)
    return mrt_pending_wait_all();
  const char *id = region != NULL ? region->id : "reading back";
  mrt_device_failed(id, "reading from the device failed", error);
  /* The commands before must have ended before a queue without order to them may read. */
  if (!mrt_pending_wait_all())
    return false;
  if (read_by_map(mrt_device.queue, buffer, offset, bytes, to) == CL_SUCCESS)
    return true;
  cl_command_queue queue = mrt_new_queue();
  if (queue == NULL)
    return false;
  bool done = read_now(queue, buffer, offset, bytes, to, region) == CL_SUCCESS ||
              read_by_map(queue, buffer, offset, bytes, to) == CL_SUCCESS;
  return done && mrt_pending_wait_all();
}
