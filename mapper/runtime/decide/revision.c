/* revision.c: the rule of mrt_revision.h; docs/revision.md has it in words, with the bound and its proof.
 *
 * A trial begins when the incumbent arm has cost `patience`, or seems to have cost `doubting` more than the other
 * one: where nothing is known of that, it is taken to cost nothing.  Compared are executions of the same work: the
 * first execution of a region after a change of the arm is not, since it copies arrays and builds kernels.  What it
 * has cost the incumbent shows in the second one, if there is to be one.
 */
#include "mrt_revision.h"

#include <math.h>

enum { REMEMBERED = 4096 }; /* executions, before older ones count half: more than the host leaves to the device */
/* Each trial at least doubles what was waited for, and what it lost is at most an eighth of what is waited for next.
 */
static const double growth = 2, amortised = 8;
/* A trial fails where it costs more than a quarter of what led to it, or a quarter more than the same work on the
 * incumbent. */
static const double share = 0.25, tolerance = 1.25;

static double larger(double one, double other) { return one > other ? one : other; }

static int size_of(double work) {
  int exponent = 0;
  frexp(work, &exponent);
  return exponent < 0 ? 0 : exponent < MRT_SIZES ? exponent : MRT_SIZES - 1;
}

static bool is_work(double work) { return isfinite(work) && work > 0; }

static void note(struct mrt_measured *measured, double work, double seconds, unsigned executions) {
  if (measured->count >= REMEMBERED) {
    measured->seconds /= 2;
    measured->work /= 2;
    measured->count /= 2;
  }
  measured->seconds += seconds;
  measured->work += work;
  measured->count += executions < REMEMBERED ? executions : REMEMBERED;
}

/* The next known size from `from` on, upwards or downwards; NULL where there is none. */
static const struct mrt_measured *next_known(const struct mrt_measured *sizes, int from, int step) {
  for (int size = from; size >= 0 && size < MRT_SIZES; size += step)
    if (sizes[size].work > 0)
      return &sizes[size];
  return NULL;
}

/* What an execution takes that has more to do than `known`: as much more for its work as `known` takes more than the
 * one below it, since a part of either may not depend on the work; in proportion where only one is known. */
static double beyond(const struct mrt_measured *known, const struct mrt_measured *below, double work) {
  double seconds = known->seconds / known->count, mean = known->work / known->count, slope = seconds / mean;
  if (below != NULL) {
    double less = below->seconds / below->count, rise = (seconds - less) / (mean - below->work / below->count);
    slope = larger(rise < slope ? rise : slope, 0);
  }
  return seconds + slope * larger(work - mean, 0);
}

double mrt_expected(const struct mrt_pace *pace, enum mrt_arm arm, double work) {
  if (!is_work(work))
    work = 1;
  const struct mrt_measured *sizes = pace->sizes[arm], *first = &pace->first[arm];
  int size = size_of(work);
  const struct mrt_measured *above = next_known(sizes, size, 1), *below = next_known(sizes, size - 1, -1);
  if (above != NULL && (below == NULL || above == &sizes[size]))
    return above->seconds / above->work * work;
  if (below != NULL)
    return beyond(below, next_known(sizes, (int)(below - sizes) - 1, -1), work);
  return first->work > 0 ? first->seconds / first->work * work : -1;
}

/* ---- what was measured ------------------------------------------------------------------------------------- */

void mrt_revision_begin(struct mrt_revision *revision, enum mrt_arm incumbent, double patience) {
  *revision = (struct mrt_revision){
      .incumbent = incumbent,
      .now = incumbent,
      .other = incumbent,
      .era = revision->era + 1,
      .least = patience,
      .patience = patience,
      .doubting = patience,
  };
}

static void spend(struct mrt_revision *revision, double seconds, double elsewhere) {
  revision->total += seconds;
  revision->spent += seconds;
  revision->doubt = larger(revision->doubt + seconds - larger(elsewhere, 0), -revision->doubting);
}

/* What the first execution of a region in this era would have cost without what is done once: as much for its work
 * as the second one. */
static void spend_held(struct mrt_revision *revision, struct mrt_pace *pace, double each, double elsewhere) {
  const struct mrt_measured *first = &pace->first[revision->now];
  double usual = each * first->work;
  if (pace->held)
    spend(revision, usual < first->seconds ? usual : first->seconds, elsewhere * first->work);
  pace->held = false;
}

