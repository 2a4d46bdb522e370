/* schedule.c: the forms of a kernel.  How many work-items share an iteration: by how long rows are on average, or by
 * how many iterations there are; and how large the blocks of tiles are: by how many of them there would be.
 *
 * All rows together have as many elements as the array that they are parts of.  A kernel has a form for each number
 * of work-items, or size of blocks; each form keeps its own arguments.  Behind these are the forms of collapse.c, and
 * that of replicas.c.
 */
#include "mrt_forms.h"

#include <stdlib.h>

struct mrt_prepared { /* a form that is not in use */
  cl_kernel main;
  struct mrt_known_arg *known;
  unsigned known_count;
  mrt_u64 known_releases;
};

static double iterations(const struct mrt_kernel *kernel, const mrt_u64 *counts) {
  double count = 1.0;
  for (unsigned d = 0; d < kernel->dimensions; d++)
    count *= (double)counts[d];
  return count;
}

/* How many elements an argument's memory has from the pointer on; 0 where that is not known. */
static double elements(const struct mrt_pointee *place, unsigned bytes) {
  if (place->segment == NULL || place->offset < 0 || (size_t)place->offset > place->segment->bytes)
    return 0.0;
  return (double)(place->segment->bytes - (size_t)place->offset) / bytes;
}

/* The mean number of elements of a row; 0 where that is not known.  Where a launch is for some of the rows, as for
 * those of one level, the array where rows begin says how many there are. */
static double mean_length(const struct mrt_kernel *kernel, const mrt_u64 *counts, const struct mrt_pointee *along,
                          const struct mrt_pointee *starts) {
  double rows = iterations(kernel, counts);
  if (kernel->start != 0 && elements(starts, kernel->start) - 1.0 > rows)
    rows = elements(starts, kernel->start) - 1.0;
  return elements(along, kernel->element) / (rows > 0.0 ? rows : 1.0);
}

/* The number of the schedule for so many iterations: a work-item each where these are many, a work-group each where
 * they are few.  0 is the usual form. */
static unsigned schedule_of_count(const struct mrt_kernel *kernel, double count) {
  const struct mrt_processors *on = &mrt_device.processors;
  for (unsigned n = 0; kernel->schedules[n].name != NULL; n++) {
    unsigned lanes = kernel->schedules[n].lanes;
    bool many = lanes == 1 && mrt_is_many(on, count);
    bool few = lanes > 1 && lanes <= on->limit && mrt_is_few(on, count, lanes);
    if (many || few)
      return n + 1;
  }
  return 0;
}

