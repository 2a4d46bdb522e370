/* replicas.c: the form of a kernel in which work-groups add to replicas of short arrays in local memory.
 *
 * Work-items that add to the same few elements in global memory wait for each other.  Which arrays are short is known
 * at the launch.  They get as many replicas as local memory has room for: then neighbouring work-items seldom add to
 * the same element, and on CPUs each has a replica of its own.  Others are added to where they are.
 */
#include "mrt_forms.h"

/* Work-items that run in step, and iterations for each unit from which on the form pays. */
enum { MOST_REPLICAS = 32, FEWEST_A_UNIT = 256, WORD = 8 };

static unsigned sums_of(const struct mrt_kernel *kernel) {
  unsigned count = 0;
  while (kernel->replicated->sums[count].bytes != 0)
    count++;
  return count;
}

/* How many elements of an array a launch can reach; 0 where that is not known, or too many to count. */
static cl_uint length_of(const struct mrt_launch *launch, const struct mrt_sum *sum) {
  const struct mrt_arg *arg = &launch->args[sum->argument];
  const struct mrt_slot *slot = &launch->slots[sum->argument];
  if (arg->kind != MRT_ARG_BUFFER || slot->segment == NULL || slot->offset < 0 ||
      (size_t)slot->offset >= slot->segment->bytes)
    return 0;
  size_t bytes = slot->segment->bytes - (size_t)slot->offset;
  if (arg->size != 0 && arg->size < bytes)
    bytes = arg->size;
  return bytes / sum->bytes <= UINT32_MAX ? (cl_uint)(bytes / sum->bytes) : 0;
}

/* The room that so many replicas of an array take. */
static size_t room_for(cl_uint length, const struct mrt_sum *sum, cl_uint replicas) {
  return ((size_t)length * sum->bytes * replicas + WORD - 1) / WORD * WORD;
}

static size_t room_for_all(const struct mrt_launch *launch, const struct mrt_replicas *found) {
  size_t room = 0;
  for (unsigned i = 0; i < found->count; i++)
    room += room_for(found->lengths[i], &launch->kernel->replicated->sums[i], found->replicas);
  return room;
}

/* Which arrays get replicas, and how many.  False where none does. */
static bool find(const struct mrt_launch *launch, struct mrt_replicas *found) {
  size_t group = mrt_kernel_program(launch->kernel, launch->run)->state->group_size;
  const struct mrt_replicated *form = launch->kernel->replicated;
  *found = (struct mrt_replicas){.count = sums_of(launch->kernel), .replicas = 1};
  for (unsigned i = 0; i < found->count; i++) {
    found->lengths[i] = length_of(launch, &form->sums[i]);
    if (room_for_all(launch, found) > form->room)
      found->lengths[i] = 0;
  }
  if (room_for_all(launch, found) == 0)
    return false;
  for (cl_uint more = 2; more <= MOST_REPLICAS && more <= group; more *= 2) {
    struct mrt_replicas next = *found;
    next.replicas = more;
    if (room_for_all(launch, &next) <= form->room)
      *found = next;
  }
  return true;
}

bool mrt_replicates(struct mrt_launch *launch, mrt_u64 iterations, struct mrt_replicas *found) {
  const struct mrt_kernel *kernel = launch->kernel;
  if (kernel->replicated == NULL)
    return false;
  unsigned form = mrt_replicated_form(kernel);
  bool was = launch->state->schedule == form;
  if ((mrt_device.lanes > 1 && kernel->counters > 0) || launch->state->plain != NULL || launch->items > 0 ||
      iterations <= FEWEST_A_UNIT * (mrt_u64)mrt_device.processors.units || !find(launch, found) ||
      !mrt_take_form(launch, form)) {
    mrt_take_form(launch, 0);
    return false;
  }
  if (!was)
    mrt_trace("%s: %u replicas of short arrays", kernel->id, found->replicas);
  return true;
}

cl_int mrt_set_replicas(const struct mrt_launch *launch, const struct mrt_replicas *found) {
  const struct mrt_kernel_state *state = launch->state;
  cl_uint index = state->arguments;
  cl_int error = mrt_device.cl.SetKernelArg(state->main, index++, sizeof found->replicas, &found->replicas);
  for (unsigned i = 0; i < found->count && error == CL_SUCCESS; i++)
    error = mrt_device.cl.SetKernelArg(state->main, index++, sizeof found->lengths[i], &found->lengths[i]);
  return error;
}
