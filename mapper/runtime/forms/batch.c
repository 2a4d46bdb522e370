/* batch.c: launches of one kernel that follow each other directly, collected and made one launch of many steps.
 *
 * The first launch goes its usual way.  While nothing else happens, that is, while no other thread takes the lock of
 * memory, what it found out about its arrays stays true, and launches with the same arrays only note their values and
 * counts.  The thread that takes the lock next has them enqueued first (mrt_lock_memory).  Regions that serial code
 * repeats are left and entered without it (mrt_hold_memory).  Reductions are collected where the program takes their
 * results later: these are then those of all steps together.
 *
 * Where arrays change places, as pointers to the last and the next step do, each arrangement goes its usual way once:
 * then all that it reads is on the device, and what it writes is known to be newer there.  A launch in one of these
 * arrangements notes in whose place, at the first of them, each array is.
 *
 * Work-groups wait for each other between two steps, so all of them must run at the same time.  NVIDIA's devices
 * start as many groups as fit, and one for each unit always does, unless other processes' kernels run beside ours
 * (MPS).  On other devices there is one group.
 */
#include "mrt_forms.h"
#include "mrt_process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* emit/opencl/helpers.py knows STEPS and NUMBERS: a table must fit into a kernel's parameters. */
enum { STEPS = 32, NUMBERS = 256, COLUMNS = 64, SMALLEST = 32, LARGEST = 256, TURNS = 2, MOST_ARGUMENTS = 64, ARRANGEMENTS = 4 };
/* Then a value's bytes are the low ones of a number. */
static const bool little_endian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

static struct {
  struct mrt_kernel *kernel; /* of the last launch, where another one may follow; else NULL */
  const struct mrt_run *run; /* not to be read: launches of a repeated kernel outlive it */
  struct mrt_region *region;
  struct mrt_kernel_state *state;
  unsigned form, lanes, rows; /* of the kernel, whose work-groups have `rows` iterations of `lanes` work-items */
  size_t group;               /* of work-items that fold the results of reductions; 0 without these, */
  void *later[MRT_LATE];      /* which go into these variables */
  unsigned n, width;
  bool apart; /* its arrays are in different memory, however far a launch reaches into each */
  struct mrt_arg args[MOST_ARGUMENTS];
  struct mrt_segment *segments[MOST_ARGUMENTS];
  long offsets[MOST_ARGUMENTS];
  unsigned steps, fit;              /* how many there are, and how many a table has */
  mrt_u64 most;                     /* iterations in a step */
  cl_ulong values[NUMBERS];         /* a row of `width` for each step */
  unsigned arrangements;            /* in `arranged`; 0 where no arrays change places */
  mrt_u64 ends;                     /* how often the lock was taken before the last launch */
} batch;

static struct arrangement { /* of arrays that change places */
  struct mrt_arg args[MOST_ARGUMENTS];
  struct mrt_area areas[MOST_ARGUMENTS];
  struct mrt_segment *segments[MOST_ARGUMENTS];
  cl_mem buffers[MOST_ARGUMENTS];
  unsigned places[MOST_ARGUMENTS]; /* of those that change places: whose place at the first arrangement each has */
} arranged[ARRANGEMENTS];
static struct mrt_kernel *arranging; /* whose they are */
static mrt_u64 ends;                 /* how often the lock was taken */

static int waiting;      /* whether there are steps, for threads without the lock */
static cl_mem arrived;   /* the counter on the device, */
static cl_uint arrivals; /* and where it will stand, modulo 2^32 */

/* ---- the device ------------------------------------------------------------------------------------------ */

/* Whether kernels of other processes may run beside ours. */
static bool is_shared(void) {
  return getenv("CUDA_MPS_PIPE_DIRECTORY") != NULL || access("/tmp/nvidia-mps", F_OK) == 0;
}

/* How many work-groups run at the same time for certain. */
static size_t groups_at_once(void) {
  static size_t groups;
  if (groups == 0)
    groups = mrt_device.nvidia > 0 && !is_shared() ? mrt_device.units : 1;
  return groups;
}

