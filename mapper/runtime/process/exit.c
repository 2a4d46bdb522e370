/* exit.c: what happens when the program exits: the device is finished, the report and the profile are written.
 *
 * The handler is registered again after the device was opened and after kernels were compiled, so that it runs before
 * the driver's own exit handlers, which may take the driver down.
 */
#include "mrt_process.h"

#include <stdlib.h>
#include <unistd.h>

static pid_t owner; /* the process that asked for it: children that fork off report nothing */

static void at_exit(void) {
  static int done;
  if (owner != getpid() || __atomic_exchange_n(&done, 1, __ATOMIC_RELAXED))
    return;
  mrt_sends_close();
  mrt_ahead_close();
  if (mrt_try_memory()) {
    mrt_batch_end();
    mrt_settle();
    mrt_pending_wait_all();
    mrt_unlock_memory();
  }
  mrt_history_end();
  MRT_PLAIN_NUMBERS;
  const struct mrt_settings *settings = mrt_settings();
  mrt_stats_lock();
  if (settings->info > 0)
    mrt_report();
  if (settings->profile != NULL)
    mrt_profile(settings->profile);
  if (settings->tune)
    mrt_tune_end();
  mrt_stats_unlock();
}

void mrt_at_exit(void) {
  owner = getpid();
  atexit(at_exit);
}
