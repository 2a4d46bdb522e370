/* enqueue.c: the shape of the launch, its commands, and the results of reductions.
 *
 * A loop that needs several commands must run whole or not at all.  Where running it twice would be wrong (it
 * changes its own input), its commands wait behind a gate, a user event: it is opened when all of them are in
 * the queue, or all are given up together.
 */
#include "mrt_internal.h"

#include <stdlib.h>
#include <string.h>

enum { GROUPS_PER_GPU_UNIT = 8, FEWEST_PER_UNIT = 2, SMALLEST_GROUP = 32, ITEMS_PER_CPU_UNIT = 32 };
enum { MOST_LANES = 512, MAX_GROUPS_OUTER = 65535 };
/* Of kernels that count in local memory. */
enum { COUNTING_GROUP = 256, COUNTING_GROUPS_PER_UNIT = 8, ITERATIONS_A_COUNTER = 4 };
static const size_t max_items_inner = (size_t)1 << 30;

struct grid {
  cl_uint dimensions;
  mrt_u64 counts[3];
  size_t local[3], most[3]; /* work-group, and most work-items in one part */
};

struct batch { /* the commands of one launch */
  cl_event gate, *events;
  size_t count, capacity;
  mrt_u64 number; /* of the last one that is already watched */
};

/* ---- shapes --------------------------------------------------------------------------------------------- */

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* The smallest power of two that is not below `count`, at most `most`. */
static size_t power_of_two_for(mrt_u64 count, size_t most) {
  size_t size = 1;
  while (size < count && size * 2 <= most)
    size *= 2;
  return size;
}

/* Smaller groups where there would not be some for each of a GPU's units, down to what runs together there. */
static void spread(struct grid *grid) {
  for (;;) {
    mrt_u64 groups = 1;
    size_t size = 1;
    for (unsigned d = 0; d < grid->dimensions; d++) {
      groups *= (grid->counts[d] + grid->local[d] - 1) / grid->local[d];
      size *= grid->local[d];
    }
    unsigned outer = grid->dimensions - 1;
    while (outer > 0 && grid->local[outer] == 1)
      outer--;
    if (size <= SMALLEST_GROUP || groups >= FEWEST_PER_UNIT * (mrt_u64)mrt_device.units)
      return;
    grid->local[outer] /= 2;
  }
}

/* Usual shapes: 256, 32x8, 32x4x2 on GPUs; on CPUs a group is a loop, long and one-dimensional. */
static void default_local(struct grid *grid) {
  static const size_t gpu[3][3] = {{256, 1, 1}, {32, 8, 1}, {32, 4, 2}};
  for (unsigned d = 0; d < 3; d++)
    grid->local[d] = 1;
  if (!mrt_device.gpu) {
    mrt_u64 fair = grid->counts[0] / (4u * (mrt_u64)mrt_device.units) + 1;
    bool share = grid->dimensions == 1 && fair < grid->counts[0];
    grid->local[0] = power_of_two_for(share ? fair : grid->counts[0], 256);
    return;
  }
  for (unsigned d = 0; d < grid->dimensions; d++)
    grid->local[d] = power_of_two_for(grid->counts[d], gpu[grid->dimensions - 1][d]);
  spread(grid);
}

/* Halves the group until device and kernel can take it. */
static void limit_local(struct grid *grid, size_t limit) {
  for (unsigned d = 0; d < 3; d++)
    while (grid->local[d] > mrt_device.item_limit[d] && grid->local[d] > 1)
      grid->local[d] /= 2;
  while (grid->local[0] * grid->local[1] * grid->local[2] > limit) {
    unsigned widest = 0;
    for (unsigned d = 1; d < 3; d++)
      if (grid->local[d] > grid->local[widest])
        widest = d;
    grid->local[widest] /= 2;
  }
}