static bool make_counter(void) {
  cl_uint zero = 0;
  cl_int error = CL_SUCCESS;
  if (arrived != NULL)
    return true;
  cl_mem made = mrt_make_buffer(sizeof zero, HELD_OTHER, &error);
  if (made == NULL)
    return false;
  error = mrt_device.cl.EnqueueWriteBuffer(mrt_device.queue, made, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
  if (error != CL_SUCCESS) {
    mrt_release_buffer(made);
    return false;
  }
  arrived = made;
  return true;
}

/* The function that runs launches of the form that the kernel has now; NULL without one. */
static const char *name_of(const struct mrt_launch *launch) {
  unsigned form = launch->state->schedule;
  if (launch->kernel->replicated != NULL && form == mrt_replicated_form(launch->kernel))
    return NULL;
  return form == 0 ? launch->kernel->batch : launch->kernel->schedules[form - 1].batch;
}

static bool make_kernel(const struct mrt_launch *launch) {
  struct mrt_kernel_state *state = launch->state;
  size_t limit = mrt_device.processors.limit;
  if (state->batch != NULL && state->batch_form != state->schedule) {
    mrt_device.cl.ReleaseKernel(state->batch);
    state->batch = NULL;
    state->batched = false;
  }
  if (state->batch == NULL)
    state->batch = mrt_create_kernel(launch->kernel, mrt_kernel_program(launch->kernel, launch->run),
                                     name_of(launch), &limit);
  state->batch_form = state->schedule;
  state->batch_limit = limit < mrt_device.processors.limit ? limit : 0;
  return state->batch != NULL;
}

/* ---- collecting ------------------------------------------------------------------------------------------ */

static mrt_u64 iterations(const struct mrt_kernel *kernel, const mrt_u64 *counts) {
  mrt_u64 total = 1;
  for (unsigned d = 0; d < kernel->dimensions; d++)
    if (__builtin_mul_overflow(total, counts[d], &total))
      return UINT64_MAX;
  return total;
}

/* Whether a step may have so many iterations, in groups of `rows` or, where that is 0, of up to LARGEST. */
static bool is_small(const struct mrt_kernel *kernel, const mrt_u64 *counts, unsigned rows) {
  return iterations(kernel, counts) <= groups_at_once() * (rows != 0 ? rows * TURNS : LARGEST);
}

/* Whether a launch would take the form of those before it. */
static bool suits(const struct mrt_kernel *kernel, const mrt_u64 *counts) {
  double length = 0.0;
  unsigned along = kernel->along, starts = kernel->starts;
  return mrt_suiting_form(kernel, counts, &(struct mrt_pointee){batch.segments[along], batch.offsets[along]},
                          &(struct mrt_pointee){batch.segments[starts], batch.offsets[starts]}, &length) == batch.form;
}

/* One that differs from launch to launch in its value, if at all, or changes places with others. */
static bool is_simple(const struct mrt_arg *arg, bool turns) {
  if (arg->kind == MRT_ARG_VALUE)
    return arg->size <= sizeof(cl_ulong);
  if (arg->kind == MRT_ARG_REDUCTION)
    return true;
  if (arg->kind != MRT_ARG_BUFFER || (arg->flags & MRT_EAGER) != 0 || arg->relaid != NULL)
    return false;
  return turns ? arg->transposed == NULL : (arg->flags & MRT_OVERWRITES) == 0 && arg->area == NULL;
}

/* Whether an array's segment holds all that a launch says to reach: as far as the first one, or farther. */
static bool holds(unsigned i, const struct mrt_arg *arg) {
  const struct mrt_segment *segment = batch.segments[i];
  uintptr_t from = (uintptr_t)arg->pointer + (uintptr_t)arg->low, to = (uintptr_t)arg->pointer + arg->size;
  return batch.apart && segment != NULL && arg->transposed == NULL && arg->size != 0 && from >= segment->base &&
         from < segment->base + segment->bytes && to <= segment->base + segment->bytes;
}

static bool follows(const struct mrt_run *run, const struct mrt_kernel *kernel, const struct mrt_arg *args,
                    unsigned n, void *const *later) {
  if (batch.kernel != kernel || batch.n != n || batch.region != run->region ||
      (batch.run != run && kernel->repeated == 0))
    return false;
  for (unsigned i = 0; i < kernel->reductions; i++)
    if (later == NULL || later[i] != batch.later[i])
      return false;
  for (unsigned i = 0; i < n; i++) {
    const struct mrt_arg *one = &batch.args[i], *other = &args[i];
    if (one->kind != other->kind || one->flags != other->flags)
      return false;
    bool same = one->size == other->size && (one->kind != MRT_ARG_BUFFER || one->low == other->low);
    if (one->kind == MRT_ARG_BUFFER && one->pointer != other->pointer)
      return false;
    if (!same && (one->kind != MRT_ARG_BUFFER || !holds(i, other)))
      return false;
  }
  return true;
}

/* Whether a launch that uses an array so would change nothing of what is known of its copies: a launch in another
 * arrangement, which reads what this one writes in part, may have had the rest put together. */
static bool is_settled(const struct mrt_copy *copy, unsigned flags) {
  bool read = (flags & MRT_READ) == 0 || (copy->device_valid && copy->area.bytes == 0);
  return read && ((flags & MRT_WRITE) == 0 || !copy->host_valid);
}

/* Whether a launch is the same as one in an arrangement, but for its values. */
static bool is_arranged(const struct arrangement *as, const struct mrt_arg *args) {
  for (unsigned i = 0; i < batch.n; i++) {
    const struct mrt_arg *one = &as->args[i], *other = &args[i];
    if (one->kind != other->kind || one->flags != other->flags || one->size != other->size)
      return false;
    if (one->kind != MRT_ARG_BUFFER)
      continue;
    if (one->pointer != other->pointer || one->low != other->low || (one->area == NULL) != (other->area == NULL) ||
        (one->area != NULL && memcmp(&as->areas[i], other->area, sizeof *other->area) != 0))
      return false;
    const struct mrt_segment *segment = as->segments[i];
    if (segment != NULL && (segment->copy == NULL || segment->copy->buffer != as->buffers[i] ||
                            !is_settled(segment->copy, one->flags)))
      return false;
  }
  return true;
}

/* The arrangement that a launch has; NULL where it is a new one. */
static const struct arrangement *arrangement_of(const struct mrt_arg *args) {
  for (unsigned k = 0; k < batch.arrangements; k++)
    if (is_arranged(&arranged[k], args))
      return &arranged[k];
  return NULL;
}

static void flush(void);

bool mrt_batch_takes(const struct mrt_run *run, const struct mrt_kernel *kernel, const mrt_u64 *counts,
                     const struct mrt_arg *args, unsigned n, void *const *later) {
  const struct arrangement *as = kernel->turns != 0 && batch.kernel == kernel ? arrangement_of(args) : NULL;
  if (kernel->turns != 0 && as == NULL)
    return false;
  if (!follows(run, kernel, as != NULL ? batch.args : args, n, later) || !is_small(kernel, counts, batch.rows) || !suits(kernel, counts))
    return false;
  cl_ulong *row = &batch.values[batch.steps * batch.width];
  memset(row, 0, batch.width * sizeof *row);
  for (unsigned i = 0; i < n; i++)
    if (args[i].kind == MRT_ARG_VALUE)
      memcpy(row++, args[i].pointer, args[i].size);
  for (unsigned d = 0; d < kernel->dimensions; d++)
    *row++ = counts[d];
  for (unsigned i = 0; i < n && as != NULL; i++)
    if (kernel->turns >> i & 1)
      *row++ = as->places[i];
  mrt_u64 total = iterations(kernel, counts);
  batch.most = total > batch.most ? total : batch.most;
  if (batch.steps++ == 0 && batch.group != 0)
    __atomic_add_fetch(&mrt_later, 1, __ATOMIC_RELEASE);
  __atomic_store_n(&waiting, 1, __ATOMIC_RELAXED);
  if (batch.steps == batch.fit)
    flush();
  return true;
}

/* ---- enqueueing ------------------------------------------------------------------------------------------ */

static cl_int set_arguments(cl_kernel kernel, cl_uint before) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_int error = CL_SUCCESS;
  cl_uint index = 0, steps = batch.steps;
  for (unsigned i = 0; i < batch.n && error == CL_SUCCESS; i++) {
    if (batch.args[i].kind != MRT_ARG_BUFFER)
      continue;
    const struct mrt_segment *segment = batch.segments[i];
    cl_mem buffer = segment != NULL ? segment->copy->buffer : NULL;
    int64_t offset = segment != NULL ? (int64_t)segment->copy->lead + batch.offsets[i] : 0;
    error = cl->SetKernelArg(kernel, index++, sizeof buffer, &buffer);
    if (error == CL_SUCCESS)
      error = cl->SetKernelArg(kernel, index++, sizeof offset, &offset);
  }
  if (error == CL_SUCCESS)
    error = cl->SetKernelArg(kernel, index++, batch.fit * batch.width * sizeof(cl_ulong), batch.values);
  if (error == CL_SUCCESS)
    error = cl->SetKernelArg(kernel, index++, sizeof steps, &steps);
  if (error == CL_SUCCESS)
    error = cl->SetKernelArg(kernel, index++, sizeof before, &before);
  if (error == CL_SUCCESS)
    error = cl->SetKernelArg(kernel, index++, sizeof arrived, &arrived);
  if (error == CL_SUCCESS && batch.group != 0)
    error = cl->SetKernelArg(kernel, index, sizeof batch.state->partials, &batch.state->partials);
  return error;
}

