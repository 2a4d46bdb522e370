/* horizon.c: the questions that the model is asked, and what they are about.
 *
 * A question is about a horizon: the executions of one region that are still expected, or those of all regions of
 * the program.  Raw features are multiplied by the executions and added up; the size of the arrays, the last raw
 * feature, and others that mrt_program.once has are not: arrays stay where they are, but for what the one before the
 * last counts.  How often a region is executed follows from the loops and calls around it (mrt_program.expect).  A
 * region that has executed more often than was expected will go on as long again.  A region whose executions differ,
 * as those of a multigrid's levels do, is expected to go on as they were in the mean.
 */
#include "mrt_decide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double larger(double one, double other) { return one > other ? one : other; }

/* Executions that are still to come after `entered`, where `expected` were expected in all. */
static double remaining(double expected, double entered) {
  double left = expected - entered;
  return larger(left >= 1 ? left : entered, 1);
}

/* The same of a region that is not being entered: one that has done what was expected is done. */
static double still_to_come(double expected, double entered) {
  return entered == expected ? 0 : remaining(expected, entered);
}

static double executions(const struct mrt_region_state *state) {
  return (double)__atomic_load_n(&state->entered, __ATOMIC_RELAXED);
}

double mrt_remaining(const struct mrt_region_state *state) {
  return remaining(state->expected, larger(executions(state) - 1, 0));
}

double mrt_again(const struct mrt_region_state *state) {
  double entered = executions(state);
  return still_to_come(state->expected, entered) / larger(entered, 1);
}

static bool is_once(const struct mrt_program *program, unsigned feature) {
  return feature < 64 && (program->once >> feature & 1) != 0;
}

/* Adds one raw feature of `calls` executions: `raw` of each. */
static double sum_of(const struct mrt_program *program, unsigned feature, double total, double calls, double raw) {
  return is_once(program, feature) ? larger(total, raw) : total + calls * raw;
}

/* Adds `calls` executions with these raw features to the horizon. */
static void add(const struct mrt_program *program, double *total, const double *raw, double calls) {
  unsigned count = program->raw_features;
  for (unsigned i = 0; i < count; i++)
    total[i] = sum_of(program, i, total[i], calls, raw[i]);
  total[count] += calls;
}

static bool is_known(const double *raw, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (!isfinite(raw[i]))
      return false;
  return true;
}

void mrt_note_past(struct mrt_region_state *state, mrt_u64 entered) {
  const struct mrt_program *program = state->region->program;
  if (state->answer < 0 || entered <= state->past_calls + 1)
    return;
  double calls = (double)(entered - 1 - state->past_calls);
  for (unsigned i = 0; i < program->raw_features; i++)
    state->past[i] = sum_of(program, i, state->past[i], calls, state->last[i]);
  state->past_calls = entered - 1;
}

/* Adds `still` executions that are like the region's past ones and `calls` more with the features `raw`, in the mean.
 */
static void add_like_past(double *total, const struct mrt_region_state *state, const double *raw, double calls,
                          double still) {
  const struct mrt_program *program = state->region->program;
  double all = (double)state->past_calls + calls;
  for (unsigned i = 0; i < program->raw_features; i++) {
    double past = sum_of(program, i, state->past[i], calls, raw[i]);
    if (is_once(program, i))
      total[i] = larger(total[i], past);
    else if (all > 0)
      total[i] += still * (past / all);
  }
  total[program->raw_features] += still;
}

/* Adds the executions of the region that is being entered: this one has the features `raw`, and all of them together
 * the mean that was expected, where that is known and more.  Otherwise the others are like this one, or with `past`
 * like those that there were. */
static void add_now(double *total, const struct mrt_region_state *state, const double *raw, const double *mean,
                    bool past) {
  const struct mrt_program *program = state->region->program;
  unsigned count = program->raw_features;
  double calls = mrt_remaining(state);
  if (mean == NULL || !is_known(mean, count) || executions(state) > state->expected) {
    add(program, total, raw, past ? 1 : calls);
    if (past)
      add_like_past(total, state, raw, 1, calls - 1);
    return;
  }
  for (unsigned i = 0; i < count; i++)
    total[i] = sum_of(program, i, total[i], 1, larger(raw[i], is_once(program, i) ? mean[i] : calls * mean[i]));
  total[count] += calls;
}

/* The bytes that go to and fro in a horizon: the raw feature before the last, where there are that many. */
static double shuttled(const double *features, unsigned count) { return count > 1 ? features[count - 2] : 0; }

