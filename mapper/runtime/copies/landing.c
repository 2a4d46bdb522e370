/* landing.c: small results that are read together, or while later commands run.
 *
 * A blocking read waits for all commands before it, and leaves the device idle until the host has enqueued the next.
 * Reads into pageable memory block in any case with some drivers.  So some pinned memory is made once: reads into
 * it are asked for, and taken from there to where they belong when the last of them has ended.
 */
#include "mrt_copies.h"

#include <string.h>

enum { PAGE = 32768, UNIT = 16, MOST = 64, FEW = 4 };

static struct mrt_pinned page;

static struct asked {
  void *to;
  size_t at, bytes;
} asked[MOST]; /* reads on their way, and where they land in the page */
static unsigned count;
static size_t used; /* bytes of the page */
static mrt_u64 last; /* the command that ends them */

bool mrt_landing_ask(cl_mem buffer, size_t offset, size_t bytes, void *to, struct mrt_region *region) {
  if (mrt_device.unified || count == MOST || bytes > PAGE - used || !mrt_pin(&page, PAGE, mrt_device.queue))
    return false;
  cl_event event = NULL;
  if (mrt_device.cl.EnqueueReadBuffer(mrt_device.queue, buffer, CL_FALSE, offset, bytes, page.memory + used, 0, NULL,
                                      &event) != CL_SUCCESS)
    return false;
  last = mrt_pending_add(event, COMMAND_DOWNLOAD, bytes, region, NULL);
  asked[count++] = (struct asked){to, used, bytes};
  used += (bytes + UNIT - 1) / UNIT * UNIT;
  used = used < PAGE ? used : PAGE;
  return true;
}

bool mrt_landing_take(void) {
  bool ended = mrt_pending_wait(last);
  for (unsigned i = 0; i < count && ended; i++)
    memcpy(asked[i].to, page.memory + asked[i].at, asked[i].bytes);
  count = 0;
  used = 0;
  return ended;
}

bool mrt_pinning_pays(void) {
  static unsigned asked_for;
  return ++asked_for > FEW;
}

bool mrt_read_small(cl_mem buffer, size_t offset, size_t bytes, void *to, struct mrt_region *region) {
  bool read = mrt_pinning_pays() && mrt_landing_ask(buffer, offset, bytes, to, region) && mrt_landing_take();
  return read || mrt_read(buffer, offset, bytes, to, region);
}
