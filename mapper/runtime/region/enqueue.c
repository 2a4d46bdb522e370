/* enqueue.c: the commands of a launch, and the results of reductions.
 *
 * A loop that needs several commands must run whole or not at all.  Where running it twice would be wrong (it
 * changes its own input), its commands wait behind a gate, a user event: it is opened when all of them are in
 * the queue, or all are given up together.
 */
#include "mrt_region.h"

#include <stdlib.h>
#include <string.h>

struct batch { /* the commands of one launch */
  cl_event gate, *events;
  size_t count, capacity;
  mrt_u64 number; /* of the last one that is already watched */
};

/* ---- commands ------------------------------------------------------------------------------------------- */

/* Without a gate, a command is watched from here on. */
static cl_int add_free(struct batch *batch, const struct mrt_launch *launch, cl_uint dimensions, const size_t *offset,
                       const size_t *global, const size_t *local) {
  cl_event event = NULL;
  cl_int error = mrt_device.cl.EnqueueNDRangeKernel(mrt_device.queue, launch->state->main, dimensions, offset, global,
                                                    local, 0, NULL, mrt_pending_needs_event() ? &event : NULL);
  if (error == CL_SUCCESS)
    batch->number = mrt_pending_add(event, COMMAND_KERNEL, 0, launch->run->region, launch->state);
  return error;
}

static cl_int add_command(struct batch *batch, const struct mrt_launch *launch, cl_uint dimensions,
                          const size_t *offset, const size_t *global, const size_t *local) {
  if (batch->gate == NULL)
    return add_free(batch, launch, dimensions, offset, global, local);
  if (batch->count == batch->capacity) {
    size_t capacity = batch->capacity * 2 + 4;
    cl_event *events = realloc(batch->events, capacity * sizeof *events);
    if (events == NULL)
      return CL_OUT_OF_HOST_MEMORY;
    batch->events = events;
    batch->capacity = capacity;
  }
  cl_int error = mrt_device.cl.EnqueueNDRangeKernel(mrt_device.queue, launch->state->main, dimensions, offset, global,
                                                    local, 1, &batch->gate, &batch->events[batch->count]);
  if (error == CL_SUCCESS)
    batch->count++;
  return error;
}

static cl_int add_parts(struct batch *batch, const struct mrt_launch *launch, const struct mrt_grid *grid) {
  size_t offset[3], global[3];
  for (offset[2] = grid->from[2]; offset[2] < grid->counts[2]; offset[2] += global[2]) {
    global[2] = mrt_part_of(grid, 2, offset[2]);
    for (offset[1] = grid->from[1]; offset[1] < grid->counts[1]; offset[1] += global[1]) {
      global[1] = mrt_part_of(grid, 1, offset[1]);
      for (offset[0] = grid->from[0]; offset[0] < grid->counts[0]; offset[0] += global[0]) {
        global[0] = mrt_part_of(grid, 0, offset[0]);
        cl_int error = add_command(batch, launch, grid->dimensions, offset, global, grid->local);
        if (error != CL_SUCCESS)
          return error;
      }
    }
  }
  return CL_SUCCESS;
}

/* Gives up commands that wait at the gate: it is never opened, and the queue that they are in is left behind.
 * (Failing the gate would cancel them too, but PoCL 3.0 sometimes crashes while it does that.) */
static void cancel(struct batch *batch) {
  if (batch->gate == NULL)
    return;
  mrt_device.queue = mrt_new_queue();
  for (size_t i = 0; i < batch->count; i++)
    mrt_device.cl.ReleaseEvent(batch->events[i]);
  batch->count = 0;
}

static cl_int open_gate(const struct batch *batch) {
  if (batch->gate == NULL)
    return CL_SUCCESS;
  cl_int error = mrt_device.cl.SetUserEventStatus(batch->gate, CL_COMPLETE);
  return error == CL_SUCCESS ? error : mrt_device.cl.SetUserEventStatus(batch->gate, CL_COMPLETE);
}