static bool in_different_memory(const struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++)
    for (unsigned k = 0; k < i && launch->slots[i].segment != NULL; k++)
      if (launch->slots[k].segment == launch->slots[i].segment)
        return false;
  return true;
}

/* Notes the arrangement of a launch as number `k`.  False where an array is in no place of the first one. */
static bool arrange(const struct mrt_launch *launch, unsigned k) {
  struct arrangement *as = &arranged[k];
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_slot *slot = &launch->slots[i];
    as->args[i] = launch->args[i];
    if (launch->args[i].kind == MRT_ARG_BUFFER && launch->args[i].area != NULL)
      as->areas[i] = *launch->args[i].area;
    as->segments[i] = slot->segment;
    as->buffers[i] = slot->segment != NULL ? slot->segment->copy->buffer : NULL;
    if (launch->args[i].kind != MRT_ARG_BUFFER)
      continue;
    bool turns = launch->kernel->turns >> i & 1, found = false;
    for (unsigned j = 0, place = 0; j < launch->n && !found; j++) {
      if (!turns ? j != i : (launch->kernel->turns >> j & 1) == 0)
        continue;
      found = k == 0 ? j == i : batch.segments[j] == slot->segment && batch.offsets[j] == slot->offset;
      as->places[i] = place++;
    }
    if (!found)
      return false;
  }
  return true;
}

