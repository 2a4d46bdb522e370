/* schedule.c: how many work-items share an iteration: by how long rows are on average, or by how many iterations there are.
 *
 * All rows together have as many elements as the array that they are parts of.  A kernel has a form for each number of
 * work-items; each form keeps its own arguments.
 */
#include "mrt_internal.h"

#include <math.h>
#include <stdlib.h>

enum { MANY_A_UNIT = 256 }; /* iterations that can each have a work-item, where rows are not what counts */

struct mrt_prepared { /* a form that is not in use */
  cl_kernel main;
  struct mrt_known_arg *known;
  unsigned known_count;
  mrt_u64 known_releases;
};

static const struct {
  double below; /* elements of a mean row */
  unsigned lanes;
} best[] = {{12.0, 1}, {48.0, 8}, {1024.0, 32}, {4096.0, 128}, {INFINITY, 512}}; /* measured on an H200 */

static double iterations(const struct mrt_launch *launch) {
  double count = 1.0;
  for (unsigned d = 0; d < launch->kernel->dimensions; d++)
    count *= (double)launch->counts[d];
  return count;
}

/* The mean number of elements for each iteration; 0 where that is not known. */
static double mean_length(const struct mrt_launch *launch) {
  const struct mrt_slot *slot = &launch->slots[launch->kernel->along];
  if (slot->segment == NULL || slot->offset < 0 || (size_t)slot->offset > slot->segment->bytes)
    return 0.0;
  double rows = iterations(launch);
  return (double)(slot->segment->bytes - (size_t)slot->offset) / launch->kernel->element / (rows > 0.0 ? rows : 1.0);
}

/* The number of the schedule, from 1 on, or 0 for the usual form. */
static unsigned schedule_for(const struct mrt_kernel *kernel, double length) {
  unsigned i = 0;
  while (length >= best[i].below)
    i++;
  for (unsigned n = 0; kernel->schedules[n].name != NULL; n++)
    if (kernel->schedules[n].lanes == best[i].lanes && best[i].lanes <= mrt_device.group_limit)
      return n + 1;
  return 0;
}

static void swap(struct mrt_kernel_state *state, struct mrt_prepared *with) {
  struct mrt_prepared before = {state->main, state->known, state->known_count, state->known_releases};
  state->main = with->main;
  state->known = with->known;
  state->known_count = with->known_count;
  state->known_releases = with->known_releases;
  *with = before;
}

/* Puts a form in use; the place of the one in use is where the usual one was kept. */
static void take(struct mrt_kernel_state *state, unsigned schedule) {
  if (state->schedule != 0)
    swap(state, &state->prepared[state->schedule - 1]); /* the usual one */
  if (schedule != 0)
    swap(state, &state->prepared[schedule - 1]);
  state->schedule = schedule;
}

static bool prepare(const struct mrt_launch *launch, unsigned schedule) {
  struct mrt_kernel_state *state = launch->state;
  unsigned count = 0;
  while (launch->kernel->schedules[count].name != NULL)
    count++;
  if (state->prepared == NULL)
    state->prepared = calloc(count, sizeof *state->prepared);
  if (state->prepared == NULL)
    return false;
  struct mrt_prepared *form = &state->prepared[schedule - 1];
  if (form->main == NULL)
    form->main = mrt_create_kernel(launch->kernel, mrt_kernel_program(launch->kernel, launch->run),
                                   launch->kernel->schedules[schedule - 1].name, &state->limit);
  return form->main != NULL;
}

void mrt_choose_schedule(const struct mrt_launch *launch) {
  if (launch->kernel->schedules == NULL || mrt_device.lanes == 1)
    return;
  bool by_rows = launch->kernel->element > 0;
  double length = by_rows ? mean_length(launch) : 0.0;
  unsigned schedule = length > 0.0 ? schedule_for(launch->kernel, length) : 0;
  if (!by_rows)
    schedule = iterations(launch) >= (double)MANY_A_UNIT * mrt_device.units;
  if (schedule == launch->state->schedule || (schedule != 0 && !prepare(launch, schedule)))
    return;
  take(launch->state, schedule);
  unsigned rows = 0, lanes = mrt_lanes_of(launch, &rows);
  if (by_rows)
    mrt_trace("%s: %u work-item%s for each row of %.3g elements on average", launch->kernel->id, lanes,
              lanes == 1 ? "" : "s", length);
  else
    mrt_trace("%s: %u work-item%s for each of %.9g iterations", launch->kernel->id, lanes, lanes == 1 ? "" : "s",
              iterations(launch));
}

unsigned mrt_lanes_of(const struct mrt_launch *launch, unsigned *rows) {
  unsigned schedule = launch->state->schedule;
  unsigned usual = mrt_device.wide && launch->kernel->wide > 0 ? launch->kernel->wide : launch->kernel->rows;
  *rows = schedule == 0 ? usual : launch->kernel->schedules[schedule - 1].rows;
  return schedule == 0 ? mrt_device.lanes : launch->kernel->schedules[schedule - 1].lanes;
}

void mrt_forget_schedules(struct mrt_kernel_state *state) {
  if (state->prepared == NULL)
    return;
  take(state, 0);
  for (unsigned i = 0; state->kernel->schedules[i].name != NULL; i++) {
    struct mrt_prepared *form = &state->prepared[i];
    if (form->main != NULL)
      mrt_device.cl.ReleaseKernel(form->main);
    free(form->known);
  }
  free(state->prepared);
  state->prepared = NULL;
}
