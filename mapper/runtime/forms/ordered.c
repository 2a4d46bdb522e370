/* ordered.c: kernels whose iterations count in the order that they have in their thread, in several passes. */
#include "mrt_forms.h"

enum { WORD = 32, COLUMNS = 32, FEW_COLUMNS = 8, ORDERS = 2, HEAD = 32, FEWEST_STEPS = 8 };
enum { COUNT, ADD_UP, COMPARE, RUN };
static const size_t most_bytes = (size_t)64 << 20;

struct shape {
  cl_uint team, parts;
  size_t group;              /* work-items in a work-group */
  size_t row, stride, bytes; /* of counters; of the tiles' rows; all */
};

/* How many work-items the kernel's text says that a group has; 0 after a failure. */
static size_t group_of(const struct mrt_launch *launch) {
  size_t shape[3] = {0, 0, 0};
  cl_int error = mrt_device.cl.GetKernelWorkGroupInfo(launch->state->main, mrt_device.id,
                                                      CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof shape, shape, NULL);
  return error == CL_SUCCESS ? shape[0] : 0;
}

/* How many parts each thread's iterations have where work-groups sort: whole tiles, since the last one takes as long
 * as others, and one for each part if their rows fit, since parts that run together should store near each other. */
static mrt_u64 sorted_parts(mrt_u64 iterations, mrt_u64 tile, mrt_u64 fitting) {
  mrt_u64 tiles = (iterations + tile - 1) / tile, each = 1;
  if (fitting > 0 && tiles > fitting)
    each = (tiles + fitting - 1) / fitting;
  return (tiles + each - 1) / each;
}

/* As many parts of each thread's iterations as keep the device busy and as fit. */
static struct shape shape_of(const struct mrt_launch *launch, size_t group) {
  struct shape shape = {.team = (cl_uint)mrt_threads(launch->run), .group = group, .row = launch->kernel->ordered};
  shape.stride = (shape.row + group - 1) / group * group;
  mrt_u64 groups = mrt_groups_in_order(&mrt_device.processors);
  mrt_u64 longest = launch->counts[0] / shape.team / (group * FEWEST_STEPS) + 1;
  mrt_u64 parts = groups / shape.team + 1, fitting = most_bytes / (shape.team * shape.stride * sizeof(cl_uint));
  parts = parts < longest ? parts : longest;
  if (mrt_device.lanes > 1 && launch->kernel->sorts > 0)
    parts = sorted_parts(launch->counts[0] / shape.team + 1, launch->kernel->sorts, fitting);
  parts = parts < fitting ? parts : fitting;
  shape.parts = parts > 0 ? (cl_uint)parts : 1;
  shape.bytes = (HEAD + (size_t)shape.team * (shape.parts + 1) * shape.stride) * sizeof(cl_uint);
  return shape;
}

static cl_int clear_flags(const struct mrt_kernel_state *state) {
  static const cl_uint flags[HEAD];
  return mrt_device.cl.EnqueueWriteBuffer(mrt_device.queue, state->tiles, CL_TRUE, 0, sizeof flags, flags, 0, NULL,
                                          NULL);
}

/* Makes the buffer, its flags clear; the passes only set them. */
static cl_int make_tiles(struct mrt_kernel_state *state, size_t bytes) {
  cl_int error = CL_SUCCESS;
  if (state->tiles != NULL && state->tile_bytes < bytes) {
    mrt_release_buffer(state->tiles);
    state->tiles = NULL;
  }
  if (state->tiles != NULL)
    return CL_SUCCESS;
  state->tiles = mrt_make_buffer(bytes, HELD_OTHER, &error);
  state->tile_bytes = bytes;
  if (state->tiles == NULL)
    return error != CL_SUCCESS ? error : CL_OUT_OF_RESOURCES;
  return clear_flags(state);
}

