/* collapse.c: the form of a kernel in which work-groups take equal shares of the elements of all rows.
 *
 * It is right where the entries that bound the rows rise, and where what the launch writes is reached through no other
 * argument; it pays where one row is so long that its work-items would be busy when the others are done.  A small kernel
 * looks at the entries, once for as long as nobody writes them: the answer is kept with their array's device copy.
 */
#include "mrt_internal.h"

#include <string.h>

enum { GROUP = 256, LOOKING_GROUPS_PER_UNIT = 8, FEWEST_USES = 4 }; /* launches for each look, once a few looks were taken */
enum { SHARES, CARRIED, RISING };
enum { MOST_SHARES = 1 << 22 };

/* Seconds on an H200: for an element of a row by one work-item after the other, for one of many by all, for a launch. */
static const double in_turn = 0.3e-6, together = 4e-12, launching = 5e-6;

struct found { /* what `rising` leaves */
  cl_uint falls, longest;
  cl_ulong elements;
};

static const struct mrt_slot *entries(const struct mrt_launch *launch) {
  return &launch->slots[launch->kernel->collapse->rows];
}

/* Whether nothing that the launch writes may be reached through another argument. */
static bool is_apart(const struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++) {
    if (launch->args[i].kind != MRT_ARG_BUFFER || !(launch->args[i].flags & MRT_WRITE))
      continue;
    for (unsigned other = 0; other < launch->n; other++)
      if (other != i && launch->args[other].kind == MRT_ARG_BUFFER &&
          launch->slots[other].segment == launch->slots[i].segment)
        return false;
  }
  return true;
}

/* The memory that all kernels of this form have, as large as asked at least. */
static cl_int make_room(struct mrt_kernel_state *state, size_t bytes) {
  cl_int error = CL_SUCCESS;
  if (state->tiles != NULL && state->tile_bytes < bytes) {
    mrt_release_buffer(state->tiles);
    state->tiles = NULL;
  }
  if (state->tiles == NULL) {
    state->tiles = mrt_make_buffer(bytes, HELD_OTHER, &error);
    state->tile_bytes = bytes;
  }
  return state->tiles != NULL || error != CL_SUCCESS ? error : CL_OUT_OF_RESOURCES;
}

static cl_int set_arguments(const struct mrt_launch *launch) {
  struct mrt_kernel_state *state = launch->state;
  cl_int error = mrt_set_arguments(launch);
  if (error == CL_SUCCESS)
    error = mrt_device.cl.SetKernelArg(state->main, state->arguments, sizeof state->tiles, &state->tiles);
  return error;
}

/* Has the device look at the entries.  False when that fails: the form is not taken. */
static bool look(struct mrt_launch *launch, struct found *found) {
  const struct mrt_cl *cl = &mrt_device.cl;
  struct mrt_kernel_state *state = launch->state;
  *found = (struct found){0};
  if (make_room(state, sizeof *found) != CL_SUCCESS || !mrt_take_form(launch, mrt_collapsed_form(launch->kernel, RISING)) ||
      set_arguments(launch) != CL_SUCCESS ||
      cl->EnqueueWriteBuffer(mrt_device.queue, state->tiles, CL_TRUE, 0, sizeof *found, found, 0, NULL, NULL) != CL_SUCCESS)
    return false;
  mrt_u64 groups = (launch->counts[0] + GROUP - 1) / GROUP, most = mrt_device.units * (mrt_u64)LOOKING_GROUPS_PER_UNIT;
  size_t local = GROUP, global = (size_t)(groups < most ? groups : most) * GROUP;
  cl_event event = NULL;
  if (cl->EnqueueNDRangeKernel(mrt_device.queue, state->main, 1, NULL, &global, &local, 0, NULL,
                               mrt_pending_needs_event() ? &event : NULL) != CL_SUCCESS)
    return false;
  mrt_pending_add(event, COMMAND_KERNEL, 0, launch->run->region, state);
  return mrt_read(state->tiles, 0, sizeof *found, found, launch->run->region);
}

