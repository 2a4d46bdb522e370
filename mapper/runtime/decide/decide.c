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
extern int omp_get_dynamic(void) __attribute__((weak));
extern void omp_set_dynamic(int) __attribute__((weak));

/* An answer changes only when the score is that clear. */
static const double hysteresis = 0.1;

pthread_mutex_t mrt_decision_lock = PTHREAD_MUTEX_INITIALIZER;

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

/* Asks the model, and under MAPPER_EXPLORE the clock; decisions locked.  `again`: the answer is for this time. */
static int ask(const struct mrt_run *run, struct mrt_region_state *state, const double *features,
               const void *const *arrays, bool *again) {
  struct mrt_question question;
  mrt_ask_opening(state, features, &question);
  mrt_ask_region(state, features, arrays, &question);
  mrt_keep_question(state, false, &question);
  if (mrt_settings()->measure) {
    keep_path(state, &question);
    mrt_trace("%s: score %.3g, because %s", state->region->id, question.score, mrt_reason(question.path));
  }
  bool prefers = question.score > 0;
  __atomic_store_n(&state->wants, question.model, __ATOMIC_RELAXED);
  __atomic_store_n(&state->prefers, prefers && state->fixed < 0, __ATOMIC_RELAXED);
  if (prefers)
    mrt_open_if_long(state);
  if (!mrt_is_opened())
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

static bool adjusted; /* OpenMP chose smaller teams before this run on the device, and will again */

int mrt_threads(const struct mrt_run *run) {
  if (run->began && omp_get_dynamic != NULL && omp_set_dynamic != NULL && omp_get_dynamic()) {
    omp_set_dynamic(0); /* teams must have as many threads as the region's code has been told */
    adjusted = true;
  }
  return mrt_team(run->threads);
}

void mrt_adjust_teams(void) {
  if (adjusted)
    omp_set_dynamic(1);
  adjusted = false;
}

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
