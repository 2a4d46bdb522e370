/* expand.c: private arrays that are in global memory (MRT_ARG_EXPANDED).
 *
 * A few work-items take the iterations in turn, as many as keep the device busy and as it has memory for.  All their
 * arrays are in one buffer, which stays for later launches: they run one behind the other.
 */
#include "mrt_forms.h"

enum { ALIGNMENT = 128, GROUP = 64, SHARE = 4 }; /* the buffer takes a quarter of the device's memory at most */

static struct mrt_scratch arrays;
static size_t most_bytes;

/* The room that an argument takes for each work-item; 0: it is too large, or none. */
static size_t room_for(const struct mrt_arg *arg) {
  size_t size = arg->size > 0 ? arg->size : 1, room = 0;
  if (arg->kind != MRT_ARG_EXPANDED || __builtin_add_overflow(size, ALIGNMENT - 1, &room))
    return 0;
  return room / ALIGNMENT * ALIGNMENT;
}

/* That of all arguments: 0 where there are none, SIZE_MAX where that is too much. */
static size_t room_in(const struct mrt_launch *launch) {
  size_t total = 0;
  for (unsigned i = 0; i < launch->n; i++)
    if (launch->args[i].kind == MRT_ARG_EXPANDED &&
        (room_for(&launch->args[i]) == 0 || __builtin_add_overflow(total, room_for(&launch->args[i]), &total)))
      return SIZE_MAX;
  return total;
}

static size_t most(void) {
  cl_ulong all = 0, buffer = 0;
  if (most_bytes == 0 &&
      mrt_device.cl.GetDeviceInfo(mrt_device.id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof all, &all, NULL) == CL_SUCCESS &&
      mrt_device.cl.GetDeviceInfo(mrt_device.id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof buffer, &buffer, NULL) ==
          CL_SUCCESS)
    most_bytes = (size_t)(all / SHARE < buffer ? all / SHARE : buffer);
  return most_bytes;
}

static mrt_u64 iterations_of(const struct mrt_launch *launch) {
  mrt_u64 total = 1;
  for (unsigned d = 0; d < launch->kernel->dimensions; d++)
    if (__builtin_mul_overflow(total, launch->counts[d], &total))
      return UINT64_MAX;
  return total;
}

/* Kernels that reduce are built for groups of one size. */
static size_t group_of(const struct mrt_launch *launch) {
  if (launch->kernel->reductions > 0)
    return mrt_kernel_program(launch->kernel, launch->run)->state->group_size;
  size_t local[3] = {mrt_device.gpu ? GROUP : 1, 1, 1};
  mrt_limit_shape(&mrt_device.processors, launch->state->limit, local);
  return local[0];
}

bool mrt_expand(struct mrt_launch *launch) {
  size_t room = room_in(launch);
  if (room == 0)
    return true;
  size_t group = group_of(launch), fitting = most() / room, asked = mrt_settings()->max_items;
  if (asked != 0 && fitting > asked)
    fitting = asked > group ? asked : group;
  mrt_u64 total = iterations_of(launch);
  size_t items = mrt_items_in_turn(&mrt_device.processors, total, group, fitting);
  while (items > 0) {
    size_t fewer = mrt_items_in_turn(&mrt_device.processors, total, group, items / 2);
    if (mrt_scratch_make(&arrays, items * room, fewer == 0)) /* only the last attempt makes room */
      break;
    items = fewer;
  }
  launch->items = items;
  arrays.in_use = items > 0;
  return items > 0;
}

void mrt_expand_end(void) { arrays.in_use = false; }

struct mrt_own_array mrt_own_array(const struct mrt_launch *launch, unsigned i) {
  struct mrt_own_array own = {.buffer = arrays.memory};
  for (unsigned before = 0; before < i; before++)
    own.offset += (int64_t)(room_for(&launch->args[before]) * launch->items);
  bool apart = mrt_device.lanes > 1 && launch->args[i].low != 0;
  own.step = apart ? launch->args[i].low : (int64_t)room_for(&launch->args[i]);
  return own;
}

struct mrt_grid mrt_expanded_grid(const struct mrt_launch *launch) {
  return (struct mrt_grid){.dimensions = 1,
                           .counts = {launch->items, 1, 1},
                           .local = {group_of(launch), 1, 1},
                           .most = {launch->items, 1, 1}};
}
