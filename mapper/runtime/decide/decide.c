/* decide.c: where a region runs (mrt_enter).
 *
 * The answer for the last vector of features is kept in the region's state under a sequence lock: readers take
 * no lock, and write nothing but the count of executions, so that threads which enter the same region never wait
 * for each other.
 */
#include "mrt_decide.h"
#include "mrt_process.h"

#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* libgomp's, where the program is linked with it; the library itself needs no OpenMP. */
extern int omp_in_parallel(void) __attribute__((weak));
extern int omp_get_max_threads(void) __attribute__((weak));
extern int omp_get_thread_num(void) __attribute__((weak));
extern int omp_get_level(void) __attribute__((weak));
extern int omp_get_thread_limit(void) __attribute__((weak));
extern int omp_get_max_active_levels(void) __attribute__((weak));

/* An answer changes only when the score is that clear. */
static const double hysteresis = 0.1;

pthread_mutex_t mrt_decision_lock = PTHREAD_MUTEX_INITIALIZER;
/* Of the process; guarded by the lock, `open` is read without it. */
static struct {
  bool open;                     /* opening the device was found to pay, or was paid */
  bool hesitates;                /* it was, but little is expected of it */
  bool paced;                    /* the CPU would be done before it, at its pace */
  double waited[MRT_MAX_MODELS]; /* seconds on the CPU in regions that prefer the device of that model */
  char text[MRT_PATH + 256];
} whole;

const char *mrt_program_answer(void) { return whole.text; }

bool mrt_is_opened(void) { return __atomic_load_n(&whole.open, __ATOMIC_RELAXED); }

bool mrt_open_to_try(const struct mrt_region_state *state) {
  pthread_mutex_lock(&mrt_decision_lock);
  const struct mrt_program *program = state->region->program;
  bool open = whole.open || mrt_choose_gpu(program) ||
              mrt_choose_model(program, __atomic_load_n(&state->wants, __ATOMIC_RELAXED));
  __atomic_store_n(&whole.open, open, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&mrt_decision_lock);
  return open;
}