/* The number of the schedule, from 1 on, or 0 for the usual form. */
static unsigned schedule_for(const struct mrt_kernel *kernel, double length) {
  unsigned lanes = mrt_lanes_for_row(length);
  for (unsigned n = 0; kernel->schedules[n].name != NULL; n++)
    if (kernel->schedules[n].lanes == lanes && lanes <= mrt_device.processors.limit)
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

static unsigned schedules_of(const struct mrt_kernel *kernel) {
  unsigned count = 0;
  while (kernel->schedules != NULL && kernel->schedules[count].name != NULL)
    count++;
  return count;
}

/* A kernel has schedules or blocks. */
static unsigned blocks_of(const struct mrt_kernel *kernel) {
  unsigned count = 0;
  while (kernel->blocks != NULL && kernel->blocks[count].name != NULL)
    count++;
  return count;
}

static unsigned forms_of(const struct mrt_kernel *kernel) {
  return schedules_of(kernel) + blocks_of(kernel) +
         (kernel->collapse != NULL ? (unsigned)(sizeof kernel->collapse->forms / sizeof(char *)) : 0) +
         (kernel->replicated != NULL ? 1 : 0);
}

unsigned mrt_replicated_form(const struct mrt_kernel *kernel) { return forms_of(kernel); }

unsigned mrt_collapsed_form(const struct mrt_kernel *kernel, unsigned place) {
  return schedules_of(kernel) + place + 1;
}

static const char *name_of(const struct mrt_kernel *kernel, unsigned form) {
  unsigned count = schedules_of(kernel);
  if (kernel->replicated != NULL && form == mrt_replicated_form(kernel))
    return kernel->replicated->name;
  if (kernel->blocks != NULL)
    return kernel->blocks[form - 1].name;
  return form > count ? kernel->collapse->forms[form - 1 - count] : kernel->schedules[form - 1].name;
}

static bool prepare(const struct mrt_launch *launch, unsigned schedule) {
  struct mrt_kernel_state *state = launch->state;
  bool schedules = launch->kernel->blocks == NULL && schedule <= schedules_of(launch->kernel);
  if (state->prepared == NULL)
    state->prepared = calloc(forms_of(launch->kernel), sizeof *state->prepared);
  if (state->prepared == NULL)
    return false;
  struct mrt_prepared *form = &state->prepared[schedule - 1];
  size_t limit = mrt_device.processors.limit;
  if (form->main == NULL)
    form->main = mrt_create_kernel(launch->kernel, mrt_kernel_program(launch->kernel, launch->run),
                                   name_of(launch->kernel, schedule), schedules ? &state->limit : &limit);
  return form->main != NULL;
}

bool mrt_take_form(const struct mrt_launch *launch, unsigned form) {
  if (form == launch->state->schedule)
    return true;
  if (form != 0 && !prepare(launch, form))
    return false;
  take(launch->state, form);
  return true;
}

/* The form that suits a launch, by the elements of its mean row where these count. */
static unsigned suiting(const struct mrt_launch *launch, double *length) {
  const struct mrt_kernel *kernel = launch->kernel;
  const struct mrt_slot *along = &launch->slots[kernel->along], *starts = &launch->slots[kernel->starts];
  return mrt_suiting_form(kernel, launch->counts, &(struct mrt_pointee){along->segment, along->offset},
                          &(struct mrt_pointee){starts->segment, starts->offset}, length);
}

unsigned mrt_suiting_form(const struct mrt_kernel *kernel, const mrt_u64 *counts, const struct mrt_pointee *along,
                          const struct mrt_pointee *starts, double *length) {
  if (kernel->schedules == NULL)
    return 0;
  if (kernel->element == 0)
    return schedule_of_count(kernel, iterations(kernel, counts));
  *length = mean_length(kernel, counts, along, starts);
  return *length > 0.0 ? schedule_for(kernel, *length) : 0;
}

unsigned mrt_row_lanes(const struct mrt_launch *launch) {
  double length = 0.0;
  unsigned schedule = suiting(launch, &length);
  return schedule == 0 ? mrt_device.lanes : launch->kernel->schedules[schedule - 1].lanes;
}

/* The tile of a form. */
static const mrt_size *tile_at(const struct mrt_kernel *kernel, unsigned form) {
  return form == 0 || kernel->blocks == NULL ? kernel->tile : kernel->blocks[form - 1].tile;
}

/* The one of as many iterations as MAPPER_BLOCK says; reports, once, that there is none. */
static bool asked_block(const struct mrt_kernel *kernel, size_t block[3]) {
  static bool told;
  for (unsigned n = 0; n <= blocks_of(kernel); n++) {
    const mrt_size *tile = tile_at(kernel, n);
    if (tile[0] != 0 && tile[2] * tile[3] == mrt_settings()->block) {
      block[0] = tile[2];
      block[1] = tile[3];
      return true;
    }
  }
  if (mrt_settings()->block != 0 && !told)
    mrt_say("%s: it has no blocks of %zu iterations (MAPPER_BLOCK); the model chooses", kernel->id,
            mrt_settings()->block);
  told |= mrt_settings()->block != 0;
  return false;
}

/* Takes blocks of the size that suits a launch, or was found to be best. */
static void choose_block(struct mrt_launch *launch) {
  const struct mrt_kernel *kernel = launch->kernel;
  unsigned form = 0, count = blocks_of(kernel);
  double least = mrt_block_time(&mrt_device.processors, kernel->dimensions, launch->counts, kernel->tile);
  for (unsigned n = 1; !mrt_device.processors.plain && n <= count; n++) {
    double time =
        mrt_block_time(&mrt_device.processors, kernel->dimensions, launch->counts, tile_at(kernel, n));
    if (time < least) {
      least = time;
      form = n;
    }
  }
  const mrt_size *tile = tile_at(kernel, form);
  size_t block[3] = {tile[2], tile[3], 1};
  if (!asked_block(kernel, block))
    mrt_tuned_shape(launch, block);
  for (unsigned n = 0; n <= count; n++)
    if (tile_at(kernel, n)[2] == block[0] && tile_at(kernel, n)[3] == block[1])
      form = n;
  if (form == launch->state->schedule || !mrt_take_form(launch, form))
    return;
  if (block[0] == 0)
    mrt_trace("%s: no blocks", kernel->id);
  else
    mrt_trace("%s: blocks of %zu x %zu", kernel->id, block[0], block[1]);
}

const mrt_size *mrt_tile_of(const struct mrt_launch *launch) {
  return tile_at(launch->kernel, launch->state->schedule);
}

void mrt_choose_schedule(struct mrt_launch *launch) {
  if (mrt_device.lanes == 1 || launch->kernel->ordered > 0)
    return;
  if (launch->kernel->blocks != NULL) {
    choose_block(launch);
    return;
  }
  bool by_rows = launch->kernel->element > 0;
  double length = 0.0;
  unsigned schedule = suiting(launch, &length);
  if (schedule == launch->state->schedule)
    return;
  if (!mrt_take_form(launch, schedule)) {
    take(launch->state, 0); /* the one in use may be of collapse.c */
    return;
  }
  if (launch->kernel->schedules == NULL)
    return;
  unsigned rows = 0, lanes = mrt_lanes_of(launch, &rows);
  if (by_rows)
    mrt_trace("%s: %u work-item%s for each row of %.3g elements on average", launch->kernel->id, lanes,
              lanes == 1 ? "" : "s", length);
  else
    mrt_trace("%s: %u work-item%s for each of %.9g iterations", launch->kernel->id, lanes, lanes == 1 ? "" : "s",
              iterations(launch->kernel, launch->counts));
}

unsigned mrt_lanes_of(const struct mrt_launch *launch, unsigned *rows) {
  unsigned schedule = launch->kernel->blocks != NULL ? 0 : launch->state->schedule;
  unsigned usual = mrt_device.wide && launch->kernel->wide > 0 ? launch->kernel->wide : launch->kernel->rows;
  *rows = schedule == 0 ? usual : launch->kernel->schedules[schedule - 1].rows;
  return schedule == 0 ? mrt_device.lanes : launch->kernel->schedules[schedule - 1].lanes;
}

void mrt_forget_schedules(struct mrt_kernel_state *state) {
  if (state->prepared == NULL)
    return;
  take(state, 0);
  for (unsigned i = 0; i < forms_of(state->kernel); i++) {
    struct mrt_prepared *form = &state->prepared[i];
    if (form->main != NULL)
      mrt_device.cl.ReleaseKernel(form->main);
    free(form->known);
  }
  free(state->prepared);
  state->prepared = NULL;
}
