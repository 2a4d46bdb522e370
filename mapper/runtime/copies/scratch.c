/* scratch.c: buffers of the device for one purpose each, which stay for the next launch that needs them.
 *
 * All functions want the memory lock.
 */
#include "mrt_copies.h"

static struct mrt_scratch *all; /* those that were ever made */

bool mrt_scratch_make(struct mrt_scratch *scratch, size_t bytes, bool makes_room) {
  if (scratch->bytes >= bytes)
    return true;
  mrt_scratch_drop(scratch);
  cl_int error = CL_SUCCESS;
  scratch->memory = makes_room ? mrt_make_buffer(bytes, HELD_OTHER, &error) : mrt_try_buffer(bytes, &error);
  scratch->bytes = scratch->memory != NULL ? bytes : 0;
  if (scratch->memory != NULL && !scratch->listed) {
    scratch->listed = true;
    scratch->next = all;
    all = scratch;
  }
  return scratch->memory != NULL;
}

bool mrt_scratch_drop(struct mrt_scratch *scratch) {
  if (scratch->memory == NULL || scratch->in_use)
    return false;
  mrt_release_buffer(scratch->memory); /* commands that still use it keep it */
  scratch->memory = NULL;
  scratch->bytes = 0;
  return true;
}

bool mrt_scratch_drop_any(void) {
  for (struct mrt_scratch *each = all; each != NULL; each = each->next)
    if (mrt_scratch_drop(each))
      return true;
  return false;
}

void mrt_scratch_forget(void) {
  for (struct mrt_scratch *each = all; each != NULL; each = each->next) {
    each->memory = NULL;
    each->bytes = 0;
    each->in_use = false;
  }
}
