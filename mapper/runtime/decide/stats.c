/* stats.c: the state and the statistics of each region. */
#include "mrt_decide.h"
#include "mrt_process.h"

#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct mrt_region_state *regions;

void mrt_stats_lock(void) { pthread_mutex_lock(&lock); }

void mrt_stats_unlock(void) { pthread_mutex_unlock(&lock); }

struct mrt_region_state *mrt_all_regions(void) { return regions; }

/* What the environment says about a region, or -1 where the tree decides. */
static int fixed_answer(const struct mrt_region *region) {
  const struct mrt_settings *settings = mrt_settings();
  const struct mrt_program *program = region->program;
  if (program->abi != MRT_ABI || program->features > MRT_MAX_FEATURES || program->raw_features > program->features) {
    mrt_say("%s: %s was translated for another version of the run-time library; it runs on the CPU with OpenMP",
            region->id, program->name);
    return MRT_CPU;
  }
  int forced = mrt_forced(settings, region->id);
  if (forced >= 0)
    return forced;
  if (settings->offload == OFFLOAD_DISABLED || settings->choice == CHOOSE_CPU)
    return MRT_CPU;
  return settings->choice == CHOOSE_AUTO ? -1 : MRT_OPENCL;
}

/* What the source says about a region that the environment says nothing about. */
static void apply_target(struct mrt_region_state *state) {
  if (state->fixed >= 0 || state->region->target == MRT_BY_MODEL)
    return;
  state->fixed = MRT_OPENCL;
  state->by_source = true;
  state->looks_for_gpu = state->region->target == MRT_ON_GPU;
}

/* Whether MAPPER_FORCE sends any loop of a region to the device, by the loop's own id. */
static bool has_forced_loop(const struct mrt_region *region) {
  const struct mrt_settings *settings = mrt_settings();
  if (settings->force == NULL || region->program->abi != MRT_ABI)
    return false;
  for (const char *const *id = region->loops; id != NULL && *id != NULL; id++)
    if (mrt_forced(settings, *id) == MRT_OPENCL)
      return true;
  return false;
}

/* The first states are here, in memory that the process has before its first decision; others in the heap. */
enum { EARLY = 8, EARLY_VALUES = 32 };
static struct {
  struct mrt_region_state state;
  double last[EARLY_VALUES], past[EARLY_VALUES];
} early[EARLY];
static unsigned early_used;

void mrt_touch_states(void) {
  for (unsigned i = early_used; i < EARLY; i++) {
    *(volatile int *)&early[i].state.answer = 0;
    *(volatile double *)&early[i].last[0] = 0;
    *(volatile double *)&early[i].past[0] = 0;
    *(volatile unsigned *)&early[i].state.pace.era = 0;
    *(volatile unsigned *)&early[i].state.stride = 0;
  }
}

/* An empty state with room for the region's raw features; NULL without memory. */
static struct mrt_region_state *new_state(unsigned raw_features) {
  if (early_used < EARLY && raw_features <= EARLY_VALUES) {
    early[early_used].state.last = early[early_used].last;
    early[early_used].state.past = early[early_used].past;
    return &early[early_used++].state;
  }
  struct mrt_region_state *state = calloc(1, sizeof *state);
  double *last = calloc(2 * ((size_t)raw_features + 1), sizeof *last);
  if (state == NULL || last == NULL) {
    free(state);
    free(last);
    return NULL;
  }
  state->last = last;
  state->past = last + raw_features + 1;
  return state;
}

static struct mrt_region_state *make_state(struct mrt_region *region) {
  struct mrt_region_state *state = new_state(region->program->raw_features);
  if (state == NULL)
    return NULL;
  state->region = region;
  state->fixed = fixed_answer(region);
  apply_target(state);
  state->has_forced = has_forced_loop(region);
  state->answer = -1;
  if (regions == NULL && mrt_settings()->measure)
    mrt_at_exit();
  state->next = regions;
  regions = state;
  return state;
}

struct mrt_region_state *mrt_region_state(struct mrt_region *region) {
  struct mrt_region_state *state = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);
  if (state != NULL)
    return state;
  mrt_stats_lock();
  state = region->state;
  if (state == NULL) {
    state = make_state(region);
    __atomic_store_n(&region->state, state, __ATOMIC_RELEASE);
  }
  mrt_stats_unlock();
  return state;
}

void mrt_count_startup(double seconds) {
  mrt_stats_lock();
  mrt_device.startup += seconds;
  mrt_stats_unlock();
}

static struct mrt_vector *find_vector(struct mrt_region_state *state, const double *values) {
  unsigned count = state->region->program->raw_features;
  mrt_u64 hash = mrt_hash(0xcbf29ce484222325u, values, count * sizeof *values);
  struct mrt_vector **bucket = &state->vectors[hash % MRT_VECTOR_BUCKETS];
  for (struct mrt_vector *vector = *bucket; vector != NULL; vector = vector->next)
    if (vector->hash == hash && memcmp(vector->values, values, count * sizeof *values) == 0)
      return vector;
  struct mrt_vector *vector = calloc(1, sizeof *vector + count * sizeof *values);
  if (vector == NULL)
    return NULL;
  vector->hash = hash;
  memcpy(vector->values, values, count * sizeof *values);
  vector->next = *bucket;
  *bucket = vector;
  return vector;
}

void mrt_count_call(struct mrt_region_state *state, int device, double seconds, const double *features) {
  mrt_stats_lock();
  bool first = state->calls[device]++ == 0;
  state->seconds[device] += seconds;
  if (mrt_settings()->profile != NULL) {
    struct mrt_vector *vector = find_vector(state, features);
    if (vector != NULL) {
      vector->calls[device]++;
      vector->seconds[device] += seconds;
      if (first)
        vector->first[device] = seconds;
    }
  }
  mrt_stats_unlock();
}

static void add_cost(struct mrt_cost *cost, mrt_u64 bytes, double seconds) {
  cost->count++;
  cost->bytes += bytes;
  cost->seconds += seconds;
}

void mrt_count_command(struct mrt_region *region, struct mrt_kernel_state *kernel, enum mrt_command kind,
                       mrt_u64 bytes, double seconds) {
  mrt_stats_lock();
  if (region != NULL && region->state != NULL)
    add_cost(&region->state->cost[kind], bytes, seconds);
  if (kernel != NULL)
    add_cost(&kernel->cost, bytes, seconds);
  if (kernel != NULL && kernel->plain != NULL) /* a second version's time is the loop's */
    add_cost(&kernel->plain->cost, bytes, seconds);
  mrt_stats_unlock();
}

void mrt_count_sent(struct mrt_region *region, mrt_u64 bytes, double seconds) {
  if (region->state != NULL)
    __atomic_add_fetch(&region->state->moved, bytes, __ATOMIC_RELAXED);
  if (mrt_settings()->measure)
    mrt_count_command(region, NULL, COMMAND_UPLOAD, bytes, seconds);
}
