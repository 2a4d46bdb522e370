/* region.c: the life of a region on the device: begin, launch its loops, leave. */
#include "mrt_region.h"
#include "mrt_report.h"
#include "mrt_process.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LANES = 512 };

static pthread_mutex_t region_lock;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct mrt_run *running; /* guarded by region_lock, */
static pthread_t runner;        /* and whose that is */

/* Recursive, in case that a region's host parts reach another region. */
static void make_lock(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&region_lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

void mrt_forget_regions(void) {
  make_lock();
  if (running != NULL && !pthread_equal(runner, pthread_self()))
    running = NULL;
}

/* What is done once is not the region's time. */
static void count_once(struct mrt_run *run, double start) {
  if (start == 0)
    return;
  double spent = mrt_now() - start;
  mrt_count_startup(spent);
  run->start += spent;
}

static bool open_device(struct mrt_program *program, const char *id) {
  if (!mrt_open_device(id))
    return false;
  mrt_adopt_device(program);
  mrt_prefetch_all(program);
  return true;
}

/* Makes the device and a program ready. */
static bool prepare(struct mrt_run *run, struct mrt_program *program, const char *id) {
  double start = run->start != 0 ? mrt_now() : 0;
  bool ready = open_device(program, id) && mrt_prepare_program(program, id);
  count_once(run, start);
  return ready;
}

/* Makes all ready that the region needs, unless that takes too long. */
static bool prepare_in_time(struct mrt_run *run, const char *id) {
  double start = run->start != 0 ? mrt_now() : 0;
  bool ready = open_device(run->region->program, id), built = ready && mrt_wait_for_kernels(run);
  count_once(run, start);
  return built && prepare(run, run->region->program, id);
}

bool mrt_make_ready(struct mrt_region *region) {
  double start = mrt_now();
  pthread_once(&once, make_lock);
  pthread_mutex_lock(&region_lock);
  bool ready = open_device(region->program, region->id);
  pthread_mutex_unlock(&region_lock);
  mrt_count_startup(mrt_now() - start);
  mrt_revise_once(mrt_now() - start);
  return ready && mrt_ahead_ready(NULL, 0);
}

/* Makes the kernel ready, when its arrays are on their way: its program may have been being built. */
static bool prepare_kernel(const struct mrt_launch *launch) {
  struct mrt_run *run = launch->run;
  const struct mrt_program *program = mrt_kernel_program(launch->kernel, run);
  bool builds = run->start != 0 && (program->state->apart || mrt_ahead_has(program));
  double start = builds ? mrt_now() : 0;
  bool ready = mrt_prepare_kernel(launch->state, run);
  count_once(run, start);
  return ready;
}

int mrt_begin(struct mrt_run *run) {
  MRT_KEEP_THREAD;
  if (run->device != MRT_OPENCL)
    return 0;
  const char *id = run->region->id;
  pthread_once(&once, make_lock);
  pthread_mutex_lock(&region_lock);
  run->began = prepare_in_time(run, id);
  if (!run->began) {
    run->device = MRT_CPU;
    pthread_mutex_unlock(&region_lock);
    return 0;
  }
  run->outer = running;
  __atomic_store_n(&runner, pthread_self(), __ATOMIC_RELAXED); /* first: another thread may fork in between */
  __atomic_store_n(&running, run, __ATOMIC_RELEASE);
  mrt_revise_device(true);
  return run->began;
}

struct mrt_run *mrt_running(void) { return running; }

/* Whether the region's work must have ended when the region is left: for true times (without clocks after its first
 * call only), and where kernels work in
 * automatic arrays in place, whose frame may be left by longjmp and used again. */
static bool must_wait(const struct mrt_run *run) {
  const struct mrt_settings *settings = mrt_settings();
  bool timed = settings->profile != NULL && (settings->clocks || run->region->state->calls[MRT_OPENCL] == 0);
  return timed || (settings->explore && mrt_is_explored(run)) || mrt_revise_waits(run) ||
         (mrt_device.unified && mrt_stack_segments() > 0);
}

static void count(const struct mrt_run *run) {
  struct mrt_region_state *state = run->region->state;
  double seconds = mrt_now() - run->start;
  if (mrt_settings()->measure)
    mrt_count_call(state, run->began ? MRT_OPENCL : MRT_CPU, seconds, run->features);
  bool waited = run->device == MRT_CPU && mrt_is_waiting(state);
  if (mrt_settings()->explore)
    mrt_explored(run, seconds);
  if (run->weight > 0)
    mrt_revise(run, state, seconds);                  /* on the side where it ran, before waiting changes that */
  if (run->device == MRT_CPU && !mrt_in_parallel()) { /* regions of a team are parts of the one around it */
    if (waited)
      mrt_count_waiting(state, seconds);
    mrt_count_unbuilt(run, seconds);
  }
}

void mrt_leave(struct mrt_run *run) {
  MRT_KEEP_THREAD;
  mrt_check(run);
  if (run->began) {
    mrt_hold_memory();
    bool waits = must_wait(run);
    if (waits || !mrt_batch_outlives(run))
      mrt_batch_end();
    if (waits)
      mrt_pending_wait_all();
    else if (mrt_device.gpu && !mrt_device_is_lost() && !mrt_batch_waits())
      mrt_device.cl.Flush(mrt_device.queue); /* a failure shows at the next wait */
    mrt_unlock_memory();
    mrt_revise_device(false);
  }
  if (run->start != 0 && run->region->state != NULL)
    count(run);
  if (run->began) {
    run->began = 0;
    mrt_adjust_teams();
    running = run->outer;
    pthread_mutex_unlock(&region_lock);
  }
}

/* Keeps the reason for the report. */
static void note_refusal(struct mrt_kernel_state *state, const char *why) {
  mrt_trace("%s: not launched: %s", state->kernel->id, why);
  mrt_stats_lock();
  state->refused++;
  if (state->refusal == NULL || strcmp(state->refusal, why) != 0) {
    free(state->refusal);
    state->refusal = strdup(why);
  }
  mrt_stats_unlock();
}

/* Whether the user has sent a loop to the device. */
static bool is_sent(const struct mrt_launch *launch) {
  const struct mrt_settings *settings = mrt_settings();
  int forced = launch->state->forced >= 0 ? launch->state->forced : mrt_forced(settings, launch->run->region->id);
  return forced >= 0 ? forced == MRT_OPENCL : settings->choice != CHOOSE_AUTO && settings->choice != CHOOSE_CPU;
}

/* The host runs the loop. Where the user wanted it otherwise, the first time is reported. */
static void refuse(struct mrt_launch *launch, const char *why) {
  bool first = launch->state->refusal == NULL;
  note_refusal(launch->state, why);
  mrt_fall_back(launch->kernel->id, why);
  if (first && launch->outside && launch->kernel->sites != NULL)
    mrt_say("%s:%d:%d: %s; the loop %s runs on the CPU with OpenMP", launch->kernel->file, launch->kernel->line,
            launch->kernel->column, why, launch->kernel->id);
  else if (first && why != launch->state->failure && is_sent(launch))
    mrt_say("%s: not launched: %s; it runs on the CPU with OpenMP", launch->kernel->id, why);
}

enum { FIRST_SITE = 2 }; /* the flag's value for a kernel's first check */

static const char at_error_path[] = "an iteration came to an error path, or called too deep, where only the CPU goes on";

/* Why a launch stopped; the first time that a check failed is reported. */
static const char *why_stopped(struct mrt_launch *launch) {
  if (launch->site < FIRST_SITE || launch->kernel->sites == NULL)
    return at_error_path;
  const char *message = launch->kernel->sites[launch->site - FIRST_SITE];
  mrt_say("%s; the loop %s runs on the CPU with OpenMP", message, launch->kernel->id);
  return message;
}

/* A work-item stopped: the CPU runs the loop, on memory as it was, and prints or fails as the user meant. */
static void stop(struct mrt_launch *launch) {
  if (!mrt_undo(launch))
    mrt_die("%s: what the loop overwrote can't be restored; the program ends", launch->kernel->id);
  launch->state->launches++;
  launch->state->stopped = why_stopped(launch);
  note_refusal(launch->state, launch->state->stopped);
}

/* Enqueues a loop.  On CPUs, drivers compile each kernel when it runs first, beside the program: that must have ended
 * before the program exits and takes the compiler down. */
static const char *enqueue(struct mrt_launch *launch, cl_int *error) {
  if (mrt_device.gpu || launch->state->launches > 0)
    return mrt_enqueue(launch, error);
  double start = launch->run->weight > 0 ? mrt_now() : 0;
  struct mrt_guard *guard = mrt_guard_begin();
  const char *what = mrt_enqueue(launch, error);
  mrt_pending_wait_all();
  mrt_guard_end(guard);
  mrt_at_exit();
  if (start != 0)
    mrt_revise_once(mrt_now() - start);
  return what;
}

/* Launches with all segments known; false after a failure, or where the kernel stopped. */
static bool launch_resolved(struct mrt_launch *launch) {
  cl_int error = mrt_upload_slots(launch);
  const char *what = "moving data to the device failed";
  if (launch->too_large) {
    mrt_pending_wait_all(); /* copies from the host's own memory */
    mrt_explain(launch->why, sizeof launch->why, "the device has no memory for its arrays", error);
    refuse(launch, launch->why);
    return false;
  }
  if (error == CL_SUCCESS && !prepare_kernel(launch)) {
    mrt_pending_wait_all(); /* copies from the host's own memory */
    if (launch->state->failure != NULL)
      note_refusal(launch->state, launch->state->failure);
    return false;
  }
  if (error == CL_SUCCESS && launch->kernel->stops && !mrt_save(launch, &error)) {
    refuse(launch, "the device has no memory to save what an error path would have to undo");
    return false;
  }
  if (error == CL_SUCCESS && launch->kernel->sites != NULL && !mrt_prepare_checks(launch, &error)) {
    mrt_save_end();
    refuse(launch, "the device has no memory to check which iteration writes what");
    return false;
  }
  if (error == CL_SUCCESS && !mrt_expand(launch)) {
    mrt_save_end();
    mrt_checks_end();
    refuse(launch, "the device has no memory for private arrays");
    return false;
  }
  struct mrt_kernel_state *plain = launch->state, *relaid = error == CL_SUCCESS ? mrt_relay(launch) : NULL;
  if (error == CL_SUCCESS && mrt_device_is_lost()) { /* making that version has failed */
    mrt_pending_wait_all();
    mrt_save_end();
    mrt_checks_end();
    mrt_expand_end();
    return false;
  }
  if (relaid != NULL)
    launch->state = relaid;
  if (error == CL_SUCCESS)
    what = enqueue(launch, &error);
  launch->state = plain;
  mrt_checks_end();
  mrt_expand_end();
  if (launch->stopped)
    stop(launch);
  mrt_save_end();
  if (launch->stopped)
    return false;
  if (launch->declined) {
    refuse(launch, "what its iterations count by their thread's number does not determine where each of them stores");
    return false;
  }
  if (error != CL_SUCCESS) {
    mrt_relay_settle(launch, false);
    mrt_device_failed(launch->kernel->id, what, error);
    mrt_pending_wait_all(); /* parts of the loop may be running in the host's own memory */
    return false;
  }
  mrt_settle_slots(launch);
  mrt_relay_settle(launch, true);
  launch->state->launches++;
  if (relaid != NULL)
    relaid->launches++;
  return true;
}

/* The same, but under MAPPER_VERIFY as if it had been refused, so that the CPU runs the loop, too. */
static bool launch_verified(struct mrt_launch *launch) {
  struct mrt_check *check = mrt_settings()->verify && !launch->state->differed ? mrt_check_begin(launch) : NULL;
  bool done = launch_resolved(launch);
  if (check == NULL)
    return done;
  if (done)
    mrt_check_launched(check, launch);
  else
    mrt_check_drop(check);
  return false;
}

/* Why the iterations of a launch can't be numbered on the device, where several work-items may share each; NULL where
 * they can. */
static const char *uncountable(const struct mrt_kernel *kernel, const mrt_u64 *counts) {
  mrt_u64 total = MOST_LANES;
  for (unsigned d = 0; d < kernel->dimensions; d++) {
    if (counts[d] == MRT_UNDIVIDED)
      return "the size of its tiles does not divide their range, and the last ones end behind it";
    if (counts[d] == MRT_OUTSIDE)
      return "its subscripts may leave the rows of its arrays";
    if (counts[d] == MRT_CARRIED)
      return "an iteration may read what another one left in a private variable";
    if (counts[d] == MRT_UNREAD)
      return "it is not known which memory a context of its functions leads to";
    if (counts[d] == MRT_LED)
      return "a pointer leads to a variable that the kernel has a copy of";
    if (counts[d] == MRT_UNCOUNTABLE)
      return "its iterations don't fit the type of its counter";
    if (__builtin_mul_overflow(total, counts[d], &total))
      return "it has too many iterations";
  }
  return NULL;
}

static bool launch_locked(struct mrt_launch *launch) {
  if (mrt_device_is_lost())
    return false;
  launch->state = mrt_kernel_state(launch->kernel, launch->run);
  if (launch->state == NULL)
    return false;
  int forced = launch->state->forced;
  if (forced == MRT_CPU || (forced < 0 && launch->run->rest == MRT_CPU)) {
    note_refusal(launch->state,
                 forced < 0 ? "MAPPER_FORCE sends only other loops of its region to the device" : "MAPPER_FORCE");
    return false;
  }
  if (launch->state->failure != NULL) {
    refuse(launch, launch->state->failure);
    return false;
  }
  if (launch->state->stopped != NULL) {
    note_refusal(launch->state, launch->state->stopped);
    return false;
  }
  if (launch->run->check != NULL) /* the CPU runs this loop as a part of what is verified */
    return false;
  mrt_drop_dead_stack();
  const char *why = uncountable(launch->kernel, launch->counts);
  launch->unresolved = why != NULL;
  if (why == NULL)
    why = mrt_resolve(launch);
  if (why == NULL)
    return launch_verified(launch);
  refuse(launch, why);
  return false;
}

/* Whether the launch is collected with the one before it. */
static bool takes(const struct mrt_run *run, const struct mrt_kernel *kernel, const mrt_u64 *counts,
                  const struct mrt_arg *args, unsigned n, void *const *later) {
  mrt_hold_memory();
  bool taken = !mrt_device_is_lost() && mrt_batch_takes(run, kernel, counts, args, n, later);
  mrt_unlock_memory();
  return taken;
}

int mrt_launch_later(struct mrt_run *run, struct mrt_kernel *kernel, const mrt_u64 *counts, struct mrt_arg *args,
                     unsigned n, void *const *later) {
  MRT_KEEP_THREAD;
  if (!run->began)
    return 0;
  for (unsigned d = 0; d < kernel->dimensions; d++)
    if (counts[d] == 0)
      return 1;
  mrt_u64 first = run->region->resumes ? run->from : 0;
  if (first == 0 && kernel->batch != NULL && uncountable(kernel, counts) == NULL &&
      takes(run, kernel, counts, args, n, later))
    return kernel->reductions > 0 ? 2 : 1;
  bool ready = !mrt_device_is_lost() && prepare(run, mrt_kernel_program(kernel, run), kernel->id);
  struct mrt_launch launch = {
      .run = run, .kernel = kernel, .counts = counts, .first = first, .args = args, .n = n, .later = later};
  mrt_lock_memory();
  launch.slots = calloc(n + 1u, sizeof *launch.slots);
  bool done = ready && launch.slots != NULL && launch_locked(&launch);
  if (!done)
    mrt_bring_home(&launch);
  else if (first == 0)
    mrt_batch_begin(&launch);
  mrt_release_slots(&launch);
  free(launch.slots);
  mrt_unlock_memory();
  return done && launch.late ? 2 : done;
}

int mrt_launch(struct mrt_run *run, struct mrt_kernel *kernel, const mrt_u64 *counts, struct mrt_arg *args,
               unsigned n) {
  return mrt_launch_later(run, kernel, counts, args, n, NULL);
}
