/* opening.c: the device is opened beside the program, by a thread of its own.
 *
 * Opening takes a quarter of a second or more on NVIDIA's.  Where it is known
 * before the program begins that regions will want the device (history.c), it is opened while the program reads and
 * sets up its data.  Who needs the device waits for the thread; so do forks and the end of the process, as for
 * kernels that are built beside the program (ahead.c), and under the same conditions.
 */
#include "mrt_process.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct {
  const struct mrt_program *program; /* whose model, */
  unsigned model;                    /* by its number, has the device */
  int begun;                         /* atomic */
  bool ended;
  enum mrt_opened result;
} opening; /* the last two guarded by the lock */

static void *work(void *unused) {
  (void)unused;
  enum mrt_opened result = OPENING_ABSENT;
  if (mrt_choose_model(opening.program, opening.model))
    result = mrt_start_device() ? OPENING_DONE : OPENING_FAILED;
  if (result == OPENING_DONE)
    mrt_staging_begin();
  pthread_mutex_lock(&lock);
  opening.result = result;
  opening.ended = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

bool mrt_open_beside(const struct mrt_program *program, unsigned model) {
  if (!mrt_settings()->ahead || !mrt_may_work_beside())
    return false;
  opening.program = program;
  opening.model = model;
  __atomic_store_n(&opening.begun, 1, __ATOMIC_RELEASE);
  if (mrt_start_thread(work, NULL))
    return true;
  __atomic_store_n(&opening.begun, 0, __ATOMIC_RELEASE);
  return false;
}

enum mrt_opened mrt_opened_beside(void) {
  if (!__atomic_load_n(&opening.begun, __ATOMIC_ACQUIRE))
    return OPENING_ABSENT;
  pthread_mutex_lock(&lock);
  while (!opening.ended)
    pthread_cond_wait(&changed, &lock);
  enum mrt_opened result = opening.result;
  pthread_mutex_unlock(&lock);
  return result;
}
