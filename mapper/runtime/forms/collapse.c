/* collapse.c: the form of a kernel in which work-groups take equal shares of the elements of all rows.
 *
 * It is right where the entries that bound the rows rise, and where what the launch writes is reached through no
 * other argument; it pays where one row is so long that its work-items would be busy when the others are done.  Two
 * small kernels look at the entries and find where the shares begin, once for as long as they are not written: the
 * answers are kept with their array's device copy.
 */
#include "mrt_forms.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP = 256, LOOKING_GROUPS_PER_UNIT = 8, MOST_SHARES = 1 << 22 };
/* Launches for each look, once a few looks were taken; answers that are kept with a copy. */
enum { FEWEST_USES = 4, MOST_KNOWN = 8 };
enum { SHARES, CARRIED, RISING, BORDERS };

/* Seconds on an H200: for an element of a row by one work-item, for one of many by all, for a launch. */
static const double in_turn = 0.28e-6, together = 10e-12, launching = 5e-6;

struct found { /* what `rising` leaves */
  cl_uint falls, longest;
  cl_ulong elements;
};

struct mrt_rises {
  struct mrt_rises *next;    /* of the same copy */
  long offset;               /* what it is about: the argument's place in the array, the loop's first row, */
  mrt_u64 first, count;      /* the number of rows, */
  unsigned share;            /* the size of shares, */
  mrt_u64 values;            /* and the values that the array had */
  unsigned looks;            /* how often the rows were looked at, */
  mrt_u64 uses;              /* and how often that was wanted */
  mrt_u64 longest, elements; /* the answer; longest is 0 where the entries do not rise */
  cl_mem firsts;             /* the row in which each share begins, */
  size_t room;               /* the memory's size, */
  bool settled;              /* and whether it is right */
};

static const struct mrt_slot *entries(const struct mrt_launch *launch) {
  return &launch->slots[launch->kernel->collapse->rows];
}

/* Whether nothing that the launch writes may be reached through another argument. */
static bool is_apart(const struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++)
    if (launch->args[i].kind == MRT_ARG_BUFFER && (launch->args[i].flags & MRT_WRITE) &&
        launch->slots[i].segment != NULL && mrt_use_of(launch, launch->slots[i].segment).arguments > 1)
      return false;
  return true;
}

/* ---- commands ----------------------------------------------------------------------------------------------- */

/* Makes memory as large as asked at least. */
static cl_int make_room(cl_mem *buffer, size_t *room, size_t bytes) {
  cl_int error = CL_SUCCESS;
  if (*buffer != NULL && *room < bytes) {
    mrt_release_buffer(*buffer);
    *buffer = NULL;
  }
  if (*buffer == NULL) {
    *buffer = mrt_make_buffer(bytes, HELD_OTHER, &error);
    *room = bytes;
  }
  return *buffer != NULL || error != CL_SUCCESS ? error : CL_OUT_OF_RESOURCES;
}

/* Takes one of the kernels, and sets its arguments. */
static cl_int take(const struct mrt_launch *launch, const struct mrt_rises *rises, unsigned form) {
  struct mrt_kernel_state *state = launch->state;
  if (!mrt_take_form(launch, mrt_collapsed_form(launch->kernel, form)))
    return CL_OUT_OF_RESOURCES;
  cl_int error = mrt_set_arguments(launch);
  if (error == CL_SUCCESS)
    error = mrt_device.cl.SetKernelArg(state->main, state->arguments, sizeof state->tiles, &state->tiles);
  if (error == CL_SUCCESS)
    error = mrt_device.cl.SetKernelArg(state->main, state->arguments + 1, sizeof rises->firsts, &rises->firsts);
  return error;
}

/* Enqueues a kernel that writes nothing of the program's. */
static cl_int run(struct mrt_launch *launch, const struct mrt_rises *rises, unsigned form, mrt_u64 groups) {
  cl_int error = take(launch, rises, form);
  if (error != CL_SUCCESS)
    return error;
  size_t local = GROUP, global = (size_t)groups * GROUP;
  cl_event event = NULL;
  error = mrt_device.cl.EnqueueNDRangeKernel(mrt_device.queue, launch->state->main, 1, NULL, &global, &local, 0, NULL,
                                             mrt_pending_needs_event() ? &event : NULL);
  if (error == CL_SUCCESS)
    mrt_pending_add(event, COMMAND_KERNEL, 0, launch->run->region, launch->state);
  return error;
}

/* Has the device look at the entries.  False when that fails: the form is not taken. */
static bool look(struct mrt_launch *launch, const struct mrt_rises *rises, struct found *found) {
  struct mrt_kernel_state *state = launch->state;
  *found = (struct found){0};
  if (make_room(&state->tiles, &state->tile_bytes, sizeof *found) != CL_SUCCESS ||
      mrt_device.cl.EnqueueWriteBuffer(mrt_device.queue, state->tiles, CL_TRUE, 0, sizeof *found, found, 0, NULL,
                                       NULL) != CL_SUCCESS)
    return false;
  mrt_u64 groups = (launch->counts[0] + GROUP - 1) / GROUP,
          most = mrt_device.processors.units * (mrt_u64)LOOKING_GROUPS_PER_UNIT;
  return run(launch, rises, RISING, groups < most ? groups : most) == CL_SUCCESS &&
         mrt_read(state->tiles, 0, sizeof *found, found, launch->run->region);
}