/* The kept answer for these features, or -1. */
static int recall(struct mrt_region_state *state, const double *features, unsigned count, mrt_u64 entered) {
  unsigned before = __atomic_load_n(&state->sequence, __ATOMIC_ACQUIRE);
  if (before & 1u)
    return -1;
  bool moved = __atomic_load_n(&state->epoch, __ATOMIC_RELAXED) != __atomic_load_n(&mrt_epoch, __ATOMIC_RELAXED);
  if ((moved && !mrt_only_asks()) || entered >= __atomic_load_n(&state->check, __ATOMIC_RELAXED))
    return -1;
  for (unsigned i = 0; i < count; i++) {
    double kept;
    __atomic_load(&state->last[i], &kept, __ATOMIC_RELAXED);
    if (memcmp(&kept, &features[i], sizeof kept) != 0)
      return -1;
  }
  int answer = __atomic_load_n(&state->answer, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return __atomic_load_n(&state->sequence, __ATOMIC_RELAXED) == before ? answer : -1;
}

static void remember(struct mrt_region_state *state, const double *features, unsigned count, unsigned epoch,
                     int answer) {
  unsigned before = state->sequence;
  mrt_u64 entered = __atomic_load_n(&state->entered, __ATOMIC_RELAXED);
  double expected = state->expected < 1e15 ? state->expected : 1e15;
  /* Once a region has done what was expected, it is asked again whenever its executions have more than doubled. */
  mrt_u64 check = expected > (double)entered ? (mrt_u64)expected + 1 : 2 * entered + 1;
  __atomic_store_n(&state->sequence, before + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  for (unsigned i = 0; i < count; i++) {
    double value = features[i];
    __atomic_store(&state->last[i], &value, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&state->epoch, epoch, __ATOMIC_RELAXED);
  __atomic_store_n(&state->check, check, __ATOMIC_RELAXED);
  __atomic_store_n(&state->answer, answer, __ATOMIC_RELAXED);
  __atomic_store_n(&state->sequence, before + 2, __ATOMIC_RELEASE);
}

/* Keeps the way to the answer for the report. */
static void keep_path(struct mrt_region_state *state, const struct mrt_question *question) {
  mrt_stats_lock();
  state->score = question->score;
  if (state->path == NULL || strcmp(state->path, question->path) != 0) {
    free(state->path);
    state->path = strdup(question->path);
  }
  mrt_stats_unlock();
}

/* Whether the first question's answer is to open a device. */
static bool is_worth_it(const struct mrt_region_state *state, const struct mrt_question *question) {
  bool near = mrt_settings()->explore && question->score > -MRT_NEAR;
  return (question->score > 0 || near) && state->fixed < 0;
}

/* The same, without waiting on the CPU first, or measuring a part of the only execution there, and not where the CPU
 * would have done all before the device at the pace that it had so far.  Otherwise no device is looked for yet: that
 * is part of a start-up. */
static bool is_worth_it_now(const struct mrt_region_state *state, const struct mrt_question *question) {
  bool measures = question->score > 0 && mrt_again(state) == 0 && mrt_can_strip(state, question->on_cpu);
  whole.hesitates = !mrt_settings()->explore && (measures || mrt_gains_little(state->region->program, question));
  whole.paced = !mrt_settings()->explore && state->fixed < 0 &&
                mrt_at_this_pace(question->on_cpu) < fmin(question->on_cpu, question->on_device);
  return is_worth_it(state, question) && !whole.hesitates && !whole.paced;
}

/* Keeps the answer as text. */
static void tell_answer(const struct mrt_program *program, const struct mrt_question *question, bool open) {
  if (open && program->model_count > 1)
    snprintf(whole.text, sizeof whole.text, "OpenCL on %.80s, by the model %.80s, because %s",
             program->models[question->model].device, program->models[question->model].name,
             mrt_reason(question->path));
  else if (whole.paced && question->score > 0)
    snprintf(whole.text, sizeof whole.text, "CPU, which takes %.3g s at its pace so far, OpenCL %.3g",
             mrt_at_this_pace(question->on_cpu), question->on_device);
  else
    snprintf(whole.text, sizeof whole.text, "%s, because %s",
             open              ? "OpenCL"
             : whole.hesitates ? "CPU at first"
                               : "CPU",
             mrt_reason(question->path));
  mrt_trace("program: %s", whole.text);
}

/* The same of an answer that an earlier process gave. */
static void tell_history(const struct mrt_program *program, bool open) {
  char why[MRT_PATH];
  if (!mrt_settings()->measure)
    return;
  mrt_history_reason(why, sizeof why);
  if (open && program->model_count > 1)
    snprintf(whole.text, sizeof whole.text, "OpenCL on the device of the model %.80s, because %s",
             mrt_history_model(), why);
  else
    snprintf(whole.text, sizeof whole.text, "%s, because %s", open ? "OpenCL" : "CPU", why);
  mrt_trace("program: %s", whole.text);
}

/* What is expected of the device that a later process would open: that of a GPU which may be here, whatever model
 * expects most. */
static void keep_expectation(const struct mrt_program *program, const struct mrt_question *question) {
  unsigned number = mrt_model_to_try(program, question->model);
  if (mrt_settings()->history)
    mrt_history_expects(&program->models[number], mrt_expect_of(program, number, question));
}

/* The first question, unless it is settled: whether the device is to be opened at all, and which. */
static void ask_program(struct mrt_region_state *state, const double *features, struct mrt_question *question) {
  if (!mrt_only_asks() && (whole.open || mrt_device_is_open())) {
    if (mrt_settings()->measure && whole.text[0] == '\0')
      snprintf(whole.text, sizeof whole.text, "OpenCL, because the device is open already");
    __atomic_store_n(&whole.open, true, __ATOMIC_RELAXED);
    return;
  }
  const struct mrt_program *program = state->region->program;
  mrt_ask_program(state, features, question);
  mrt_history_asked(question->on_cpu);
  int before = state->fixed < 0 ? mrt_history_says() : -1;
  if (before == MRT_OPENCL && mrt_opened_beside() == OPENING_DONE) {
    tell_history(program, true);
    mrt_history_expects(mrt_model(program), 0);
    __atomic_store_n(&whole.open, true, __ATOMIC_RELAXED);
    return;
  }
  keep_expectation(program, question);
  whole.hesitates = false;
  bool open = before != MRT_CPU && is_worth_it_now(state, question);
  if (open && !mrt_choose_model(program, question->model)) {
    mrt_ask_models(program, true, question);
    open = is_worth_it_now(state, question) && mrt_choose_model(program, question->model);
  }
  mrt_keep_question(state, true, question);
  if (mrt_settings()->measure && before == MRT_CPU)
    tell_history(program, false);
  else if (mrt_settings()->measure)
    tell_answer(program, question, open);
  __atomic_store_n(&whole.open, open, __ATOMIC_RELAXED);
}

/* Whether an execution is not to be waited for: it can't be broken off, and is expected to take longer than regions
 * would wait in all. */
static bool waits_too_long(const struct mrt_region_state *state, const struct mrt_question *question) {
  double seconds, patience = state->region->program->models[question->model].facts.patience / MRT_PATIENCE;
  __atomic_load(&state->on_cpu, &seconds, __ATOMIC_RELAXED);
  bool waits = seconds < patience || mrt_can_strip(state, seconds);
  return whole.hesitates && state->fixed < 0 && seconds > 0 && !waits;
}

bool mrt_open_for(const struct mrt_region_state *state, double seconds, const char *why) {
  const struct mrt_program *program = state->region->program;
  unsigned model = __atomic_load_n(&state->wants, __ATOMIC_RELAXED);
  if (!mrt_choose_model(program, model))
    return false;
  __atomic_store_n(&whole.open, true, __ATOMIC_RELAXED);
  snprintf(whole.text, sizeof whole.text, "OpenCL%s%.80s, because %s %.80s is expected to take %.3g s on the CPU",
           program->model_count > 1 ? " on " : "", program->model_count > 1 ? program->models[model].device : "", why,
           state->region->id, seconds);
  mrt_trace("program: %s", whole.text);
  mrt_residency_changed(); /* kept answers don't hold any more */
  return true;
}

/* The same in the place of an execution that is not to be waited for. */
static void open_now(const struct mrt_region_state *state) {
  double seconds;
  __atomic_load(&state->on_cpu, &seconds, __ATOMIC_RELAXED);
  mrt_open_for(state, seconds, "an execution of");
}

/* Asks the model, and under MAPPER_EXPLORE the clock; decisions locked.  `again`: the answer is for this time. */
static int ask(const struct mrt_run *run, struct mrt_region_state *state, const double *features,
               const void *const *arrays, bool *again) {
  struct mrt_question question;
  ask_program(state, features, &question);
  mrt_ask_region(state, features, arrays, &question);
  mrt_keep_question(state, false, &question);
  if (mrt_settings()->measure) {
    keep_path(state, &question);
    mrt_trace("%s: score %.3g, because %s", state->region->id, question.score, mrt_reason(question.path));
  }
  bool prefers = question.score > 0;
  __atomic_store_n(&state->wants, question.model, __ATOMIC_RELAXED);
  __atomic_store_n(&state->prefers, prefers && state->fixed < 0, __ATOMIC_RELAXED);
  if (!whole.open && prefers && waits_too_long(state, &question))
    open_now(state);
  if (!whole.open)
    return MRT_CPU;
  bool settled = state->answer >= 0 && fabs(question.score) < hysteresis;
  int answer = settled ? state->answer : prefers ? MRT_OPENCL : MRT_CPU;
  if (mrt_model(state->region->program)->facts.granularity == MRT_BY_PROGRAM)
    answer = MRT_OPENCL;
  bool near = mrt_settings()->explore && state->fixed < 0 && fabs(question.score) < MRT_NEAR;
  return near && mrt_device_is_open() ? mrt_explore(run, state, features, answer, again) : answer;
}

/* What the model says, from memory where nothing has changed since last time. */
static int by_model(const struct mrt_run *run, struct mrt_region_state *state, const double *features,
                    const void *const *arrays, mrt_u64 entered) {
  unsigned count = state->region->program->raw_features;
  int answer = recall(state, features, count, entered);
  if (answer < 0) {
    pthread_mutex_lock(&mrt_decision_lock);
    unsigned epoch = __atomic_load_n(&mrt_epoch, __ATOMIC_ACQUIRE);
    bool again = false;
    mrt_note_past(state, entered);
    answer = ask(run, state, features, arrays, &again);
    remember(state, features, count, epoch, answer);
    if (again)
      __atomic_store_n(&state->check, entered, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&mrt_decision_lock);
  }
  return answer;
}

/* Where all regions run while the model is not followed, else what the model says. */
static int by_time_or_model(const struct mrt_run *run, struct mrt_region_state *state, const double *features,
                            const void *const *arrays, mrt_u64 entered) {
  int arm = mrt_revised_arm();
  if (arm == ARM_CPU)
    return MRT_CPU;
  return arm == ARM_OPENCL ? MRT_OPENCL : by_model(run, state, features, arrays, entered);
}

bool mrt_in_parallel(void) { return omp_in_parallel != NULL && omp_in_parallel(); }

/* Whether the region could run on the device now. */
static bool possible(const struct mrt_region_state *state) {
  if (mrt_in_parallel() || mrt_device_is_lost())
    return false;
  const struct mrt_program_state *program = __atomic_load_n(&state->region->program->state, __ATOMIC_ACQUIRE);
  return program == NULL || !__atomic_load_n(&program->unusable, __ATOMIC_RELAXED);
}

/* Whether the model is asked without being followed: a profile of a run with all regions on one side has all that
 * it would have been asked in a process that stays on the CPU. */
static bool only_asks(const struct mrt_region_state *state) {
  return mrt_only_asks() && state->region->program->abi == MRT_ABI &&
         state->region->program->features <= MRT_MAX_FEATURES;
}

/* The first GPU that there is becomes the device, unless another one is open. */
static void look_for_gpu(struct mrt_region_state *state) {
  bool here = mrt_device_is_open() ? mrt_device.gpu : mrt_choose_gpu(state->region->program);
  if (!here && !mrt_device_is_open() && mrt_models(state->region->program) < 2) {
    const struct mrt_candidate *all;
    const char *why;
    for (unsigned count = mrt_devices(&all, &why); count-- > 0 && !here;)
      here = mrt_is_gpu(&all[count]);
  }
  if (!here)
    mrt_say("%s: the source wants it on a GPU, and there is none; it runs on the CPU with OpenMP", state->region->id);
  __atomic_store_n(&state->fixed, here ? MRT_OPENCL : MRT_CPU, __ATOMIC_RELAXED);
  __atomic_store_n(&state->looks_for_gpu, false, __ATOMIC_RELEASE);
}

/* A region that the user sends to the device, and that stays on the CPU: why, the first time. */
static void tell_impossible(struct mrt_region_state *state) {
  mrt_tell_forked(state->region->id);
  if (mrt_in_parallel() && !__atomic_exchange_n(&state->in_team, true, __ATOMIC_RELAXED))
    mrt_say("%s: not launched: a parallel region around it runs on the CPU; it runs on the CPU with OpenMP",
            state->region->id);
}

static void decide(struct mrt_run *run, struct mrt_region_state *state, const double *features,
                   const void *const *arrays) {
  run->rest = run->device = MRT_CPU;
  if (state != NULL && __atomic_load_n(&state->looks_for_gpu, __ATOMIC_ACQUIRE))
    look_for_gpu(state);
  bool unused = state != NULL && state->fixed == MRT_CPU && !state->has_forced;
  bool asked = state != NULL && state->fixed >= 0 && only_asks(state);
  if (state == NULL || (unused && !asked))
    return;
  if (!possible(state)) {
    if (!unused && state->fixed == MRT_OPENCL)
      tell_impossible(state);
    return;
  }
  mrt_u64 entered = __atomic_add_fetch(&state->entered, 1, __ATOMIC_RELAXED);
  if (asked)
    by_model(run, state, features, arrays, entered);
  run->rest = state->fixed >= 0 ? state->fixed : by_time_or_model(run, state, features, arrays, entered);
  run->device = state->has_forced ? MRT_OPENCL : run->rest;
  run->strips = run->device == MRT_CPU && mrt_wants_strips(state, entered);
  if (mrt_revises(state))
    mrt_revise_enter(run, state, entered);
}

bool mrt_is_waiting(const struct mrt_region_state *state) {
  return __atomic_load_n(&state->prefers, __ATOMIC_RELAXED) && !__atomic_load_n(&whole.open, __ATOMIC_RELAXED);
}

/* Rent or buy: once waiting has cost several times what opening the device does, or once as much where little is
 * expected of it, it is opened, so that a wrong expectation of what the program will do can't cost much more than
 * that. Near the expected end it does not pay: as much waiting must be to come, if regions go on as the one that has
 * just waited does. */
void mrt_count_waiting(struct mrt_region_state *state, double seconds) {
  const struct mrt_program *program = state->region->program;
  unsigned model = __atomic_load_n(&state->wants, __ATOMIC_RELAXED);
  pthread_mutex_lock(&mrt_decision_lock);
  whole.waited[model] += seconds;
  double waited = whole.waited[model];
  double patience = program->models[model].facts.patience / (whole.hesitates ? MRT_PATIENCE : 1);
  if (!whole.open && waited > patience && waited * mrt_again(state) > patience) {
    bool open = mrt_choose_model(program, model);
    __atomic_store_n(&whole.open, open, __ATOMIC_RELAXED);
    if (open) {
      snprintf(whole.text, sizeof whole.text, "OpenCL%s%.80s, after %.3g s on the CPU in regions that prefer it",
               program->model_count > 1 ? " on " : "", program->model_count > 1 ? program->models[model].device : "",
               waited);
      mrt_trace("program: %s", whole.text);
    }
    mrt_residency_changed(); /* kept answers don't hold any more */
  }
  pthread_mutex_unlock(&mrt_decision_lock);
}

void mrt_enter(struct mrt_run *run, struct mrt_region *region, const double *features, const void *const *arrays) {
  MRT_KEEP_THREAD;
  run->region = region;
  run->features = features;
  run->began = 0;
  run->start = 0;
  run->threads = 0;
  run->check = NULL;
  run->parts = 0;
  run->weight = 0;
  run->strips = 0;
  run->from = run->to = run->count = 0;
  run->spent = 0;
  struct mrt_region_state *state = mrt_region_state(region);
  decide(run, state, features, arrays);
  if (mrt_settings()->measure || run->weight > 0 ||
      (run->device == MRT_CPU && state != NULL && mrt_is_waiting(state)) ||
      (mrt_settings()->explore && mrt_is_explored(run)))
    run->start = mrt_now();
}

int mrt_team(int asked) {
  if (omp_get_max_threads == NULL || (omp_get_max_active_levels != NULL && omp_get_max_active_levels() < 1))
    return 1;
  int most = omp_get_thread_limit != NULL ? omp_get_thread_limit() : INT_MAX;
  if (asked <= 0)
    asked = omp_get_max_threads();
  return asked < most ? asked : most;
}

int mrt_threads(const struct mrt_run *run) { return mrt_team(run->threads); }

int mrt_team_threads(void) {
  const struct mrt_run *run = mrt_running();
  if (run != NULL)
    return mrt_threads(run);
  return mrt_team(0);
}

int mrt_tiled(int parts, int dimensions, const long *bounds) {
  const int stride = 2 * dimensions;
  const long *first = bounds, *last = bounds + (long)(parts > 0 ? parts - 1 : 0) * stride;
  mrt_u64 sum = 0, all = parts > 0;
  for (int d = 0; d < stride; d += 2)
    if (__builtin_mul_overflow(all, last[d + 1] > first[d] ? (mrt_u64)(last[d + 1] - first[d]) : 0, &all))
      return 0;
  for (int part = 0; part < parts; part++) {
    const long *own = bounds + (long)part * stride;
    mrt_u64 size = 1;
    int inside = 1;
    for (int d = 0; d < stride; d += 2) {
      inside &= own[d] >= 0 && own[d] >= first[d] && own[d + 1] <= last[d + 1];
      if (__builtin_mul_overflow(size, own[d + 1] > own[d] ? (mrt_u64)(own[d + 1] - own[d]) : 0, &size))
        return 0;
    }
    if (size == 0)
      continue;
    if (!inside || __builtin_add_overflow(sum, size, &sum))
      return 0;
    for (const long *other = bounds; other < own; other += stride) {
      int apart = 0;
      for (int d = 0; d < stride; d += 2)
        apart |= own[d] >= other[d + 1] || other[d] >= own[d + 1] || other[d] >= other[d + 1];
      if (!apart)
        return 0;
    }
  }
  return sum == all;
}

int mrt_in_team(void) { return omp_get_level != NULL && omp_get_level() > 0; }

int mrt_thread_number(void) { return omp_get_thread_num != NULL ? omp_get_thread_num() : 0; }

/* ---- the rehearsal ---------------------------------------------------------------------------------------- */

static double no_score(const double *features, char *path, mrt_size size) {
  (void)features;
  (void)path;
  (void)size;
  return -1;
}

static void no_features(double *features, const double *weights) {
  (void)features;
  (void)weights;
}

enum { CACHE_LINE = 64 };

/* Brings memory into the process, and near to the processor. */
static void touch(const char *from, const char *to) {
  for (const char *at = from; at < to; at += CACHE_LINE)
    (void)*(const volatile char *)at;
}

/* Brings near what a file's decisions read and run.  What is expected is not run: it may divide by what the program
 * has not set yet. */
static void touch_program(const struct mrt_program *program) {
  double features[MRT_MAX_FEATURES];
  for (unsigned i = 0; i < MRT_MAX_FEATURES; i++)
    features[i] = 1;
  for (unsigned i = 0; i < mrt_models(program); i++) {
    program->combine(features, program->models[i].weights);
    program->models[i].score(features, NULL, 0);
  }
  for (struct mrt_region *const *region = program->regions; region != NULL && *region != NULL; region++) {
    touch((*region)->id, (*region)->id + 1);
    /* What is written is what is there: the page becomes the process's own. */
    struct mrt_region_state *none = NULL;
    __atomic_compare_exchange_n(&(*region)->state, &none, NULL, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
}

static void touch_programs(void) {
  fenv_t before; /* the program's exceptions are its own */
  feholdexcept(&before);
  touch(__start___mrt_expect_code, __stop___mrt_expect_code);
  touch(__start___mrt_score_code, __stop___mrt_score_code);
  touch(__start___mrt_score_data, __stop___mrt_score_data);
  for (const struct mrt_program *each = mrt_all_programs(); each != NULL; each = each->next)
    if (each->abi == MRT_ABI && each->features <= MRT_MAX_FEATURES)
      touch_program(each);
  fesetenv(&before);
}

/* A process's first decision reads the environment, meets the page faults of the library's code and data, binds the C
 * library's functions, and looks for the files of GPUs' drivers: some 40 microseconds.  A decision about nothing,
 * when the program starts, does so instead, so that the first region need not.  Its state would be seen where regions
 * are reported. */
__attribute__((constructor)) static void rehearse(void) {
  static const struct mrt_model model = {.name = "", .score = no_score, .device = "", .type = ""};
  static struct mrt_program program = {.abi = MRT_ABI,
                                       .name = "",
                                       .raw_features = 1,
                                       .features = 1 + MRT_STATE_FEATURES,
                                       .once = 1,
                                       .models = &model,
                                       .model_count = 1,
                                       .combine = no_features};
  static struct mrt_region region = {.id = "", .program = &program};
  const double features[1] = {0};
  const void *arrays[] = {&region, NULL}; /* the registry is asked for it, in vain */
  MRT_KEEP_THREAD;
  if (mrt_settings()->measure)
    return;
  for (const struct mrt_program *each = mrt_all_programs(); each != NULL; each = each->next)
    if (each->abi == MRT_ABI) {
      mrt_reserve_expectations(each);
      if (mrt_settings()->choice == CHOOSE_AUTO)
        mrt_look_for_gpu(each);
      if (each->statics != NULL && each->statics->address != NULL)
        arrays[0] = each->statics->address;
    }
  touch_programs();
  mrt_touch_states();
  mrt_touch_revision();
  struct mrt_region_state *state = mrt_region_state(&region);
  if (state != NULL && possible(state))
    by_model(NULL, state, features, arrays, 1);
}
