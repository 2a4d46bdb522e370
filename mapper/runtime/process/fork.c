/* fork.c: a child process has its parent's memory, but not its parent's device, nor its other threads.
 *
 * Before a fork all results are copied back, so that the child's memory is right; in the child all device copies
 * are forgotten and every region takes the CPU path; where the user wants the device, that is reported.  The parent
 * goes on as before.  A fork takes all locks, since a child has no thread that would give back what another one
 * holds.
 *
 * What a driver forks, for its compiler, is its own affair, and may happen while these locks are held.
 */
#include "mrt_process.h"

static bool forked; /* this process is a child of one that had */

void mrt_tell_forked(const char *id) {
  static const char why[] = "the device was opened before this process was forked";
  static int told;
  if (!forked)
    return;
  mrt_fall_back(id, why);
  if (__atomic_exchange_n(&told, 1, __ATOMIC_RELAXED) == 0)
    mrt_say("%s: %s; continuing on the CPU with OpenMP", id, why);
}

static void copy_back(void) {
  mrt_sends_wait();
  mrt_take_results();
  for (struct mrt_segment *segment = mrt_first_copy(); segment != NULL; segment = segment->copy->next)
    mrt_to_host(segment);
  mrt_pending_wait_all();
}

static void settle(void) {
  if (mrt_in_driver() || !mrt_lock_memory())
    return;
  copy_back();
  mrt_unlock_memory();
}

static _Thread_local bool holding; /* this thread has taken all locks for its fork */

static void unlock_first(void) {
  pthread_mutex_unlock(&mrt_device_list_lock);
  pthread_mutex_unlock(&mrt_model_lock);
  pthread_mutex_unlock(&mrt_decision_lock);
}

static void before(void) {
  holding = false;
  if (mrt_in_driver())
    return;
  mrt_opened_beside(); /* waits: drivers don't bear it */
  pthread_mutex_lock(&mrt_decision_lock);
  pthread_mutex_lock(&mrt_model_lock);
  pthread_mutex_lock(&mrt_device_list_lock);
  holding = mrt_lock_memory();
  if (!holding) { /* the driver forks in a call of ours */
    unlock_first();
    return;
  }
  copy_back(); /* what other threads have done meanwhile */
  mrt_ahead_hold();
  pthread_mutex_lock(&mrt_revision_lock);
  mrt_stats_lock();
}

static void in_parent(void) {
  if (!holding)
    return;
  mrt_stats_unlock();
  pthread_mutex_unlock(&mrt_revision_lock);
  pthread_mutex_unlock(&mrt_build_lock);
  mrt_unlock_memory();
  unlock_first();
}

static void in_child(void) {
  if (!holding)
    return;
  if (mrt_driver_is_used()) {
    forked = true;
    mrt_forget_device();
    mrt_forget_tables();
    mrt_forget_copies();
    mrt_scratch_forget();
    mrt_batch_forget();
    mrt_forget_results();
    mrt_forget_transposer();
  }
  mrt_forget_ahead();
  mrt_forget_history();
  mrt_forget_regions();
  in_parent();
}

__attribute__((constructor)) static void watch(void) { pthread_atfork(before, in_parent, in_child); }

static void watch_device(void) { pthread_atfork(settle, NULL, NULL); }

void mrt_watch_forks(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_device);
}
