/* team.c: virtual threads, which run a loop on the device with a state each. */
#include "internal.h"

#include <stdlib.h>

enum { TEAM_PER_GPU_UNIT = 64, TEAM_PER_CPU_UNIT = 4, TEAM_UNKNOWN = 256 };
static const size_t most_bytes = (size_t)64 << 20;

mrt_u64 mrt_team_size(mrt_u64 iterations, mrt_size bytes) {
  mrt_u64 most = TEAM_UNKNOWN;
  if (mrt_device.open)
    most = mrt_device.units * (mrt_u64)(mrt_device.gpu ? TEAM_PER_GPU_UNIT : TEAM_PER_CPU_UNIT);
  if (bytes > 0 && most > most_bytes / bytes)
    most = most_bytes / bytes;
  if (most > iterations)
    most = iterations;
  return most > 0 ? most : 1;
}

void *mrt_states(mrt_u64 team, mrt_size bytes) { return calloc(team, bytes); }

void mrt_states_end(void *states) { free(states); }