static void set_state(double *features, unsigned count, double up, double down, double startup) {
  features[count + 1] = up;
  features[count + 2] = down;
  features[count + 3] = startup;
}

/* ---- the program ---------------------------------------------------------------------------------------- */

/* What is expected of one file's regions; decisions locked. */
static struct {
  const struct mrt_program *file; /* whose, or NULL */
  double *calls, *raw;
  size_t calls_held, raw_held;
  unsigned regions;
} expected;

static bool hold(double **values, size_t *held, size_t count) {
  if (count <= *held)
    return true;
  double *more = realloc(*values, count * sizeof *more);
  if (more == NULL)
    return false;
  *values = more;
  *held = count;
  return true;
}

static unsigned regions_of(const struct mrt_program *file) {
  unsigned count = 0;
  while (file->regions != NULL && file->regions[count] != NULL)
    count++;
  return count;
}

static bool reserve(const struct mrt_program *file) {
  unsigned regions = regions_of(file);
  return hold(&expected.calls, &expected.calls_held, regions + 1u) &&
         hold(&expected.raw, &expected.raw_held, (size_t)regions * file->raw_features + 1u);
}

enum { CACHE_LINE = 64, MOST_FETCHED = 65536 };

/* Has the processor fetch all at once what evaluates expectations.  It is long, without a loop, and rarely run:
 * fetched one line after the other, as it runs, a first decision waits for memory most of its time. */
static void fetch_expectations(void) {
  const char *at = __start___mrt_expect_code, *end = __stop___mrt_expect_code;
  for (const char *stop = end - at > MOST_FETCHED ? at + MOST_FETCHED : end; at < stop; at += CACHE_LINE)
    __builtin_prefetch(at);
}

void mrt_reserve_expectations(const struct mrt_program *file) {
  if (!reserve(file))
    return;
  memset(expected.calls, 0, expected.calls_held * sizeof *expected.calls);
  memset(expected.raw, 0, expected.raw_held * sizeof *expected.raw);
}

/* Executions that a branch takes in a share of the steps, as a whole number: the last one is expected, too. */
static double whole(double calls) { return calls < 1e15 ? (double)(mrt_u64)(calls + 0.999999) : calls; }

/* Evaluates what is expected of a file's regions; false where nothing is known. */
static bool expect(const struct mrt_program *file) {
  if (expected.file == file)
    return true;
  expected.file = NULL;
  if (file->regions == NULL || file->expect == NULL || !reserve(file))
    return false;
  expected.regions = regions_of(file);
  memset(expected.calls, 0, expected.regions * sizeof *expected.calls);
  memset(expected.raw, 0, (size_t)expected.regions * file->raw_features * sizeof *expected.raw);
  file->expect(expected.calls, expected.raw);
  expected.file = file;
  for (unsigned i = 0; i < expected.regions; i++) {
    expected.calls[i] = whole(expected.calls[i]);
    struct mrt_region_state *state = __atomic_load_n(&file->regions[i]->state, __ATOMIC_ACQUIRE);
    if (state != NULL)
      state->expected = expected.calls[i];
  }
  return true;
}

/* Adds what one file's regions are expected to do.  Regions that were entered are known by what they did; of the
 * others only those whose features are known here count.  `now` is the region that is being entered, with
 * `features`; false where it is not one of them. */
static bool add_file(const struct mrt_program *file, const struct mrt_region_state *now, const double *features,
                     double *total, struct mrt_correction *correction) {
  unsigned count = file->raw_features;
  bool known = expect(file), found = false;
  for (unsigned i = 0; known && i < expected.regions; i++) {
    const struct mrt_region_state *state = __atomic_load_n(&file->regions[i]->state, __ATOMIC_ACQUIRE);
    const double *raw = &expected.raw[(size_t)i * count];
    if (state == now) {
      add_now(total, state, features, raw, true);
      mrt_correct(correction, state, mrt_remaining(state), executions(state) <= state->expected);
      found = true;
    } else if (state != NULL && state->answer >= 0) {
      double entered = executions(state), since = larger(entered - (double)state->past_calls, 0);
      double still = still_to_come(expected.calls[i], entered);
      add_like_past(total, state, state->last, since, still);
      mrt_correct(correction, state, still, entered < expected.calls[i]);
    } else if (is_known(raw, count))
      add(file, total, raw, expected.calls[i]);
  }
  return found;
}

