/* decide.c: where a region runs (mrt_enter).
 *
 * The answer for the last vector of features is kept in the region's state under a sequence lock: readers take
 * no lock and write nothing, so that threads which enter the same region never wait for each other.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* libgomp's, where the program is linked with it; the library itself needs no OpenMP. */
extern int omp_in_parallel(void) __attribute__((weak));
extern int omp_get_max_threads(void) __attribute__((weak));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The kept answer for these features, or -1. */
static int recall(struct mrt_region_state *state, const double *features, unsigned count) {
  unsigned before = __atomic_load_n(&state->sequence, __ATOMIC_ACQUIRE);
  if (before & 1u)
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

static void remember(struct mrt_region_state *state, const double *features, unsigned count, int answer) {
  pthread_mutex_lock(&lock);
  unsigned before = state->sequence;
  __atomic_store_n(&state->sequence, before + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  for (unsigned i = 0; i < count; i++) {
    double value = features[i];
    __atomic_store(&state->last[i], &value, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&state->answer, answer, __ATOMIC_RELAXED);
  __atomic_store_n(&state->sequence, before + 2, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
}

/* Keeps the tree's path for the report. */
static void keep_path(struct mrt_region_state *state, const char *path) {
  mrt_stats_lock();
  if (state->path == NULL || strcmp(state->path, path) != 0) {
    free(state->path);
    state->path = strdup(path);
  }
  mrt_stats_unlock();
}

/* Asks the tree. */
static int ask(struct mrt_region_state *state, const double *features) {
  const struct mrt_program *program = state->region->program;
  double all[MRT_MAX_FEATURES];
  memcpy(all, features, program->raw_features * sizeof *all);
  program->combine(all);
  char path[512] = "";
  bool wanted = mrt_settings()->measure;
  int answer = program->decide(all, wanted ? path : NULL, wanted ? sizeof path : 0);
  if (wanted) {
    keep_path(state, path);
    mrt_trace("%s: %s, because %s", state->region->id, answer == MRT_CPU ? "CPU" : "OpenCL", path);
  }
  return answer;
}

/* What the tree says, from memory where the features are those of last time. */
static int by_tree(struct mrt_region_state *state, const double *features) {
  unsigned count = state->region->program->raw_features;
  int answer = recall(state, features, count);
  if (answer < 0) {
    answer = ask(state, features);
    remember(state, features, count, answer);
  }
  return answer;
}

/* Whether the region could run on the device now. */
static bool possible(const struct mrt_region_state *state) {
  if ((omp_in_parallel != NULL && omp_in_parallel()) || mrt_device_is_lost())
    return false;
  const struct mrt_program_state *program =
      __atomic_load_n(&state->region->program->state, __ATOMIC_ACQUIRE);
  return program == NULL || !__atomic_load_n(&program->unusable, __ATOMIC_RELAXED);
}

static void decide(struct mrt_run *run, struct mrt_region_state *state, const double *features) {
  run->rest = run->device = MRT_CPU;
  if (state == NULL || (state->fixed == MRT_CPU && !state->has_forced) || !possible(state))
    return;
  run->rest = state->fixed >= 0 ? state->fixed : by_tree(state, features);
  run->device = state->has_forced ? MRT_OPENCL : run->rest;
}

void mrt_enter(struct mrt_run *run, struct mrt_region *region, const double *features) {
  run->region = region;
  run->features = features;
  run->began = 0;
  run->start = 0;
  run->threads = 0;
  decide(run, mrt_region_state(region), features);
  if (mrt_settings()->measure)
    run->start = mrt_now();
}

int mrt_threads(const struct mrt_run *run) {
  if (run->threads > 0)
    return run->threads;
  return omp_get_max_threads != NULL ? omp_get_max_threads() : 1;
}

/* ---- the rehearsal ---------------------------------------------------------------------------------------- */

static int no_decision(const double *features, char *path, mrt_size size) {
  (void)features;
  (void)path;
  (void)size;
  return MRT_CPU;
}

static void no_features(double *features) { (void)features; }

/* A process's first decision reads the environment, meets the page faults of the library's code and data, and binds
 * the C library's functions: some 30 microseconds.  A decision about nothing, when the program starts, meets them
 * instead, so that the first region need not.  Its state would be seen where regions are reported. */
__attribute__((constructor)) static void rehearse(void) {
  static struct mrt_program program = {
      .abi = MRT_ABI, .name = "", .raw_features = 1, .features = 1, .decide = no_decision, .combine = no_features};
  static struct mrt_region region = {.id = "", .program = &program};
  const double features[1] = {0};
  if (mrt_settings()->measure)
    return;
  struct mrt_region_state *state = mrt_region_state(&region);
  if (state != NULL)
    by_tree(state, features);
}
