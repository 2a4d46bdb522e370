/* revise.c: work is taken back from the side that proves slow: what regions take, for the rule of revision.c.
 *
 * Times are those of the host: of executions from entry to exit, and of waits and copies outside of them, which count
 * for the region that used the device last.  So work on the device that the host does not wait for costs nothing.
 * That its launches do not hide what they will cost, the device is waited for behind a region's executions whose
 * number since the last change is a power of two.  Executions of less than ten microseconds on the CPU are not all
 * measured.
 */
#include "mrt_decide.h"
#include "mrt_region.h"

#include <math.h>

enum { MOST_SKIPPED = 16, MOST_TOLD = 48 };
static const double brief = 1e-5, least_patience = 0.01, all = 0.99;

pthread_mutex_t mrt_revision_lock = PTHREAD_MUTEX_INITIALIZER;
/* Guarded by the lock, but for what says otherwise. */
static struct mrt_revision rule;
static int revised = -1; /* the arm that regions follow in place of the model, or -1; atomic */
static unsigned era;     /* the rule's, atomic */
static bool stuck;       /* the device can't be tried */
static bool building;    /* regions run on the CPU until their kernels are built; atomic */
static bool wanted;      /* a region prefers the device while it is not open */
static double shares[2]; /* seconds on either side while the model mixes them */
static unsigned tried;   /* trials so far */
static double began;     /* when the first execution was measured, */
static double tried_at;  /* and seconds after that: when the last trial began */
static struct mrt_revised told[MOST_TOLD];
static unsigned told_count;

/* Of the thread: seconds of waits and of regions inside of others, regions on the device, whether it waits, and
 * whether it has the lock, for its signal handlers. */
static _Thread_local struct {
  double elsewhere;
  unsigned on_device;
  bool waits;
  volatile bool locks;
} thread __attribute__((tls_model("initial-exec")));

static void lock(void) {
  thread.locks = true;
  pthread_mutex_lock(&mrt_revision_lock);
}

static void unlock(void) {
  pthread_mutex_unlock(&mrt_revision_lock);
  thread.locks = false;
}

int mrt_revised_arm(void) { return __atomic_load_n(&revised, __ATOMIC_RELAXED); }

const struct mrt_revised *mrt_all_revised(unsigned *count) {
  *count = told_count;
  return told;
}

const char *mrt_arm_name(enum mrt_arm arm) {
  static const char *const names[] = {"the CPU", "OpenCL", "both sides"};
  return names[arm];
}

/* ---- where regions run ------------------------------------------------------------------------------------- */

/* Where the model has them run now. */
static enum mrt_arm arm_of_model(const struct mrt_program *program) {
  if (!mrt_is_opened() || __atomic_load_n(&building, __ATOMIC_RELAXED))
    return ARM_CPU;
  return mrt_model(program)->facts.granularity == MRT_BY_PROGRAM ? ARM_OPENCL : ARM_MIXED;
}

/* How long an arm is followed before the first trial: four start-ups where one is to be paid for it, those of the
 * device that would be opened, whichever model expects most. */
static double patience_of(const struct mrt_region_state *state, enum mrt_arm incumbent) {
  const struct mrt_program *program = state->region->program;
  unsigned expected = __atomic_load_n(&state->wants, __ATOMIC_RELAXED);
  unsigned model = mrt_is_opened() ? expected : mrt_model_to_try(program, expected);
  double patience = program->models[model < mrt_models(program) ? model : 0].facts.patience;
  patience /= incumbent == ARM_CPU ? 1 : MRT_PATIENCE;
  return patience > least_patience ? patience : least_patience;
}

/* As long as nothing was revised, the model may go elsewhere. */
static void follow(const struct mrt_region_state *state) {
  enum mrt_arm incumbent = arm_of_model(state->region->program);
  if (rule.era != 0 && (revised >= 0 || incumbent == rule.incumbent))
    return;
  if (rule.era == 0)
    began = mrt_now();
  mrt_revision_begin(&rule, incumbent, patience_of(state, incumbent));
  __atomic_store_n(&era, rule.era, __ATOMIC_RELAXED);
}

/* The arm that is tried next. */
static enum mrt_arm other_arm(const struct mrt_program *program) {
  double both = shares[MRT_CPU] + shares[MRT_OPENCL];
  bool mixes = shares[MRT_CPU] < all * both && shares[MRT_OPENCL] < all * both;
  bool odd = tried % 2 != 0, closed = !mrt_is_opened();
  if (stuck)
    return rule.incumbent;
  if (rule.incumbent == ARM_MIXED) {
    bool mostly_cpu = shares[MRT_CPU] > shares[MRT_OPENCL];
    return (mixes && odd ? !mostly_cpu : mostly_cpu) ? ARM_OPENCL : ARM_CPU;
  }
  bool by_region = mrt_model(program)->facts.granularity == MRT_BY_REGION;
  if (closed && wanted && by_region)
    return ARM_MIXED;
  if (!closed && mixes && odd)
    return ARM_MIXED;
  return rule.incumbent == ARM_CPU ? ARM_OPENCL : ARM_CPU;
}

