/* later.c: results of reductions that the program needs only behind the regions that follow.
 *
 * A read that waits leaves the device idle until the host has enqueued the next kernel.  So the partial results are
 * read into pinned memory, the program goes on, and where it needs them it waits for that command alone, while later
 * ones run.  A loop may launch a kernel again and again meanwhile: results go into the variables in the order of the
 * launches.
 */
#include "mrt_region.h"

#include <string.h>

enum { SLOT = 32 << 10, SLOTS = 4 };

int mrt_later;

static struct mrt_pinned pinned;

static mrt_u64 launches; /* whose results came later: number n is in slot n % SLOTS */
static struct result {   /* of a launch, or of many that became one, in its slot */
  mrt_u64 command;     /* that reads it; 0: there is none */
  size_t groups;
  unsigned count;
  const char *id;
  struct {
    unsigned flags;
    size_t size;
    void *target;
  } each[MRT_LATE];
} results[SLOTS];

/* Adds what a launch has found to the variables. */
static void take(struct result *result, const char *memory) {
  if (!mrt_pending_wait(result->command))
    mrt_die("%s: results of the loop are only on the device and can't be read any more; the program ends",
            result->id);
  cl_ulong slots[SLOT / sizeof(cl_ulong)];
  memcpy(slots, memory, result->groups * result->count * sizeof *slots);
  for (unsigned i = 0; i < result->count; i++) {
    cl_ulong two[2] = {0, 0};
    memcpy(&two[0], result->each[i].target, result->each[i].size);
    mrt_fold(result->each[i].flags, &two[1], slots + i * result->groups, result->groups);
    mrt_fold(result->each[i].flags, result->each[i].target, two, 2);
  }
  result->command = 0;
  __atomic_sub_fetch(&mrt_later, 1, __ATOMIC_RELEASE);
}

bool mrt_results_later(const struct mrt_late *late, size_t groups) {
  const struct mrt_settings *settings = mrt_settings();
  const struct mrt_kernel *kernel = late->state->kernel;
  unsigned slot = launches % SLOTS;
  size_t bytes = groups * kernel->reductions * sizeof(cl_ulong);
  if (mrt_device.unified || kernel->stops || settings->verify || settings->profile != NULL)
    return false;
  if (bytes > SLOT || kernel->reductions > MRT_LATE || !mrt_pinning_pays() ||
      !mrt_pin(&pinned, (size_t)SLOT * SLOTS, mrt_device.queue))
    return false;
  if (results[slot].command != 0)
    take(&results[slot], pinned.memory + (size_t)slot * SLOT);
  struct result result = {.groups = groups, .id = kernel->id};
  for (unsigned i = 0; i < late->n; i++)
    if (late->args[i].kind == MRT_ARG_REDUCTION) {
      result.each[result.count].flags = late->args[i].flags;
      result.each[result.count].size = late->args[i].size;
      result.each[result.count].target = late->later[result.count];
      result.count++;
    }
  cl_event event = NULL;
  if (mrt_device.cl.EnqueueReadBuffer(mrt_device.queue, late->state->partials, CL_FALSE, 0, bytes,
                                      pinned.memory + (size_t)slot * SLOT, 0, NULL, &event) != CL_SUCCESS)
    return false;
  result.command = mrt_pending_add(event, COMMAND_DOWNLOAD, bytes, late->region, NULL);
  results[slot] = result;
  launches++;
  __atomic_add_fetch(&mrt_later, 1, __ATOMIC_RELEASE);
  mrt_trace("%s: its results are read later", kernel->id);
  return true;
}

void mrt_take_results(void) {
  for (mrt_u64 n = launches; n < launches + SLOTS; n++) /* the oldest one first */
    if (results[n % SLOTS].command != 0)
      take(&results[n % SLOTS], pinned.memory + (size_t)(n % SLOTS) * SLOT);
}

void mrt_results(void) {
  MRT_KEEP_THREAD;
  if (!mrt_lock_memory()) /* a signal handler's, while the library works */
    return;
  mrt_take_results();
  mrt_unlock_memory();
}

void mrt_forget_results(void) {
  memset(results, 0, sizeof results);
  __atomic_store_n(&mrt_later, 0, __ATOMIC_RELEASE);
}