/* The file's own regions come last: what is expected of them serves the question about one of them, too. */
void mrt_ask_program(struct mrt_region_state *state, const double *features, struct mrt_question *question) {
  const struct mrt_program *program = state->region->program;
  unsigned count = program->raw_features;
  memset(question->features, 0, sizeof question->features);
  question->correction = (struct mrt_correction){0};
  expected.file = NULL;
  fetch_expectations();
  for (const struct mrt_program *file = mrt_all_programs(); file != NULL; file = file->next)
    if (file->raw_features == count && file != program)
      add_file(file, state, features, question->features, &question->correction);
  if (!add_file(program, state, features, question->features, &question->correction)) {
    add_now(question->features, state, features, NULL, true);
    mrt_correct(&question->correction, state, mrt_remaining(state), executions(state) <= state->expected);
  }
  double up = question->features[count - 1] + shuttled(question->features, count);
  set_state(question->features, count, up, 0, 1);
  mrt_ask_models(program, true, question);
}

/* Adds what one region, which is being entered, is expected to do. */
static void add_own(const struct mrt_program *file, const struct mrt_region_state *now, const double *features,
                    double *total) {
  unsigned count = file->raw_features;
  bool known = expect(file);
  const double *mean = NULL;
  for (unsigned i = 0; known && i < expected.regions; i++)
    if (__atomic_load_n(&file->regions[i]->state, __ATOMIC_ACQUIRE) == now)
      mean = &expected.raw[(size_t)i * count];
  add_now(total, now, features, mean, false);
  expected.file = NULL; /* next time it may be another */
}

/* ---- one region ----------------------------------------------------------------------------------------- */

/* Whether an array was there before: two arrays in one block, or the same table. */
static bool is_seen(const void *const *arrays, const unsigned char *levels, unsigned i, struct mrt_extent extent) {
  for (unsigned j = 0; j < i; j++) {
    bool flat = levels == NULL || (levels[i] == 0 && levels[j] == 0);
    uintptr_t other = (uintptr_t)arrays[j];
    if (flat ? other >= extent.base && other - extent.base < extent.bytes
             : arrays[j] == arrays[i] && levels[j] == levels[i])
      return true;
  }
  return false;
}

/* The bytes that the arrays' segments must move to the device, and back if the host is to use them; `away`: were
 * nothing on the device.  What a table leads to is taken to be where one of its blocks is. */
static void moves(const struct mrt_region *region, const void *const *arrays, bool away, double *up, double *down) {
  const unsigned char *levels = region->levels;
  *up = *down = 0;
  if (arrays == NULL || (!away && mrt_device.unified))
    return;
  mrt_hold_memory();
  for (unsigned i = 0; arrays[i] != NULL; i++) {
    struct mrt_extent extent;
    double blocks = 1;
    if (levels == NULL || levels[i] == 0)
      extent = mrt_extent_at((uintptr_t)arrays[i]);
    else
      blocks = mrt_rows_of(arrays[i], levels[i], &extent);
    if (extent.bytes == 0 || is_seen(arrays, levels, i, extent))
      continue;
    const struct mrt_copy *copy = extent.segment == NULL ? NULL : extent.segment->copy;
    bool split = copy != NULL && copy->area.bytes != 0;
    if (away || copy == NULL || (!copy->device_valid && !split))
      *up += blocks * (double)extent.bytes;
    if (!away && copy != NULL && !copy->host_valid)
      *down += blocks * (double)extent.bytes;
  }
  mrt_unlock_memory();
}

void mrt_ask_region(struct mrt_region_state *state, const double *features, const void *const *arrays,
                    struct mrt_question *question) {
  const struct mrt_program *program = state->region->program;
  unsigned count = program->raw_features;
  memset(question->features, 0, sizeof question->features);
  add_own(program, state, features, question->features);
  double calls = mrt_remaining(state), up, down;
  bool away = mrt_only_asks();
  moves(state->region, arrays, away, &up, &down);
  if (state->first == 0 && up > 0)
    state->first = up;
  /* What was moved after the first time is taken to move again at each execution. */
  double again =
      ((double)__atomic_load_n(&state->moved, __ATOMIC_RELAXED) - state->first) / larger(executions(state), 1);
  if (again > 0 && !away)
    up += again * (calls - 1);
  else
    up += shuttled(question->features, count);
  set_state(question->features, count, up, down, 0);
  mrt_ask_models(program, false, question);
  double each = question->on_cpu / calls;
  __atomic_store(&state->on_cpu, &each, __ATOMIC_RELAXED);
  each = question->on_device / calls;
  __atomic_store(&state->on_device, &each, __ATOMIC_RELAXED);
}