/* ---- measuring ----------------------------------------------------------------------------------------------- */

bool mrt_revises(const struct mrt_region_state *state) { return mrt_settings()->revise && state->fixed < 0; }

void mrt_revise_enter(struct mrt_run *run, struct mrt_region_state *state, mrt_u64 entered) {
  unsigned stride = __atomic_load_n(&state->stride, __ATOMIC_RELAXED);
  stride = stride == 0 || run->device == MRT_OPENCL ? 1 : stride;
  if (stride > 1 && entered < __atomic_load_n(&state->timed, __ATOMIC_RELAXED))
    return;
  __atomic_store_n(&state->timed, entered + stride, __ATOMIC_RELAXED);
  run->weight = stride;
  run->elsewhere = thread.elsewhere;
}

bool mrt_revise_waits(const struct mrt_run *run) {
  struct mrt_region_state *state = run->region->state;
  unsigned now = __atomic_load_n(&era, __ATOMIC_RELAXED);
  if (run->weight == 0)
    return false;
  if (state->launched_era != now) {
    state->launched_era = now;
    state->launched = 0;
  }
  mrt_u64 number = ++state->launched;
  return (number & (number - 1)) == 0;
}

void mrt_revise_device(bool begins) { thread.on_device += begins ? 1u : ~0u; }

void mrt_revise_builds(bool so) { __atomic_store_n(&building, so, __ATOMIC_RELAXED); }

void mrt_revise_once(double seconds) { thread.elsewhere += seconds; }

double mrt_wait_begins(void) {
  if (thread.on_device > 0 || thread.waits || thread.locks || !mrt_settings()->revise)
    return 0;
  thread.waits = true;
  return mrt_now();
}

void mrt_wait_ends(double start, const struct mrt_region *region) {
  if (start == 0)
    return;
  double seconds = mrt_now() - start;
  thread.waits = false;
  thread.elsewhere += seconds;
  struct mrt_region_state *state = region != NULL ? __atomic_load_n(&region->state, __ATOMIC_ACQUIRE) : NULL;
  lock();
  if (rule.era != 0)
    mrt_history_add(true, false, seconds, 0);
  if (rule.era != 0)
    mrt_revision_wait(&rule, state != NULL && mrt_revises(state) ? &state->pace : NULL, seconds);
  unlock();
}

/* How much an execution has to do, in no unit: the sum of what the model counts, without bytes and blocks. */
static double work_of(const struct mrt_program *program, const double *features) {
  double work = 0;
  unsigned count = program->raw_features > 2 ? program->raw_features - 2 : program->raw_features;
  for (unsigned i = 0; i < count; i++)
    if (count == program->raw_features || (program->once >> i & 1) == 0)
      work += features[i];
  return work;
}

double mrt_seconds_on_cpu(const struct mrt_run *run, struct mrt_region_state *state) {
  lock();
  double measured = mrt_expected(&state->pace, ARM_CPU, work_of(run->region->program, run->features)), by_model;
  unlock();
  __atomic_load(&state->on_cpu, &by_model, __ATOMIC_RELAXED);
  return measured >= 0 ? measured : by_model > 0 ? by_model : INFINITY;
}

void mrt_touch_revision(void) {
  static struct mrt_pace pace;
  struct mrt_revision nothing = {0};
  mrt_revision_begin(&nothing, ARM_CPU, 1);
  mrt_revision_add(&nothing, &pace, 1, mrt_now() * 0, 1, false);
  lock();
  *(volatile unsigned *)&rule.era = rule.era;
  unlock();
}

/* ---- trials -------------------------------------------------------------------------------------------------- */

/* For the report and the profile. */
static void keep(const struct mrt_revision *trial, bool stays) {
  struct mrt_revised *one = &told[told_count < MOST_TOLD ? told_count : MOST_TOLD - 1];
  *one = (struct mrt_revised){.at = tried_at,
                              .from = trial->incumbent,
                              .to = trial->now,
                              .stays = stays,
                              .cost = trial->cost,
                              .same = trial->same,
                              .excess = trial->excess,
                              .lasted = trial->lasted};
  if (told_count < MOST_TOLD)
    told_count++;
}

/* Begins or ends a trial. */
static void settle_locked(void) {
  if (!mrt_is_trial(&rule)) {
    mrt_trace("trial: all regions on %s, after %.3g s on %s", mrt_arm_name(rule.other), rule.spent,
              mrt_arm_name(rule.incumbent));
    tried++;
    tried_at = mrt_now() - began;
    mrt_revision_settle(&rule);
  } else {
    struct mrt_revision before = rule;
    bool stays = mrt_revision_settle(&rule);
    keep(&before, stays);
    mrt_trace("trial: %.3g s on %s for what takes %.3g s on %s, %.3g s in all: %s", before.cost,
              mrt_arm_name(before.now), before.same, mrt_arm_name(before.incumbent), before.lasted,
              stays ? "they stay there" : "they go back");
  }
  __atomic_store_n(&revised, (int)rule.now, __ATOMIC_RELAXED);
  __atomic_store_n(&era, rule.era, __ATOMIC_RELAXED);
}