/* Several work-items share an iteration, and a work-group has the size that the kernel asks for. */
static struct grid gang_shape(const struct mrt_launch *launch, unsigned lanes, unsigned rows) {
  struct grid grid = {.dimensions = 1, .counts = {lanes, 1, 1}, .local = {1, 1, 1}, .most = {1, 1, 1}};
  for (unsigned d = 0; d < launch->kernel->dimensions; d++)
    grid.counts[0] *= launch->counts[d];
  grid.local[0] = rows * lanes;
  size_t most = max_items_inner;
  if (mrt_settings()->max_items != 0)
    most = least(most, mrt_settings()->max_items);
  grid.most[0] = most > grid.local[0] ? most - most % grid.local[0] : grid.local[0];
  return grid;
}

/* A work-group of fixed shape does a block of iterations, the last ones of each dimension in part. */
static struct grid tile_shape(const struct mrt_launch *launch) {
  const mrt_size *tile = launch->kernel->tile;
  size_t asked = mrt_settings()->max_items;
  struct grid grid = {.dimensions = launch->kernel->dimensions, .counts = {1, 1, 1}, .local = {tile[0], tile[1], 1}};
  for (unsigned d = 0; d < 3; d++) {
    if (d < grid.dimensions)
      grid.counts[d] = launch->counts[d];
    if (d < 2)
      grid.counts[d] = (grid.counts[d] / tile[2 + d] + (grid.counts[d] % tile[2 + d] != 0)) * tile[d];
    size_t most = d == 0 ? max_items_inner : MAX_GROUPS_OUTER * grid.local[d];
    if (asked != 0)
      most = least(most, asked);
    grid.most[d] = most > grid.local[d] ? most - most % grid.local[d] : grid.local[d];
  }
  return grid;
}

/* Each work-group has neighbouring iterations: enough that setting up its counters does not matter. */
static struct grid counters_shape(const struct mrt_launch *launch) {
  mrt_u64 total = 1, groups = mrt_device.units * (mrt_u64)COUNTING_GROUPS_PER_UNIT;
  for (unsigned d = 0; d < launch->kernel->dimensions; d++)
    total *= launch->counts[d];
  mrt_u64 fair = total / (COUNTING_GROUP + ITERATIONS_A_COUNTER * (mrt_u64)launch->kernel->counters) + 1;
  mrt_u64 asked = mrt_settings()->max_items / COUNTING_GROUP;
  groups = groups < fair ? groups : fair;
  if (mrt_settings()->max_items != 0 && groups > asked)
    groups = asked > 0 ? asked : 1;
  size_t items = (size_t)groups * COUNTING_GROUP;
  return (struct grid){
      .dimensions = 1, .counts = {items, 1, 1}, .local = {COUNTING_GROUP, 1, 1}, .most = {items, 1, 1}};
}

static struct grid shape(struct mrt_launch *launch) {
  unsigned rows = 0, lanes = mrt_lanes_of(launch, &rows);
  if (lanes > 1 && rows > 0)
    return gang_shape(launch, lanes, rows);
  if (mrt_device.lanes > 1 && launch->kernel->tile[0] > 0)
    return tile_shape(launch);
  if (mrt_device.lanes > 1 && launch->kernel->counters > 0)
    return counters_shape(launch);
  struct grid grid = {.dimensions = launch->kernel->dimensions, .counts = {1, 1, 1}};
  for (unsigned d = 0; d < grid.dimensions; d++)
    grid.counts[d] = launch->counts[d];
  default_local(&grid);
  if (launch->kernel->local[0] != 0)
    for (unsigned d = 0; d < 3; d++)
      grid.local[d] = d < grid.dimensions && launch->kernel->local[d] != 0 ? launch->kernel->local[d] : 1;
  else if (launch->state->plain == NULL) /* what is remembered is of the plain version */
    mrt_tuned_shape(launch, grid.local);
  limit_local(&grid, launch->state->limit);
  size_t asked = mrt_settings()->max_items;
  for (unsigned d = 0; d < 3; d++) {
    size_t most = d == 0 ? max_items_inner : MAX_GROUPS_OUTER * grid.local[d];
    if (asked != 0)
      most = least(most, asked);
    most -= most % grid.local[d];
    grid.most[d] = most > 0 ? most : grid.local[d];
  }
  return grid;
}