/* The rows' lower bound as the launch has it: part of what the answer is about. */
static mrt_u64 first_row(const struct mrt_launch *launch) {
  mrt_u64 first = 0;
  int number = launch->kernel->collapse->lower;
  if (number >= 0)
    memcpy(&first, launch->args[number].pointer, launch->args[number].size);
  return first;
}

/* What is known of the rows, by a look if need be; NULL where they do not rise, or change too often to look. */
static const struct mrt_rises *known(struct mrt_launch *launch) {
  struct mrt_copy *copy = entries(launch)->segment->copy;
  struct mrt_rises *rises = &copy->rises;
  mrt_u64 first = first_row(launch);
  rises->uses++;
  bool same = rises->looks > 0 && rises->values == copy->values && rises->offset == entries(launch)->offset &&
              rises->first == first && rises->count == launch->counts[0];
  if (!same) {
    if (mrt_settings()->collapse < 0 && rises->looks >= FEWEST_USES && rises->uses < (mrt_u64)FEWEST_USES * rises->looks)
      return NULL;
    struct found found;
    rises->looks++;
    rises->longest = 0;
    rises->values = copy->values;
    rises->offset = entries(launch)->offset;
    rises->first = first;
    rises->count = launch->counts[0];
    if (look(launch, &found) && !found.falls) {
      rises->longest = found.longest;
      rises->elements = found.elements;
    }
    if (rises->longest > 0)
      mrt_trace("%s: the longest row has %llu of %llu elements", launch->kernel->id, (unsigned long long)rises->longest,
                (unsigned long long)rises->elements);
    else
      mrt_trace("%s: the rows do not lie behind each other, or are empty", launch->kernel->id);
  }
  return rises->longest > 0 ? rises : NULL;
}

/* Whether the longest row would take longer than all of this form. */
static bool pays(const struct mrt_launch *launch, const struct mrt_rises *rises) {
  int forced = mrt_settings()->collapse;
  if (forced >= 0)
    return forced > 0;
  double alone = (double)rises->longest / mrt_row_lanes(launch) * in_turn;
  return alone > launching + (double)(rises->elements + rises->count) * together;
}

bool mrt_collapses(struct mrt_launch *launch) {
  const struct mrt_collapse *form = launch->kernel->collapse;
  if (form == NULL || mrt_device.lanes == 1 || mrt_settings()->collapse == 0 || launch->state->plain != NULL ||
      mrt_device.group_limit < GROUP || entries(launch)->segment == NULL || !is_apart(launch))
    return false;
  const struct mrt_rises *rises = known(launch);
  if (rises == NULL || !pays(launch, rises))
    return false;
  launch->shares = (rises->elements + rises->count + form->share - 1) / form->share;
  if (launch->shares > MOST_SHARES)
    return false;
  if (launch->state->schedule < mrt_collapsed_form(launch->kernel, SHARES) ||
      launch->state->schedule == mrt_collapsed_form(launch->kernel, RISING))
    mrt_trace("%s: %llu shares of %u elements", launch->kernel->id, (unsigned long long)launch->shares, form->share);
  return true;
}

unsigned mrt_collapsed_kernels(const struct mrt_launch *launch) { return launch->kernel->collapse->slots > 0 ? 2 : 1; }

cl_int mrt_collapsed_part(struct mrt_launch *launch, unsigned part, size_t *global, size_t *local) {
  const struct mrt_collapse *form = launch->kernel->collapse;
  size_t slots = form->slots > 0 ? form->slots : 1, shares = (size_t)launch->shares;
  cl_int error = make_room(launch->state, shares * slots * sizeof(cl_ulong) + sizeof(struct found));
  if (error != CL_SUCCESS)
    return error;
  if (!mrt_take_form(launch, mrt_collapsed_form(launch->kernel, part == 0 ? SHARES : CARRIED)))
    return CL_OUT_OF_RESOURCES;
  *local = part == 0 ? GROUP : form->carrying;
  size_t each = part == 0 ? GROUP : form->lanes;
  *global = (shares * each + *local - 1) / *local * *local;
  return set_arguments(launch);
}
