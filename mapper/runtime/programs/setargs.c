/* setargs.c: the arguments of kernels, each set only when it has changed since the kernel's last launch.
 *
 * A new buffer may get the handle of one that was released, so all are set anew after a release.
 */
#include "mrt_programs.h"
#include "mrt_copies.h"
#include "mrt_tables.h"
#include "mrt_forms.h"
#include "mrt_region.h"

#include <stdlib.h>
#include <string.h>

enum { REMEMBERED = 16 }; /* bytes of the largest argument that is compared */

struct mrt_known_arg { /* what an argument was set to */
  size_t size;         /* 0: not known */
  unsigned char bytes[REMEMBERED];
};

struct setting {
  struct mrt_kernel_state *state;
  cl_uint index; /* of the next argument */
  cl_int error;  /* of the first call that failed */
};

static mrt_u64 releases; /* of buffers, counted */

void mrt_release_buffer(cl_mem buffer) {
  releases++;
  mrt_let_go(buffer);
  mrt_device.cl.ReleaseMemObject(buffer);
}

void mrt_forget_arguments(struct mrt_kernel_state *state) {
  free(state->known);
  state->known = NULL;
  state->known_count = 0;
}

/* What the next argument was set to; NULL where that can't be kept. */
static struct mrt_known_arg *known_argument(const struct setting *setting) {
  struct mrt_kernel_state *state = setting->state;
  if (setting->index >= state->known_count) {
    unsigned count = 2 * setting->index + 8;
    struct mrt_known_arg *grown = realloc(state->known, count * sizeof *grown);
    if (grown == NULL)
      return NULL;
    memset(grown + state->known_count, 0, (count - state->known_count) * sizeof *grown);
    state->known = grown;
    state->known_count = count;
  }
  return &state->known[setting->index];
}

static void set(struct setting *setting, size_t size, const void *value) {
  if (setting->error != CL_SUCCESS)
    return;
  struct mrt_known_arg *known = known_argument(setting);
  bool same = known != NULL && known->size == size && memcmp(known->bytes, value, size) == 0;
  if (!same)
    setting->error = mrt_device.cl.SetKernelArg(setting->state->main, setting->index, size, value);
  setting->index++;
  if (same || known == NULL)
    return;
  known->size = setting->error == CL_SUCCESS && size <= REMEMBERED ? size : 0;
  if (known->size != 0)
    memcpy(known->bytes, value, size);
}

static void set_buffer(struct setting *setting, const struct mrt_slot *slot) {
  cl_mem buffer = slot->segment != NULL ? slot->segment->copy->buffer : NULL;
  int64_t offset = slot->segment != NULL ? (int64_t)slot->segment->copy->lead + slot->offset : 0;
  if (slot->relaid != NULL) {
    buffer = slot->relaid;
    offset = 0;
  }
  set(setting, sizeof buffer, &buffer);
  set(setting, sizeof offset, &offset);
}

/* A level of pointers: the table of positions, and the two numbers that stand for it where they grow evenly. */
static void set_table(struct setting *setting, const struct mrt_slot *slot) {
  struct mrt_positions positions = {0};
  if (slot->view != NULL)
    positions = mrt_level_positions(slot);
  int64_t numbers[] = {positions.offset, positions.first, positions.step};
  set(setting, sizeof positions.buffer, &positions.buffer);
  for (unsigned i = 0; i < 3; i++)
    set(setting, sizeof numbers[i], &numbers[i]);
}

/* What the last level leads to: one buffer, in which the positions count from the beginning of the one segment or
 * of the pool. */
static void set_rows(struct setting *setting, const struct mrt_slot *slot) {
  size_t count = 0;
  struct mrt_segment *const *rows = slot->view != NULL ? mrt_rows(slot, &count) : NULL;
  struct mrt_slot first = {.segment = count > 0 ? rows[0] : NULL};
  if (count > 1)
    first.offset = -(long)rows[0]->copy->lead;
  set_buffer(setting, &first);
}

/* A private array in global memory. */
static void set_own(struct setting *setting, struct mrt_own_array own) {
  set(setting, sizeof own.buffer, &own.buffer);
  set(setting, sizeof own.offset, &own.offset);
  set(setting, sizeof own.step, &own.step);
}

/* Where the memory of a buffer begins and ends, and where its owners are: see checks.c. */
static void set_limits(struct setting *setting, const struct mrt_slot *slot) {
  int64_t limits[2] = {0, 0};
  cl_ulong owners = slot->owners;
  if (slot->segment != NULL) {
    limits[0] = (int64_t)slot->segment->copy->lead;
    limits[1] = limits[0] + (int64_t)slot->segment->bytes;
  }
  for (unsigned i = 0; i < 2; i++)
    set(setting, sizeof limits[i], &limits[i]);
  set(setting, sizeof owners, &owners);
}

static void set_checks(struct setting *setting, const struct mrt_launch *launch) {
  cl_mem spare = mrt_spare();
  set(setting, sizeof spare, &spare);
  for (unsigned i = 0; i < launch->n; i++)
    if (launch->args[i].kind == MRT_ARG_BUFFER)
      set_limits(setting, &launch->slots[i]);
}

cl_int mrt_set_arguments(const struct mrt_launch *launch) {
  struct setting setting = {.state = launch->state, .error = CL_SUCCESS};
  if (launch->state->known_releases != releases)
    mrt_forget_arguments(launch->state);
  launch->state->known_releases = releases;
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_arg *arg = &launch->args[i];
    if (arg->kind == MRT_ARG_BUFFER)
      set_buffer(&setting, &launch->slots[i]);
    else if (arg->kind == MRT_ARG_TABLE || arg->kind == MRT_ARG_SUBTABLE)
      set_table(&setting, &launch->slots[i]);
    else if (arg->kind == MRT_ARG_ROWS)
      set_rows(&setting, &launch->slots[i]);
    else if (arg->kind == MRT_ARG_VALUE)
      set(&setting, arg->size, arg->pointer);
    else if (arg->kind == MRT_ARG_EXPANDED)
      set_own(&setting, mrt_own_array(launch, i));
  }
  for (unsigned d = 0; d < launch->kernel->dimensions; d++) {
    cl_ulong count = launch->counts[d];
    set(&setting, sizeof count, &count);
  }
  if (launch->kernel->reductions + launch->kernel->stops > 0)
    set(&setting, sizeof launch->state->partials, &launch->state->partials);
  for (unsigned i = 0; i < launch->n; i++)
    if (launch->slots[i].relaid != NULL && launch->args[i].relaid->order.rows == 0) {
      cl_ulong rows = launch->slots[i].order.rows;
      set(&setting, sizeof rows, &rows);
    }
  if (launch->kernel->sites != NULL)
    set_checks(&setting, launch);
  launch->state->arguments = setting.index;
  return setting.error;
}
