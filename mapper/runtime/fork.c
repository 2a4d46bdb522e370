/* fork.c: a child process has its parent's memory, but not its parent's device.
 *
 * Before a fork all results are brought home, so that the child's memory is right; in the child all device copies
 * are forgotten and every region takes the CPU path; where the user wants the device, that is told.  The parent goes on as before.
 */
#include "mrt_internal.h"

static bool forked; /* this process is a child, and its parent had opened the device */

void mrt_tell_forked(const char *id) {
  static const char why[] = "the device was opened before this process was forked";
  static int told;
  if (!forked)
    return;
  mrt_fall_back(id, why);
  if (__atomic_exchange_n(&told, 1, __ATOMIC_RELAXED) == 0)
    mrt_say("%s: %s; continuing on the CPU with OpenMP", id, why);
}

static void before(void) {
  mrt_ahead_wait_all();
  mrt_lock_memory();
  for (struct mrt_segment *segment = mrt_first_copy(); segment != NULL; segment = segment->copy->next)
    mrt_to_host(segment);
  mrt_pending_wait_all();
}

static void in_parent(void) { pthread_mutex_unlock(&mrt_memory_lock); }

static void in_child(void) {
  forked = true;
  mrt_forget_device();
  mrt_forget_tables();
  mrt_forget_copies();
  mrt_forget_saved();
  mrt_batch_forget();
  mrt_forget_transposer();
  pthread_mutex_unlock(&mrt_memory_lock);
}

static void watch(void) { pthread_atfork(before, in_parent, in_child); }

void mrt_watch_forks(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch);
}
