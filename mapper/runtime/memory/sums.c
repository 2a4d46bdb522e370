/* sums.c: running sums over short arrays of integers, which the host would form between two launches although the
 * device has the array.
 *
 * If the host did it, the array would have to come from the device and go back, and the device would wait meanwhile.
 */
#include "mrt_memory.h"
#include "mrt_copies.h"

#include <stdio.h>

enum { GROUP = 256, LONGEST = 16384 }; /* work-items; elements that one work-group is fast enough for */

static const char *const source[] = {
    "#define SUM(name, type) __attribute__((reqd_work_group_size(256, 1, 1)))\\\n"
    "__kernel void name(__global type *array, ulong from, uint count)\\\n"
    "{\\\n"
    "  __local type sums[256];\\\n"
    "  const uint lane = get_local_id(0), share = (count + 255) / 256;\\\n"
    "  const uint begin = min(lane * share, count), end = min(begin + share, count);\\\n"
    "  array += from;\\\n"
    "  type sum = 0;\\\n"
    "  for (uint at = begin; at < end; at++)\\\n"
    "    sum += array[at];\\\n"
    "  sums[lane] = sum;\\\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\\\n"
    "  for (uint other = 1; other < 256; other *= 2)\\\n"
    "  {\\\n"
    "    const type more = lane >= other ? sums[lane - other] : 0;\\\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\\\n"
    "    sums[lane] += more;\\\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\\\n"
    "  }\\\n"
    "  type next = sums[lane] - sum;\\\n"
    "  for (uint at = begin; at < end; at++)\\\n"
    "  {\\\n"
    "    next += array[at];\\\n"
    "    array[at] = next;\\\n"
    "  }\\\n"
    "}\n"
    "SUM(sum4, uint)\n"
    "SUM(sum8, ulong)\n",
    NULL};

static cl_program program;
static cl_kernel kernels[2]; /* for elements of 4 and 8 bytes */
static bool refused;

static cl_kernel kernel_for(size_t element, struct mrt_region *region) {
  cl_kernel *kernel = &kernels[element / 8];
  if (*kernel != NULL || refused)
    return *kernel;
  char name[16];
  cl_int error = CL_SUCCESS;
  snprintf(name, sizeof name, "sum%zu", element);
  if (program == NULL)
    program = mrt_build_program(source, region->id);
  if (program != NULL)
    *kernel = mrt_device.cl.CreateKernel(program, name, &error);
  if (error != CL_SUCCESS)
    *kernel = NULL;
  refused = *kernel == NULL;
  return *kernel;
}

static bool enqueue(struct mrt_copy *copy, size_t offset, size_t count, size_t element, struct mrt_region *region) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_kernel kernel = kernel_for(element, region);
  cl_ulong from = offset / element;
  cl_uint elements = (cl_uint)count;
  size_t group = GROUP;
  cl_event event = NULL;
  if (kernel == NULL || cl->SetKernelArg(kernel, 0, sizeof copy->buffer, &copy->buffer) != CL_SUCCESS ||
      cl->SetKernelArg(kernel, 1, sizeof from, &from) != CL_SUCCESS ||
      cl->SetKernelArg(kernel, 2, sizeof elements, &elements) != CL_SUCCESS ||
      cl->EnqueueNDRangeKernel(mrt_device.queue, kernel, 1, NULL, &group, &group, 0, NULL,
                               &event) != CL_SUCCESS)
    return false;
  mrt_pending_add(event, COMMAND_UPLOAD, 0, region, NULL);
  return true;
}

int mrt_running_sums(const struct mrt_run *run, void *first, mrt_u64 count, mrt_size element) {
  uintptr_t base = (uintptr_t)first;
  if (!MRT_ACTIVE || mrt_device_is_lost() || mrt_device.processors.limit < GROUP || count == 0 || count >= LONGEST ||
      (element != 4 && element != 8))
    return 0;
  size_t bytes = (size_t)(count + 1) * element;
  mrt_lock_memory();
  mrt_drop_dead_stack();
  size_t offset = 0;
  struct mrt_segment *segment = mrt_range_on_device(base, bytes, &offset);
  bool may = segment != NULL && offset % element == 0 && mrt_parts_send(segment) == CL_SUCCESS &&
             enqueue(segment->copy, offset, (size_t)count + 1, element, run->region);
  if (may) {
    segment->copy->region = run->region;
    mrt_device_wrote(segment);
    mrt_trace("running sums of %zu bytes", bytes);
  }
  mrt_unlock_memory();
  return may;
}