static bool needs_parts(const struct grid *grid) {
  for (unsigned d = 0; d < grid->dimensions; d++)
    if (grid->counts[d] > grid->most[d])
      return true;
  return false;
}

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

static size_t part_of(const struct grid *grid, unsigned d, size_t offset) {
  mrt_u64 rest = grid->counts[d] - offset;
  if (rest > grid->most[d])
    return grid->most[d];
  return (size_t)((rest + grid->local[d] - 1) / grid->local[d] * grid->local[d]);
}

static cl_int add_parts(struct batch *batch, const struct mrt_launch *launch, const struct grid *grid) {
  size_t offset[3], global[3];
  for (offset[2] = 0; offset[2] < grid->counts[2]; offset[2] += global[2]) {
    global[2] = part_of(grid, 2, offset[2]);
    for (offset[1] = 0; offset[1] < grid->counts[1]; offset[1] += global[1]) {
      global[1] = part_of(grid, 1, offset[1]);
      for (offset[0] = 0; offset[0] < grid->counts[0]; offset[0] += global[0]) {
        global[0] = part_of(grid, 0, offset[0]);
        cl_int error = add_command(batch, launch, grid->dimensions, offset, global, grid->local);
        if (error != CL_SUCCESS)
          return error;
      }
    }
  }
  return CL_SUCCESS;
}

/* Gives up commands that wait at the gate: it is never opened, and the queue that they stand in is left behind.
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
  size_t per_unit = mrt_device.gpu ? GROUPS_PER_GPU_UNIT : (ITEMS_PER_CPU_UNIT + group - 1) / group;
  size_t groups = mrt_device.units * per_unit;
  size_t asked = mrt_settings()->max_items / group;
  return mrt_settings()->max_items != 0 ? least(groups, asked > 0 ? asked : 1) : groups;
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
  if (!mrt_read(launch->state->partials, 0, partial_bytes(launch, groups), slots, launch->run->region))
    return false;
  if (launch->kernel->stops) {
    cl_int flag = 0;
    memcpy(&flag, slots++, sizeof flag);
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

static const char *enqueue_reduction(struct mrt_launch *launch, mrt_u64 total, cl_int *error) {
  size_t group = mrt_kernel_program(launch->kernel, launch->run)->state->group_size;
  size_t groups = most_groups(group);
  *error = make_partials(launch, groups);
  if (*error != CL_SUCCESS)
    return "allocating device memory failed";
  if ((total + group - 1) / group < groups)
    groups = (size_t)((total + group - 1) / group);
  *error = mrt_set_arguments(launch);
  if (*error != CL_SUCCESS)
    return "setting a kernel's arguments failed";
  struct batch batch = {0};
  size_t global = groups * group;
  *error = submit(&batch, launch, add_command(&batch, launch, 1, NULL, &global, &group));
  if (*error != CL_SUCCESS)
    return "enqueueing a kernel failed";
  return launch->kernel->folds ? NULL : get_results(launch, groups, error);
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
  struct grid grid = shape(launch);
  double before = launch->state->cost.seconds;
  struct batch batch = {0};
  if (launch->changes_input && needs_parts(&grid))
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
  mrt_u64 total = MOST_LANES;
  for (unsigned d = 0; d < launch->kernel->dimensions; d++)
    if (__builtin_mul_overflow(total, launch->counts[d], &total)) {
      *error = CL_INVALID_VALUE;
      return "the loop has too many iterations";
    }
  return launch->kernel->reductions > 0 ? enqueue_reduction(launch, total / MOST_LANES, error)
                                        : enqueue_plain(launch, error);
}