/* ---- what is known of rows ---------------------------------------------------------------------------------- */

void mrt_rises_drop(struct mrt_copy *copy, bool forget) {
  while (copy->rises != NULL) {
    struct mrt_rises *rises = copy->rises;
    copy->rises = rises->next;
    if (rises->firsts != NULL && !forget)
      mrt_release_buffer(rises->firsts);
    free(rises);
  }
}

/* The loop's first row as the launch has it. */
static mrt_u64 first_row(const struct mrt_launch *launch) {
  mrt_u64 first = 0;
  int number = launch->kernel->collapse->lower;
  if (number >= 0)
    memcpy(&first, launch->args[number].pointer, launch->args[number].size);
  return first;
}

/* What is kept about the launch's rows: an old or new answer, or one that was about others; NULL without memory. */
static struct mrt_rises *kept(const struct mrt_launch *launch) {
  struct mrt_copy *copy = entries(launch)->segment->copy;
  struct mrt_rises about = {.offset = entries(launch)->offset,
                            .first = first_row(launch),
                            .count = launch->counts[0],
                            .share = launch->kernel->collapse->share};
  struct mrt_rises *last = NULL;
  unsigned number = 0;
  for (struct mrt_rises *each = copy->rises; each != NULL; each = each->next, number++) {
    if (each->offset == about.offset && each->first == about.first && each->count == about.count &&
        each->share == about.share)
      return each;
    last = each;
  }
  if (number < MOST_KNOWN) {
    last = calloc(1, sizeof *last);
    if (last == NULL)
      return NULL;
    last->next = copy->rises;
    copy->rises = last;
  }
  last->offset = about.offset;
  last->first = about.first;
  last->count = about.count;
  last->share = about.share;
  last->values = copy->values - 1; /* not looked at yet */
  return last;
}

/* What is known of the rows, by a look if need be; NULL where they do not rise, or change too often to look. */
static struct mrt_rises *known(struct mrt_launch *launch) {
  struct mrt_rises *rises = kept(launch);
  mrt_u64 values = entries(launch)->segment->copy->values;
  if (rises == NULL)
    return NULL;
  rises->uses++;
  if (rises->values == values)
    return rises->longest > 0 ? rises : NULL;
  if (mrt_settings()->collapse < 0 && rises->looks >= FEWEST_USES &&
      rises->uses < (mrt_u64)FEWEST_USES * rises->looks)
    return NULL;
  struct found found;
  bool rise = look(launch, rises, &found) && !found.falls;
  rises->looks++;
  rises->values = values;
  rises->longest = rise ? found.longest : 0;
  rises->elements = found.elements;
  rises->settled = false;
  if (rises->longest > 0)
    mrt_trace("%s: the longest row has %llu of %llu elements", launch->kernel->id, (unsigned long long)rises->longest,
              (unsigned long long)rises->elements);
  else
    mrt_trace("%s: the rows do not follow each other, or are empty", launch->kernel->id);
  return rises->longest > 0 ? rises : NULL;
}

static mrt_u64 shares_of(const struct mrt_rises *rises) {
  return (rises->elements + rises->count + rises->share - 1) / rises->share;
}

/* Finds where the shares begin, if that is not known.  False when that fails. */
static bool settle(struct mrt_launch *launch, struct mrt_rises *rises) {
  if (rises->settled)
    return true;
  mrt_u64 borders = shares_of(rises) + 1;
  rises->settled = make_room(&rises->firsts, &rises->room, (size_t)borders * sizeof(cl_ulong)) == CL_SUCCESS &&
                   run(launch, rises, BORDERS, (borders + GROUP - 1) / GROUP) == CL_SUCCESS;
  return rises->settled;
}

/* ---- the form ------------------------------------------------------------------------------------------------ */

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
      mrt_device.processors.limit < GROUP || entries(launch)->segment == NULL || !is_apart(launch))
    return false;
  bool was = launch->state->schedule >= mrt_collapsed_form(launch->kernel, SHARES);
  launch->rises = known(launch);
  if (launch->rises == NULL || shares_of(launch->rises) > MOST_SHARES || !pays(launch, launch->rises) ||
      !settle(launch, launch->rises))
    return false;
  if (!was || launch->state->schedule > mrt_collapsed_form(launch->kernel, CARRIED))
    mrt_trace("%s: %llu shares of %u elements", launch->kernel->id, (unsigned long long)shares_of(launch->rises),
              form->share);
  return true;
}

unsigned mrt_collapsed_kernels(const struct mrt_launch *launch) {
  return launch->kernel->collapse->slots > 0 ? 2 : 1;
}

cl_int mrt_collapsed_part(struct mrt_launch *launch, unsigned part, size_t *global, size_t *local) {
  const struct mrt_collapse *form = launch->kernel->collapse;
  struct mrt_kernel_state *state = launch->state;
  size_t shares = (size_t)shares_of(launch->rises), slots = shares * form->slots * sizeof(cl_ulong);
  cl_int error = make_room(&state->tiles, &state->tile_bytes, slots > 0 ? slots : sizeof(struct found));
  if (error != CL_SUCCESS)
    return error;
  *local = part == 0 ? GROUP : form->carrying;
  *global = (shares * (part == 0 ? GROUP : form->lanes) + *local - 1) / *local * *local;
  return take(launch, launch->rises, part == 0 ? SHARES : CARRIED);
}