/* Whether nothing but a launch of this kernel, in another arrangement, was between two launches. */
static bool goes_on(const struct mrt_launch *launch) {
  return arranging == launch->kernel && batch.region == launch->run->region && batch.n == launch->n &&
         batch.form == launch->state->schedule && ends == batch.ends + 1 && batch.arrangements < ARRANGEMENTS;
}

void mrt_batch_begin(const struct mrt_launch *launch) {
  const struct mrt_settings *settings = mrt_settings();
  const struct mrt_kernel *kernel = launch->kernel;
  if (kernel->batch == NULL || mrt_device.lanes == 1 || launch->n > MOST_ARGUMENTS || !settings->batch ||
      settings->verify || settings->explore || settings->tune || settings->max_items != 0 || !little_endian ||
      name_of(launch) == NULL)
    return;
  if (kernel->reductions > 0 && !launch->late)
    return;
  unsigned rows = 0, lanes = kernel->rows == 0 ? 1 : mrt_lanes_of(launch, &rows);
  if (!is_small(kernel, launch->counts, rows))
    return;
  unsigned width = kernel->dimensions;
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_segment *segment = launch->slots[i].segment;
    bool kept = segment == NULL || (segment->kind != SEGMENT_ADHOC && segment->copy != NULL);
    if (segment != NULL && segment->kind == SEGMENT_STACK && kernel->repeated != 0)
      return; /* nothing says when longjmp leaves its frame */
    if (!kept || !is_simple(&launch->args[i], kernel->turns != 0) || launch->slots[i].relaid != NULL)
      return;
    width += (launch->args[i].kind == MRT_ARG_VALUE) + (unsigned)(kernel->turns >> i & 1);
  }
  if (width > COLUMNS || !make_counter() || !make_kernel(launch))
    return;
  size_t group = kernel->reductions > 0 ? mrt_kernel_program(kernel, launch->run)->state->group_size : 0;
  if (launch->state->batch_limit != 0 && launch->state->batch_limit < group)
    return;
  bool turns = kernel->turns != 0;
  unsigned number = turns && goes_on(launch) && arrange(launch, batch.arrangements) ? batch.arrangements : 0;
  batch.ends = ends;
  batch.arrangements = turns ? number + 1 : 0;
  arranging = turns ? launch->kernel : NULL;
  batch.group = group;
  for (unsigned i = 0; i < kernel->reductions; i++)
    batch.later[i] = launch->later[i];
  batch.kernel = launch->kernel;
  batch.run = launch->run;
  batch.region = launch->run->region;
  batch.state = launch->state;
  batch.form = launch->state->schedule;
  batch.lanes = lanes;
  batch.rows = rows;
  batch.n = launch->n;
  batch.width = width;
  batch.fit = NUMBERS / width < STEPS ? NUMBERS / width : STEPS;
  batch.apart = in_different_memory(launch);
  batch.steps = 0;
  batch.most = 0;
  for (unsigned i = 0; i < launch->n && number == 0; i++) {
    batch.args[i] = launch->args[i];
    batch.segments[i] = launch->slots[i].segment;
    batch.offsets[i] = launch->slots[i].offset;
  }
  if (turns && number == 0)
    arrange(launch, 0);
  /* what the device can't take must show now, while launches can still go their usual way */
  if (!batch.state->batched && set_arguments(batch.state->batch, 0) != CL_SUCCESS)
    batch.kernel = NULL;
}

