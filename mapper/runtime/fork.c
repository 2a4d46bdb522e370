/* fork.c: a child process has its parent's memory, but not its parent's device.
 *
 * Before a fork all results are brought home, so that the child's memory is right; in the child all device copies
 * are forgotten and every region takes the CPU path.  The parent goes on as before.
 */
#include "internal.h"

static void before(void) {
  pthread_mutex_lock(&mrt_memory_lock);
  for (struct mrt_segment *segment = mrt_first_copy(); segment != NULL; segment = segment->copy->next)
    mrt_to_host(segment);
  mrt_pending_wait_all();
}

static void in_parent(void) { pthread_mutex_unlock(&mrt_memory_lock); }

static void in_child(void) {
  mrt_forget_device();
  mrt_forget_tables();
  mrt_forget_copies();
  mrt_forget_saved();
  pthread_mutex_unlock(&mrt_memory_lock);
}

void mrt_watch_forks(void) { pthread_atfork(before, in_parent, in_child); }
