/* strips.c: a long execution on the CPU is broken off where the device is the better side for the rest of it.
 *
 * The loop is strip-mined.  Each strip has twice as many iterations as the one before it.  Behind a strip the rest is
 * expected to take in proportion what that strip took, so that the last rate counts where iterations do more and
 * more.  What the device takes for all iterations is what the model expects of it, longer by what the CPU takes
 * longer than it was expected to: where the text of a loop does not say how much it does, both sides do more.  How
 * many iterations a strip has follows from expectations, not from the clock: sums of floating-point numbers are
 * always added up in the same order, as long as the process stays on the CPU.
 */
#include "mrt_decide.h"

/* The first strip is a sixteenth of the loop, or an eighth of a start-up where that is less. */
static const double first_share = 1 / 16.0, first_cost = 1 / 8.0;

/* Executions that are expected to take less than this share of a start-up are not worth the team's waits: of loops
 * whose work is not known, and of others.  Such a one is surely long if it is expected to take so many start-ups. */
static const double least_uncertain = 1 / 256.0, least_counted = 1 / 4.0, surely = 4;

/* The CPU must be expected to take so much longer for the rest, and for so many executions more at the most: behind
 * these the pace of whole executions is known (corrections.c).  The first one may touch its memory for the first time:
 * later ones are expected to take half as long. */
static const double margin = 1.25, most_again = 3, touched = 0.5;

static const double no_time = 1e-9; /* more than 0, which stands for what is not known */

enum { ROUNDS = 4 }; /* iterations for each thread, at least: the strip ends with the slowest one */

static double load(const double *value) {
  double found;
  __atomic_load(value, &found, __ATOMIC_RELAXED);
  return found;
}

/* Seconds that opening the device takes, by the model that would be followed. */
static double start_up(const struct mrt_region_state *state) {
  unsigned model = __atomic_load_n(&state->wants, __ATOMIC_RELAXED);
  return state->region->program->models[model].facts.patience / MRT_PATIENCE;
}

/* Where the work is known and executions repeat, waiting shows soon enough what they take. */
bool mrt_can_strip(const struct mrt_region_state *state, double expected) {
  const struct mrt_settings *settings = mrt_settings();
  bool counted = state->region->strips == MRT_COUNTED;
  double lower = (counted ? least_counted : least_uncertain) * start_up(state);
  if (expected <= 0 || expected < lower || (counted && (expected > surely * start_up(state) || mrt_again(state) > 0)))
    return false;
  return state->region->strips != MRT_IN_ONE && mrt_revises(state) && !state->has_forced && !settings->verify &&
         !settings->explore && !mrt_only_asks() && mrt_models(state->region->program) > 0;
}

bool mrt_wants_strips(const struct mrt_region_state *state, mrt_u64 entered) {
  return entered == 1 && state->region->strips != MRT_IN_ONE && mrt_can_strip(state, load(&state->on_cpu)) &&
         !mrt_is_opened() && !mrt_device_is_open() && mrt_revised_arm() < 0 && mrt_history_says() < 0 &&
         mrt_is_waiting(state);
}

/* The device is opened for so many seconds of an execution on the CPU, if it is here. */
static bool open_for(const struct mrt_region_state *state, double seconds, const char *why) {
  pthread_mutex_lock(&mrt_decision_lock);
  bool open = mrt_is_opened() || mrt_open_for(state, seconds, why);
  pthread_mutex_unlock(&mrt_decision_lock);
  return open;
}

void mrt_strips(struct mrt_run *run, mrt_u64 count) {
  MRT_KEEP_THREAD;
  const struct mrt_region_state *state = run->region->state;
  double expected = load(&state->on_cpu), share = first_cost * start_up(state) / expected;
  double iterations = (double)count * (share < first_share ? share : first_share);
  mrt_u64 fewest = ROUNDS * (mrt_u64)mrt_team(0), first = iterations > 1 ? (mrt_u64)iterations : 1;
  first = first > fewest ? first : fewest;
  if (count == MRT_UNCOUNTABLE || count / 2 < first) {
    if (count != MRT_UNCOUNTABLE && expected >= start_up(state) && open_for(state, expected, "an execution of"))
      run->device = run->rest = MRT_OPENCL; /* it is as long as one that can't be broken off */
    return;
  }
  run->count = count;
  run->to = first;
  run->expected = expected;
  run->stripped = mrt_now();
}

/* How many executions like this one the later ones amount to, as far as they count here. */
static double later(const struct mrt_region_state *state) {
  pthread_mutex_lock(&mrt_decision_lock);
  double again = mrt_again(state); /* for the first execution: a number */
  pthread_mutex_unlock(&mrt_decision_lock);
  return touched * (again < most_again ? again : most_again);
}

/* Whether the device is the better side for a rest that takes the CPU so long, `whole` being what all of it takes. */
static bool is_better(const struct mrt_run *run, double rest, double whole) {
  const struct mrt_region_state *state = run->region->state;
  double device = load(&state->on_device), share = run->region->resumes ? rest / whole : 1, again = later(state);
  if (whole > run->expected)
    device *= whole / run->expected;
  double start = mrt_device_is_open() ? 0 : start_up(state);
  return rest + again * whole > margin * (device * (share + again) + start);
}

int mrt_next_strip(struct mrt_run *run) {
  MRT_KEEP_THREAD;
  struct mrt_region_state *state = run->region->state;
  double now = mrt_now(), seconds = now - run->stripped;
  mrt_u64 done = run->to - run->from, left = run->count - run->to;
  double rest = seconds * ((double)left / (double)done);
  run->spent += seconds;
  run->from = run->to;
  run->to = left < 4 * done ? run->count : run->to + 2 * done;
  bool better = is_better(run, rest, run->spent + rest), again = mrt_is_opened();
  if (better && !mrt_device_is_open())
    better = open_for(state, rest, "the rest of");
  if (better) {
    double patient = again ? no_time : rest; /* so long kernels are waited for, the first time */
    __atomic_store(&state->on_cpu, &patient, __ATOMIC_RELAXED);
    run->device = run->rest = MRT_OPENCL;
  }
  run->stripped = mrt_now();
  return 1;
}

void mrt_rest(struct mrt_run *run) {
  if (run->start != 0)
    run->start += run->spent; /* what the strips took is none of the device's time */
  if (!run->region->resumes)
    run->from = 0;
  run->to = run->count;
}