void mrt_revision_add(struct mrt_revision *revision, struct mrt_pace *pace, double work, double seconds,
                      unsigned executions, bool again) {
  bool trial = mrt_is_trial(revision), first = pace->era != revision->era;
  work = is_work(work) ? work : 1;
  double elsewhere = executions * mrt_expected(pace, trial ? revision->incumbent : revision->other, work);
  double usual = executions * mrt_expected(pace, revision->now, work);
  pace->era = revision->era;
  pace->size = size_of(work);
  pace->held &= !first;
  if (first)
    pace->first[revision->now] = (struct mrt_measured){seconds, executions * work, executions};
  else
    note(&pace->sizes[revision->now][pace->size], executions * work, seconds, executions);
  if (!trial && first && again && usual < 0) {
    pace->held = true;
    return;
  }
  if (!trial) {
    double done = executions * work;
    spend(revision, seconds, elsewhere);
    spend_held(revision, pace, seconds / done, elsewhere / done);
    if (!first)
      revision->longest = larger(revision->longest, seconds / executions);
    else if (usual >= 0)
      revision->lost += larger(seconds - usual, 0);
    return;
  }
  revision->lasted += seconds;
  revision->excess += seconds - larger(elsewhere, 0);
  if (!first && elsewhere >= 0) {
    revision->cost += seconds;
    revision->same += elsewhere;
  }
}

/* On the CPU nothing waits for the device but what was left there by the arm before. */
void mrt_revision_wait(struct mrt_revision *revision, struct mrt_pace *pace, double seconds) {
  bool left = revision->now == ARM_CPU;
  if (!left && pace != NULL)
    pace->sizes[revision->now][pace->size].seconds += seconds;
  if (!mrt_is_trial(revision)) {
    spend(revision, seconds, left ? seconds : 0);
    revision->longest = larger(revision->longest, left ? 0 : seconds);
    revision->lost += left ? seconds : 0;
    return;
  }
  revision->lasted += seconds;
  revision->excess += seconds;
  revision->cost += left ? 0 : seconds;
}

/* ---- trials -------------------------------------------------------------------------------------------------- */

/* What hiccups, and work that shows only when the host waits for it, may add to one side. */
static double slack(const struct mrt_revision *revision) {
  return larger(revision->longest, revision->limit / 16);
}

/* Seconds of the incumbent whose work a trial must have done before it may stay. */
static double enough(const struct mrt_revision *revision) { return larger(revision->limit / 2, 4 * slack(revision)); }

static bool has_failed(const struct mrt_revision *revision) {
  return revision->excess > share * revision->limit ||
         (revision->excess > 0 && revision->cost > tolerance * revision->same + slack(revision));
}

static bool is_over(const struct mrt_revision *revision) {
  return has_failed(revision) || revision->same >= enough(revision) || revision->lasted >= 4 * enough(revision);
}

bool mrt_revision_is_due(const struct mrt_revision *revision, double ahead) {
  if (mrt_is_trial(revision))
    return is_over(revision);
  bool enough = revision->spent >= revision->patience || revision->doubt >= revision->doubting;
  return enough && revision->spent >= amortised * revision->lost && revision->other != revision->incumbent &&
         revision->total * ahead >= revision->least;
}

static void change(struct mrt_revision *revision, enum mrt_arm arm) {
  revision->now = arm;
  revision->era++;
}

static void begin_trial(struct mrt_revision *revision) {
  double *waited[] = {&revision->patience, &revision->doubting};
  const double cost[] = {revision->spent, revision->doubt};
  revision->limit = 0;
  for (int i = 0; i < 2; i++)
    if (cost[i] >= *waited[i]) {
      revision->limit = larger(revision->limit, cost[i]);
      *waited[i] *= growth;
    }
  revision->cost = revision->same = revision->excess = revision->lasted = 0;
  change(revision, revision->other);
}

static bool end_trial(struct mrt_revision *revision) {
  bool faster = revision->excess < 0 || (revision->same >= enough(revision) && revision->cost < revision->same);
  bool stays = faster && !has_failed(revision);
  revision->lost = larger(revision->excess, 0);
  revision->spent = revision->doubt = revision->longest = 0;
  if (stays)
    revision->incumbent = revision->now;
  else
    change(revision, revision->incumbent);
  return stays;
}

bool mrt_revision_settle(struct mrt_revision *revision) {
  if (mrt_is_trial(revision))
    return end_trial(revision);
  begin_trial(revision);
  return false;
}