/* How many work-groups of the size that folds results have room for theirs, and run at the same time. */
static size_t folding_groups(void) {
  size_t groups = mrt_groups_that_sum(&mrt_device.processors, batch.group);
  return groups < groups_at_once() ? groups : groups_at_once();
}

static cl_int enqueue(size_t *folding) {
  size_t groups = batch.group != 0 ? folding_groups() : groups_at_once(), local = SMALLEST,
         limit = batch.state->batch_limit;
  while (local < LARGEST && groups * local < batch.most)
    local *= 2;
  if (batch.group != 0)
    local = batch.group;
  size_t each = batch.rows != 0 ? batch.rows : local; /* iterations */
  while (groups > 1 && (groups - 1) * each >= batch.most)
    groups--;
  *folding = groups;
  while (limit != 0 && local > limit)
    local /= 2;
  if (batch.rows != 0)
    local = (size_t)batch.rows * batch.lanes;
  size_t global = groups * local;
  cl_int error = set_arguments(batch.state->batch, arrivals);
  if (error != CL_SUCCESS)
    return error;
  cl_event event = NULL;
  error = mrt_device.cl.EnqueueNDRangeKernel(mrt_device.queue, batch.state->batch, 1, NULL, &global, &local, 0, NULL,
                                             mrt_pending_needs_event() ? &event : NULL);
  if (error != CL_SUCCESS)
    return error;
  if (groups > 1)
    arrivals += (cl_uint)groups * (batch.steps - 1);
  mrt_u64 number = mrt_pending_add(event, COMMAND_KERNEL, 0, batch.region, batch.state);
  for (unsigned i = 0; i < batch.n; i++)
    if (batch.segments[i] != NULL && batch.segments[i]->copy->in_place)
      batch.segments[i]->copy->host_use = number;
  if (mrt_device.gpu)
    mrt_device.cl.Flush(mrt_device.queue); /* start now; a failure shows at the next wait */
  return CL_SUCCESS;
}

/* The results of what was enqueued, if it could be, are on their way. */
static void read_results(bool enqueued, size_t groups) {
  struct mrt_late late = {batch.region, batch.state, batch.args, batch.n, batch.later};
  if (!enqueued || (!mrt_results_later(&late, groups) && !mrt_results_later(&late, groups)))
    mrt_die("%s: results of the loop are only on the device and can't be read any more; the program ends",
            batch.kernel->id);
}

static void flush(void) {
  if (batch.kernel == NULL || batch.steps == 0)
    return;
  size_t groups = 0;
  bool first = !mrt_device.gpu && !batch.state->batched; /* see `enqueue` of region.c */
  struct mrt_guard *guard = first ? mrt_guard_begin() : NULL;
  cl_int error = enqueue(&groups);
  if (error != CL_SUCCESS)
    error = enqueue(&groups); /* as the host has gone on, one failure must not decide */
  if (batch.group != 0) {
    read_results(error == CL_SUCCESS, groups);
    __atomic_sub_fetch(&mrt_later, 1, __ATOMIC_RELEASE);
  }
  if (first) {
    mrt_pending_wait_all();
    mrt_guard_end(guard);
    mrt_at_exit();
  }
  batch.state->batched = true;
  batch.state->launches += batch.steps;
  mrt_trace("%s: %u launches became one", batch.kernel->id, batch.steps);
  batch.steps = 0;
  batch.most = 0;
  __atomic_store_n(&waiting, 0, __ATOMIC_RELAXED);
  if (error == CL_SUCCESS)
    return;
  batch.kernel = NULL;
  mrt_pending_fail();
  mrt_device_failed(batch.state->kernel->id, "enqueueing launches that follow each other failed", error);
}

void mrt_batch_end(void) {
  ends++;
  flush();
  batch.kernel = NULL;
}

bool mrt_batch_outlives(const struct mrt_run *run) {
  return batch.kernel != NULL && batch.kernel->repeated != 0 && batch.region == run->region;
}

bool mrt_batch_waits(void) { return __atomic_load_n(&waiting, __ATOMIC_RELAXED) != 0; }

void mrt_batch_forget(void) {
  batch.kernel = NULL;
  arranging = NULL;
  batch.steps = 0;
  __atomic_store_n(&waiting, 0, __ATOMIC_RELAXED);
  arrived = NULL;
  arrivals = 0;
}
