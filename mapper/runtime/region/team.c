/* team.c: virtual threads, which run a loop on the device with a state each. */
#include "mrt_region.h"

#include <stdlib.h>

enum { TEAM_UNKNOWN = 256 };
static const size_t most_bytes = (size_t)64 << 20;

mrt_u64 mrt_team_size(mrt_u64 iterations, mrt_size bytes) {
  mrt_u64 most = TEAM_UNKNOWN;
  if (mrt_device.open)
    most = mrt_threads_that_carry(&mrt_device.processors);
  if (bytes > 0 && most > most_bytes / bytes)
    most = most_bytes / bytes;
  if (most > iterations)
    most = iterations;
  return most > 0 ? most : 1;
}

enum { MOST_STATES = 64 };
static uintptr_t states[MOST_STATES]; /* those that are in use, for the report; regions hold a lock */

void *mrt_states(mrt_u64 team, mrt_size bytes) {
  MRT_KEEP_THREAD;
  void *made = calloc(team < MRT_REFUSED ? team : 1, bytes); /* its launch is refused */
  for (unsigned i = 0; made != NULL && i < MOST_STATES; i++)
    if (states[i] == 0) {
      states[i] = (uintptr_t)made;
      break;
    }
  return made;
}

void mrt_states_end(void *made) {
  MRT_KEEP_THREAD;
  for (unsigned i = 0; i < MOST_STATES; i++)
    if (states[i] == (uintptr_t)made)
      states[i] = 0;
  free(made);
}

void *mrt_keep(struct mrt_kept *kept, mrt_u64 iterations, mrt_size size) {
  MRT_KEEP_THREAD;
  mrt_size bytes = 0;
  if (iterations == MRT_UNCOUNTABLE || __builtin_mul_overflow(iterations, size, &bytes))
    return NULL;
  if (kept->bytes < bytes || kept->memory == NULL) {
    mrt_free(kept->memory);
    kept->memory = mrt_malloc(bytes > 0 ? bytes : size);
    kept->bytes = kept->memory != NULL ? bytes : 0;
  }
  return kept->memory;
}

bool mrt_is_state(uintptr_t address) {
  for (unsigned i = 0; i < MOST_STATES; i++)
    if (states[i] == address && address != 0)
      return true;
  return false;
}

void mrt_never_ends(const char *spin) {
  mrt_say("a loop that goes to the device waits for ever: one thread alone can't end the spin loop `%s'; "
          "MAPPER_DEVICE=cpu runs all with OpenMP",
          spin);
  abort();
}