static cl_int set_arguments(const struct mrt_launch *launch, const struct shape *shape) {
  struct mrt_kernel_state *state = launch->state;
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_int error = mrt_set_arguments(launch);
  if (error == CL_SUCCESS)
    error = cl->SetKernelArg(state->main, state->arguments, sizeof state->tiles, &state->tiles);
  if (error == CL_SUCCESS)
    error = cl->SetKernelArg(state->main, state->arguments + 1, sizeof shape->team, &shape->team);
  if (error == CL_SUCCESS)
    error = cl->SetKernelArg(state->main, state->arguments + 2, sizeof shape->parts, &shape->parts);
  return error;
}

static cl_int run_pass(struct mrt_launch *launch, const struct shape *shape, cl_uint pass) {
  const struct mrt_cl *cl = &mrt_device.cl;
  size_t counters = shape->team * shape->row, local = shape->group;
  size_t groups = (size_t)shape->team * shape->parts;
  if (!mrt_take_form(launch, pass == RUN ? 0 : pass + 1))
    return CL_OUT_OF_RESOURCES;
  if (pass == ADD_UP) {
    local = group_of(launch);
    size_t columns = local > WORD ? COLUMNS : FEW_COLUMNS;
    groups = (counters + columns - 1) / columns;
  } else if (pass == COMPARE)
    groups = (counters + local - 1) / local * ORDERS;
  if (local == 0)
    return CL_OUT_OF_RESOURCES;
  size_t global = groups * local;
  cl_int error = set_arguments(launch, shape);
  if (error != CL_SUCCESS)
    return error;
  cl_event event = NULL;
  error = cl->EnqueueNDRangeKernel(mrt_device.queue, launch->state->main, 1, NULL, &global, &local, 0, NULL,
                                   mrt_pending_needs_event() ? &event : NULL);
  if (error == CL_SUCCESS)
    launch->number = mrt_pending_add(event, COMMAND_KERNEL, 0, launch->run->region, launch->state);
  return error;
}

/* Enqueues the last pass, which looks at the flags itself, and reads them meanwhile; false where they can't be read.
 */
static bool run_beside_flags(struct mrt_launch *launch, const struct shape *shape, cl_uint *flags, cl_int *error) {
  struct mrt_region *region = launch->run->region;
  cl_mem tiles = launch->state->tiles;
  size_t bytes = HEAD * sizeof *flags;
  bool asked = mrt_landing_ask(tiles, 0, bytes, flags, region);
  if (asked)
    *error = run_pass(launch, shape, RUN);
  if (asked && mrt_landing_take())
    return true;
  if (mrt_read(tiles, 0, bytes, flags, region)) {
    if (!asked)
      *error = run_pass(launch, shape, RUN);
    return true;
  }
  if (asked && *error == CL_SUCCESS && launch->changes_input)
    mrt_die("%s: results of the loop are only on the device and can't be read any more; the program ends",
            launch->kernel->id);
  *error = CL_OUT_OF_RESOURCES;
  return false;
}

const char *mrt_enqueue_ordered(struct mrt_launch *launch, cl_int *error) {
  size_t group = group_of(launch);
  if (group == 0) {
    *error = CL_OUT_OF_RESOURCES;
    return "asking for a kernel's work-group size failed";
  }
  struct shape shape = shape_of(launch, group);
  *error = make_tiles(launch->state, shape.bytes);
  if (*error != CL_SUCCESS)
    return "allocating device memory failed";
  for (cl_uint pass = COUNT; pass < RUN && *error == CL_SUCCESS; pass++)
    if (pass != COMPARE || launch->kernel->placed)
      *error = run_pass(launch, &shape, pass);
  mrt_take_form(launch, 0);
  if (*error != CL_SUCCESS)
    return "enqueueing a kernel failed";
  cl_uint flags[HEAD];
  if (!run_beside_flags(launch, &shape, flags, error))
    return "reading results failed";
  launch->declined = (flags[0] && flags[1]) || flags[2];
  if (launch->declined) {
    *error = clear_flags(launch->state);
    return *error == CL_SUCCESS ? NULL : "writing to the device failed";
  }
  return *error == CL_SUCCESS ? NULL : "enqueueing a kernel failed";
}