static bool is_due(double ahead) {
  lock();
  bool due = mrt_revision_is_due(&rule, ahead);
  unlock();
  return due;
}

/* Where all regions run on the CPU, as long as the rule wants, they and the host's code cost what they would without
 * a device: while there are copies on it, each access must be announced, those to many rows one by one. */
static void leave(void) {
  double start = mrt_wait_begins();
  mrt_leave_device();
  mrt_wait_ends(start, NULL);
}

/* Whether a trial need not wait for the device's start-up.  Meanwhile regions stay on the CPU, though the device is
 * open. */
static bool is_ready(struct mrt_region_state *state) {
  lock();
  __atomic_store_n(&revised, (int)rule.incumbent, __ATOMIC_RELAXED);
  unlock();
  return mrt_make_ready(state->region);
}

/* Whether regions that the model has sent to the device wait for kernels, as long as region/builds.c says. */
static bool is_building(void) {
  if (__atomic_load_n(&building, __ATOMIC_RELAXED) && mrt_ahead_ready(NULL, 0))
    mrt_revise_builds(false);
  return __atomic_load_n(&building, __ATOMIC_RELAXED);
}

/* No lock is held but perhaps that of regions.  What the device has still to do counts for the arm that is left. */
static void settle(struct mrt_region_state *state) {
  if (is_building())
    return;
  pthread_mutex_lock(&mrt_decision_lock);
  double ahead = mrt_again(state);
  pthread_mutex_unlock(&mrt_decision_lock);
  if (!is_due(ahead))
    return;
  if (mrt_pending_any()) {
    mrt_lock_memory();
    mrt_pending_wait_all();
    mrt_unlock_memory();
  }
  lock();
  bool goes = !mrt_is_trial(&rule) && rule.incumbent == ARM_CPU;
  unlock();
  bool opened = !goes || mrt_is_opened() || mrt_open_to_try(state);
  if (goes && opened && !is_ready(state))
    return;
  lock();
  enum mrt_arm before = rule.now;
  stuck |= !opened;
  if (!stuck && mrt_revision_is_due(&rule, ahead))
    settle_locked();
  bool leaves = rule.now == ARM_CPU && before != ARM_CPU;
  unlock();
  if (leaves)
    leave();
  mrt_residency_changed(); /* kept answers don't hold any more */
}

/* What executions took, and would have taken with the device closed or open instead. */
static void note_history(const struct mrt_region_state *state, double work, double seconds, unsigned executions) {
  bool open = rule.now != ARM_CPU;
  double elsewhere = mrt_expected(&state->pace, open ? ARM_CPU : ARM_MIXED, work);
  if (!open && elsewhere < 0)
    elsewhere = mrt_expected(&state->pace, ARM_OPENCL, work);
  mrt_history_add(open, mrt_is_waiting(state), seconds, executions * elsewhere);
}

/* Whether the region is expected to be executed again; only asked behind its first execution since a change. */
static bool is_expected_again(struct mrt_region_state *state) {
  unsigned now = __atomic_load_n(&era, __ATOMIC_RELAXED);
  if (now != 0 && __atomic_exchange_n(&state->asked_era, now, __ATOMIC_RELAXED) == now)
    return true;
  pthread_mutex_lock(&mrt_decision_lock);
  double ahead = mrt_again(state);
  pthread_mutex_unlock(&mrt_decision_lock);
  return ahead > 0;
}

void mrt_revise(const struct mrt_run *run, struct mrt_region_state *state, double seconds) {
  double own = seconds - (thread.elsewhere - run->elsewhere);
  own = own > 0 ? own : 0;
  if (run->device == MRT_CPU) {
    double stride = own > 0 ? brief / own : MOST_SKIPPED;
    __atomic_store_n(&state->stride, stride >= MOST_SKIPPED ? MOST_SKIPPED : stride > 1 ? (unsigned)stride : 1,
                     __ATOMIC_RELAXED);
  }
  thread.elsewhere = run->elsewhere + seconds;
  if (mrt_device_is_lost() || thread.locks)
    return;
  if (run->began && __atomic_load_n(&building, __ATOMIC_RELAXED)) /* on the device, which is none of the arms' now */
    return;
  const struct mrt_program *program = state->region->program;
  double measured = own * run->weight;
  bool again = is_expected_again(state);
  lock();
  wanted |= mrt_is_waiting(state);
  follow(state);
  if (rule.now == ARM_MIXED)
    shares[run->began != 0] += measured;
  if (run->device == MRT_CPU)
    mrt_note_pace(state, measured, run->weight, state->pace.era == 0);
  rule.other = other_arm(program);
  note_history(state, work_of(program, run->features), measured, run->weight);
  mrt_revision_add(&rule, &state->pace, work_of(program, run->features), measured, run->weight, again);
  bool due = mrt_revision_is_due(&rule, INFINITY);
  unlock();
  if (due)
    settle(state);
}
