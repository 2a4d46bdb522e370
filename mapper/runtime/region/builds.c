/* builds.c: which regions wait for kernels that are being built, and which run on the CPU meanwhile.
 *
 * As in ski rental, a region waits where that is expected to take less than the time which regions have spent on the
 * CPU for want of kernels, this execution's included, without what was waited for before.  So all waits together take
 * at most as long as that.  A region that is expected once needs its own kernels.  Others wait for all, since arrays
 * would go to and fro between the regions of both sides; and they wait only if as much as that is still to come.
 */
#include "mrt_region.h"

#include <math.h>

static bool building;          /* regions that were to run on the device do not, for want of kernels; atomic */
static double unbuilt, waited; /* seconds on the CPU for want of kernels, atomic; seconds of waits (regions locked) */

void mrt_count_unbuilt(const struct mrt_run *run, double seconds) {
  if (!__atomic_load_n(&building, __ATOMIC_RELAXED))
    return;
  double before, after;
  __atomic_load(&unbuilt, &before, __ATOMIC_RELAXED);
  after = before + seconds * (run->weight > 1 ? run->weight : 1);
  __atomic_store(&unbuilt, &after, __ATOMIC_RELAXED);
}

static bool are_there(const struct mrt_run *run, struct mrt_region_state *state) {
  bool once = mrt_remaining(state) <= 1;
  const struct mrt_region *whose = once ? run->region : NULL;
  if (mrt_ahead_ready(whose, 0))
    return true;
  double patience = mrt_model(run->region->program)->facts.patience, cpu = mrt_seconds_on_cpu(run, state);
  double needs = mrt_ahead_expected(whose, patience / MRT_PATIENCE), spent;
  if (!once && !isfinite(cpu))
    cpu = patience;
  __atomic_load(&unbuilt, &spent, __ATOMIC_RELAXED);
  double patient = once ? cpu : spent + cpu - waited, to_come = once ? cpu : (spent + cpu) * mrt_again(state);
  if (patient <= needs || to_come <= needs)
    return false;
  double start = mrt_now();
  bool there = mrt_ahead_ready(whose, patient);
  double seconds = mrt_now() - start;
  waited += seconds;
  mrt_trace("%s: waited %.3g s for kernels", run->region->id, seconds);
  return there;
}

/* As long as a region was turned away and kernels are being built, all that want the device may have to wait. */
static void note_answer(bool there) {
  bool before = __atomic_load_n(&building, __ATOMIC_RELAXED);
  if (there && (!before || !mrt_ahead_ready(NULL, 0)))
    return;
  __atomic_store_n(&building, !there, __ATOMIC_RELAXED);
  mrt_revise_builds(!there);
}

bool mrt_wait_for_kernels(const struct mrt_run *run) {
  struct mrt_region_state *state = run->region->state;
  bool there = state == NULL || !mrt_revises(state) || are_there(run, state);
  note_answer(there);
  return there;
}