/* Opens the gate or gives the commands up, and hands the commands on to be watched. */
static cl_int submit(struct batch *batch, struct mrt_launch *launch, cl_int error) {
  if (error == CL_SUCCESS)
    error = open_gate(batch);
  if (error != CL_SUCCESS)
    cancel(batch);
  launch->number = batch->number;
  for (size_t i = 0; i < batch->count; i++)
    launch->number = mrt_pending_add(batch->events[i], COMMAND_KERNEL, 0, launch->run->region, launch->state);
  free(batch->events);
  if (batch->gate != NULL)
    mrt_device.cl.ReleaseEvent(batch->gate);
  if (error == CL_SUCCESS && mrt_device.gpu && mrt_pending_is_due())
    mrt_device.cl.Flush(mrt_device.queue); /* start now; a failure shows at the next wait */
  return error;
}

static cl_int make_gate(struct batch *batch) {
  cl_int error = CL_SUCCESS;
  mrt_pending_mark(); /* the queue may be left behind */
  batch->gate = mrt_device.cl.CreateUserEvent(mrt_device.context, &error);
  if (error != CL_SUCCESS)
    batch->gate = NULL;
  return error;
}

/* ---- reductions ----------------------------------------------------------------------------------------- */

static size_t most_groups(size_t group) {
  size_t groups = mrt_groups_that_sum(&mrt_device.processors, group), asked = mrt_settings()->max_items / group;
  if (mrt_settings()->max_items != 0 && groups > asked)
    groups = asked > 0 ? asked : 1;
  return groups;
}

/* The size of the partial results: the flag of a kernel that may stop is one, and the counter of one that folds. */
static size_t partial_bytes(const struct mrt_launch *launch, size_t groups) {
  const struct mrt_kernel *kernel = launch->kernel;
  return (kernel->stops + kernel->folds + groups * kernel->reductions) * sizeof(cl_ulong);
}

/* Room for the partial results, kept for the next launch: a flag that is set once is never reset, and a counter by
 * the kernel itself. */
static cl_int make_partials(const struct mrt_launch *launch, size_t groups) {
  struct mrt_kernel_state *state = launch->state;
  size_t bytes = partial_bytes(launch, groups);
  if (bytes == 0)
    return CL_SUCCESS;
  if (state->host_partials == NULL)
    state->host_partials = malloc(bytes);
  if (state->host_partials == NULL)
    return CL_OUT_OF_HOST_MEMORY;
  cl_int error = CL_SUCCESS;
  if (state->partials != NULL)
    return error;
  state->partials = mrt_make_buffer(bytes, HELD_OTHER, &error);
  if (state->partials == NULL)
    return error != CL_SUCCESS ? error : CL_OUT_OF_RESOURCES;
  cl_ulong clear = 0;
  if (launch->kernel->stops || launch->kernel->folds)
    error = mrt_device.cl.EnqueueWriteBuffer(mrt_device.queue, state->partials, CL_TRUE, 0, sizeof clear, &clear, 0,
                                             NULL, NULL);
  return error;
}

/* Reads the partial results, and hands the results over only when all are there and no work-item stopped. */
static bool read_results(struct mrt_launch *launch, size_t groups) {
  cl_ulong *slots = launch->state->host_partials;
  if (!mrt_read_small(launch->state->partials, 0, partial_bytes(launch, groups), slots, launch->run->region))
    return false;
  if (launch->kernel->stops) {
    cl_int flag = 0;
    memcpy(&flag, slots++, sizeof flag);
    launch->site = flag;
    launch->stopped = flag != 0;
  }
  if (launch->stopped)
    return true;
  for (unsigned i = 0; i < launch->n; i++)
    if (launch->args[i].kind == MRT_ARG_REDUCTION) {
      mrt_fold(launch->args[i].flags, launch->args[i].pointer, slots, groups);
      slots += groups;
    }
  return true;
}

/* NULL when the results are there; what a kernel has changed can't be asked for again. */
static const char *get_results(struct mrt_launch *launch, size_t groups, cl_int *error) {
  if (read_results(launch, groups))
    return NULL;
  bool host_has_it = launch->kernel->stops && launch->saved == 0;
  if (launch->changes_input && !host_has_it)
    mrt_die("%s: results of the loop are only on the device and can't be read any more; the program ends",
            launch->kernel->id);
  *error = CL_OUT_OF_RESOURCES;
  return "reading results failed";
}

