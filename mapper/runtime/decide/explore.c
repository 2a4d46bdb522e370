/* explore.c: MAPPER_EXPLORE=1, regions near the model's threshold are measured once on either side.
 *
 * What was measured is kept in a file for each program, region, size and device, so that no later process measures it
 * again.  Sizes differ by the powers of two of the raw features.  A process that measures holds a lock on the
 * file beside it, and another one that comes meanwhile follows the model.  Each side runs twice where the region is
 * expected often enough, and the second time counts: the first one moves the arrays and builds kernels.
 */
#include "mrt_decide.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

extern int omp_get_max_threads(void) __attribute__((weak));

enum { OFTEN = 4 };

struct mrt_trial { /* decisions locked, but for what says otherwise */
  struct mrt_trial *next;
  mrt_u64 key;
  double seconds[2]; /* of one execution; 0 where it is not known */
  bool warmed[2], needs_warming, given_up;
  int lock;                  /* the descriptor of the lock's file, or -1 */
  const struct mrt_run *run; /* the execution that is being measured, atomic */
  int side;                  /* where that is */
};

/* Of the program's kernels, the region, the size of its work, the device and the processors. */
static mrt_u64 key_of(const struct mrt_region_state *state, const double *features) {
  const struct mrt_program *program = state->region->program;
  mrt_u64 key = mrt_hash(mrt_program_key(program), state->region->id, strlen(state->region->id));
  int threads = omp_get_max_threads != NULL ? omp_get_max_threads() : 1;
  key = mrt_hash(key, &threads, sizeof threads);
  for (unsigned i = 0; i < program->raw_features; i++) {
    mrt_u64 bits, power;
    memcpy(&bits, &features[i], sizeof bits);
    power = bits >> 52; /* sign and exponent */
    key = mrt_hash(key, &power, sizeof power);
  }
  return key;
}

/* ---- the file ---------------------------------------------------------------------------------------------- */

static bool path_of(const struct mrt_trial *trial, const char *end, char *path) {
  return mrt_state_path(trial->key, end, path, true);
}

static void read_seconds(struct mrt_trial *trial) {
  char path[MRT_PATH_BYTES];
  double seconds[2];
  MRT_PLAIN_NUMBERS;
  FILE *file = path_of(trial, ".txt", path) ? mrt_open_own(path) : NULL;
  if (file == NULL)
    return;
  if (fscanf(file, "cpu %lf opencl %lf", &seconds[MRT_CPU], &seconds[MRT_OPENCL]) == 2 && seconds[0] > 0 &&
      seconds[1] > 0)
    memcpy(trial->seconds, seconds, sizeof seconds);
  fclose(file);
}

static void write_seconds(const struct mrt_trial *trial) {
  char path[MRT_PATH_BYTES], temporary[MRT_PATH_BYTES + 16];
  MRT_PLAIN_NUMBERS;
  FILE *file = path_of(trial, ".txt", path) ? mrt_begin_file(path, temporary) : NULL;
  if (file == NULL)
    return;
  fprintf(file, "cpu %.9g opencl %.9g\n", trial->seconds[MRT_CPU], trial->seconds[MRT_OPENCL]);
  mrt_end_file(file, temporary, path);
}

/* Only one process measures.  Without a place for files nothing is. */
static bool lock(struct mrt_trial *trial) {
  char path[MRT_PATH_BYTES];
  if (!path_of(trial, ".lock", path))
    return false;
  trial->lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
  if (trial->lock >= 0 && flock(trial->lock, LOCK_EX | LOCK_NB) == 0)
    return true;
  if (trial->lock >= 0)
    close(trial->lock);
  trial->lock = -1;
  return false;
}

static void unlock(struct mrt_trial *trial) {
  if (trial->lock >= 0)
    close(trial->lock);
  trial->lock = -1;
}

/* ---- measuring --------------------------------------------------------------------------------------------- */

static bool is_known(const struct mrt_trial *trial) { return trial->seconds[0] > 0 && trial->seconds[1] > 0; }

static struct mrt_trial *begin_trial(struct mrt_region_state *state, mrt_u64 key) {
  struct mrt_trial *trial = calloc(1, sizeof *trial);
  if (trial == NULL)
    return NULL;
  trial->key = key;
  trial->lock = -1;
  trial->needs_warming = mrt_remaining(state) >= OFTEN;
  read_seconds(trial);
  if (!is_known(trial)) {
    trial->given_up = !lock(trial);
    if (!trial->given_up)
      read_seconds(trial); /* another process may have ended just now */
    if (is_known(trial))
      unlock(trial);
  }
  trial->next = state->trials;
  __atomic_store_n(&state->trials, trial, __ATOMIC_RELEASE);
  return trial;
}

int mrt_explore(const struct mrt_run *run, struct mrt_region_state *state, const double *features, int answer,
                bool *again) {
  mrt_u64 key = key_of(state, features);
  struct mrt_trial *trial = state->trials;
  while (trial != NULL && trial->key != key)
    trial = trial->next;
  if (trial == NULL)
    trial = begin_trial(state, key);
  if (trial == NULL)
    return answer;
  if (__atomic_load_n(&trial->run, __ATOMIC_ACQUIRE) != NULL) { /* another execution is being measured */
    *again = true;
    return answer;
  }
  if (trial->given_up)
    return answer;
  if (is_known(trial))
    return trial->seconds[MRT_OPENCL] < trial->seconds[MRT_CPU] ? MRT_OPENCL : MRT_CPU;
  *again = true;
  int side = trial->seconds[answer] > 0 ? !answer : answer; /* the model's own first */
  trial->side = side;
  __atomic_store_n(&trial->run, run, __ATOMIC_RELEASE);
  mrt_trace("%s: measured on %s", state->region->id, side == MRT_OPENCL ? "the device" : "the CPU");
  return side;
}

static struct mrt_trial *trial_of(const struct mrt_run *run) {
  const struct mrt_region_state *state = run->region->state;
  struct mrt_trial *trial = state == NULL ? NULL : __atomic_load_n(&state->trials, __ATOMIC_ACQUIRE);
  while (trial != NULL && __atomic_load_n(&trial->run, __ATOMIC_ACQUIRE) != run)
    trial = trial->next;
  return trial;
}

bool mrt_is_explored(const struct mrt_run *run) { return trial_of(run) != NULL; }

void mrt_explored(const struct mrt_run *run, double seconds) {
  struct mrt_trial *trial = trial_of(run);
  if (trial == NULL)
    return;
  int side = run->began ? MRT_OPENCL : MRT_CPU;
  if (side != trial->side || mrt_device_is_lost()) {
    trial->given_up = true; /* it could not run there */
    unlock(trial);
  } else if (trial->needs_warming && !trial->warmed[side]) {
    trial->warmed[side] = true;
  } else {
    trial->seconds[side] = seconds > 0 ? seconds : 1e-9;
    mrt_trace("%s: %.3g s on %s", run->region->id, seconds, side == MRT_OPENCL ? "the device" : "the CPU");
    if (is_known(trial)) {
      write_seconds(trial);
      unlock(trial);
    }
  }
  __atomic_store_n(&trial->run, NULL, __ATOMIC_RELEASE);
}
