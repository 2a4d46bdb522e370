/* corrections.c: what regions took on the CPU so far corrects what the model expects of the process.
 *
 * A model's price for the CPU may be wrong by any factor, but a region's next executions are like its last ones.  So
 * what is still expected of a region that was measured is multiplied by its pace: what executions took over what was
 * expected of them.  The first execution may wait for pages and threads, and any one for another process: the longest
 * of the later ones is left out, and where there is only one, the lesser pace of the two counts.  The first one alone
 * is only heard where it took less than expected.  So are all executions of a region that has done what was expected
 * of it, as nobody knows how long it goes on.  Where the CPU takes longer than expected, the loops do more than their
 * text says, and the device takes longer by the same factor.
 */
#include "mrt_decide.h"

#include <math.h>
#include <stdlib.h>

static double load(const double *value) {
  double found;
  __atomic_load(value, &found, __ATOMIC_RELAXED);
  return found;
}

static void add(double *value, double more) {
  double sum = load(value) + more;
  __atomic_store(value, &sum, __ATOMIC_RELAXED);
}

static void add_to(struct mrt_took *took, double seconds, double expected) {
  add(&took->seconds, seconds);
  add(&took->expected, expected);
}

void mrt_note_pace(struct mrt_region_state *state, double seconds, unsigned executions, bool first) {
  double expected = load(&state->on_cpu) * executions;
  if (!(expected > 0) || !isfinite(expected))
    return;
  if (first) {
    add_to(&state->first_took, seconds, expected);
    return;
  }
  struct mrt_took *longest = &state->longest_took;
  double before = load(&longest->seconds);
  if (seconds > before) {
    add_to(&state->others_took, before, load(&longest->expected));
    __atomic_store(&longest->seconds, &seconds, __ATOMIC_RELAXED);
    __atomic_store(&longest->expected, &expected, __ATOMIC_RELAXED);
  } else
    add_to(&state->others_took, seconds, expected);
}

/* How many times as long as expected; 0 where nothing is known. */
static double ratio(const struct mrt_took *took) {
  double expected = load(&took->expected);
  return expected > 0 ? load(&took->seconds) / expected : 0;
}

/* The region's pace; 0 where nothing is known of it. */
static double pace_of(const struct mrt_region_state *state, bool certain) {
  double pace = ratio(&state->others_took), first = ratio(&state->first_took), second = ratio(&state->longest_took);
  if (pace <= 0)
    pace = second <= 0 ? fmin(first, 1) : first <= 0 ? fmin(second, 1) : fmin(first, second);
  return certain ? pace : fmin(pace, 1);
}

void mrt_correct(struct mrt_correction *correction, const struct mrt_region_state *state, double still, bool certain) {
  double expected = still * load(&state->on_cpu), pace = pace_of(state, certain);
  if (!(expected > 0) || !isfinite(expected) || pace <= 0)
    return;
  correction->expected += expected;
  correction->measured += expected * pace;
  correction->certain += certain ? expected * pace : 0;
  correction->device += still * load(&state->on_device) * fmax(pace - 1, 0);
}