/* Work-groups run several iterations in turn, and leave results of reductions or, with `replicas`, what they added. */
static const char *enqueue_groups(struct mrt_launch *launch, mrt_u64 total, const struct mrt_replicas *replicas,
                                  cl_int *error) {
  size_t group = mrt_kernel_program(launch->kernel, launch->run)->state->group_size;
  size_t groups = most_groups(group);
  *error = make_partials(launch, groups);
  if (*error != CL_SUCCESS)
    return "allocating device memory failed";
  size_t offset = (size_t)mrt_left_out(launch);
  if ((total - offset + group - 1) / group < groups)
    groups = (size_t)((total - offset + group - 1) / group);
  if (launch->items > 0 && launch->items / group < groups)
    groups = launch->items / group;
  *error = mrt_set_arguments(launch);
  if (*error == CL_SUCCESS && replicas != NULL)
    *error = mrt_set_replicas(launch, replicas);
  if (*error != CL_SUCCESS)
    return "setting a kernel's arguments failed";
  struct batch batch = {0};
  size_t global = groups * group;
  *error = submit(&batch, launch, add_command(&batch, launch, 1, &offset, &global, &group));
  if (*error != CL_SUCCESS)
    return "enqueueing a kernel failed";
  if (launch->kernel->reductions == 0)
    return NULL;
  struct mrt_late late = {launch->run->region, launch->state, launch->args, launch->n, launch->later};
  launch->late = launch->later != NULL && mrt_results_later(&late, groups);
  if (launch->later != NULL && !launch->late)
    mrt_take_results(); /* of launches before this one, which go into the same variables */
  return launch->kernel->folds || launch->late ? NULL : get_results(launch, groups, error);
}

/* ---- the launch ----------------------------------------------------------------------------------------- */

/* The kernels of collapse.c: all of them or none, where the loop can't be run twice. */
static const char *enqueue_shares(struct mrt_launch *launch, cl_int *error) {
  struct batch batch = {0};
  unsigned parts = mrt_collapsed_kernels(launch);
  *error = launch->changes_input && parts > 1 ? make_gate(&batch) : CL_SUCCESS;
  if (*error != CL_SUCCESS)
    return "creating an event failed";
  for (unsigned i = 0; i < parts && *error == CL_SUCCESS; i++) {
    size_t global = 0, local = 0;
    *error = mrt_collapsed_part(launch, i, &global, &local);
    if (*error == CL_SUCCESS)
      *error = add_command(&batch, launch, 1, NULL, &global, &local);
  }
  *error = submit(&batch, launch, *error);
  return *error == CL_SUCCESS ? NULL : "enqueueing a kernel failed";
}

static const char *enqueue_plain(struct mrt_launch *launch, cl_int *error) {
  *error = launch->kernel->stops ? make_partials(launch, 0) : CL_SUCCESS;
  if (*error != CL_SUCCESS)
    return "allocating device memory failed";
  if (mrt_collapses(launch))
    return enqueue_shares(launch, error);
  mrt_choose_schedule(launch);
  *error = mrt_set_arguments(launch);
  if (*error != CL_SUCCESS)
    return "setting a kernel's arguments failed";
  struct mrt_grid grid = mrt_grid_of(launch);
  double before = launch->state->cost.seconds;
  struct batch batch = {0};
  if (launch->changes_input && mrt_needs_parts(&grid))
    *error = make_gate(&batch);
  if (*error != CL_SUCCESS)
    return "creating an event failed";
  *error = submit(&batch, launch, add_parts(&batch, launch, &grid));
  if (*error != CL_SUCCESS)
    return "enqueueing a kernel failed";
  mrt_tune(launch, before);
  return launch->kernel->stops ? get_results(launch, 0, error) : NULL;
}

const char *mrt_enqueue(struct mrt_launch *launch, cl_int *error) {
  if (launch->kernel->ordered > 0)
    return mrt_enqueue_ordered(launch, error);
  mrt_u64 total = 1;
  for (unsigned d = 0; d < launch->kernel->dimensions; d++)
    total *= launch->counts[d];
  struct mrt_replicas found;
  bool replicates = mrt_replicates(launch, total - mrt_left_out(launch), &found);
  return launch->kernel->reductions > 0 || replicates
             ? enqueue_groups(launch, total, replicates ? &found : NULL, error)
             : enqueue_plain(launch, error);
}
