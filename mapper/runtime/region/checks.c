/* checks.c: what kernels with checks (`mrt_kernel.sites`) are given about their memory.
 *
 * One buffer holds spare memory, which accesses go to that would be outside of all arrays, and behind it an owner for
 * each part of each array whose writes must not collide: the number of the iteration that wrote it, 0 before the
 * launch. It stays for the next such launch.
 */
#include "mrt_region.h"

enum { SPARE = 64 * 1024, ALIGNMENT = 128 };

static struct mrt_scratch spare;

/* The bytes of the owners of an argument's parts. */
static size_t owners_of(const struct mrt_arg *arg, const struct mrt_segment *segment) {
  if (arg->kind != MRT_ARG_BUFFER || arg->part == 0 || segment == NULL)
    return 0;
  size_t bytes = (segment->bytes + arg->part - 1) / arg->part * sizeof(cl_uint);
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* The argument before this one that shares its owners, since both are in one segment; its own number without one. */
static unsigned first_like(const struct mrt_launch *launch, unsigned i) {
  for (unsigned before = 0; before < i; before++)
    if (launch->args[before].kind == MRT_ARG_BUFFER && launch->args[before].part == launch->args[i].part &&
        launch->slots[before].segment == launch->slots[i].segment)
      return before;
  return i;
}

/* Gives each array's owners their place; the bytes of all. */
static size_t place_owners(struct mrt_launch *launch) {
  size_t bytes = SPARE;
  for (unsigned i = 0; i < launch->n; i++) {
    size_t own = owners_of(&launch->args[i], launch->slots[i].segment);
    unsigned first = own > 0 ? first_like(launch, i) : i;
    launch->slots[i].owners = first < i ? launch->slots[first].owners : own > 0 ? bytes / sizeof(cl_uint) : 0;
    bytes += first < i ? 0 : own;
  }
  return bytes;
}

bool mrt_prepare_checks(struct mrt_launch *launch, cl_int *error) {
  *error = CL_SUCCESS;
  size_t bytes = place_owners(launch);
  if (!mrt_scratch_make(&spare, bytes, true))
    return false;
  spare.in_use = true;
  if (bytes == SPARE)
    return true;
  const cl_uint none = 0;
  cl_event event = NULL;
  *error = mrt_device.cl.EnqueueFillBuffer(mrt_device.queue, spare.memory, &none, sizeof none, SPARE, bytes - SPARE,
                                           0, NULL, &event);
  if (*error == CL_SUCCESS)
    mrt_pending_add(event, COMMAND_UPLOAD, 0, launch->run->region, NULL);
  return true;
}

cl_mem mrt_spare(void) { return spare.memory; }

void mrt_checks_end(void) { spare.in_use = false; }
