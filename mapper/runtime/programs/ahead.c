/* ahead.c: what drivers' compilers do beside the program: building, and making binaries for the cache.
 *
 * What the cache does not hold takes a driver a tenth of a second to several seconds to build, and some as long again
 * to make a binary of it.  A thread for each file's program does that while the host prepares its data, copies them
 * to the device, and runs the regions of other files.  It says nothing and changes nothing but its own record: the
 * first launch that needs the program waits for it, and where it failed builds once more, which tells why.
 *
 * Nothing may be built while the process forks or exits: drivers' compilers don't bear that.  The C library calls
 * the destructors of a thread's variables before all other exit handlers, those of drivers too.
 */
#include "mrt_programs.h"
#include "mrt_copies.h"
#include "mrt_process.h"

#include <signal.h>
#include <stdlib.h>

struct ahead { /* one thread's work */
  struct ahead *next;
  const struct mrt_program *program; /* to be built, until the result is taken; NULL: its binary is to be kept */
  const char *const *source;
  struct mrt_build build;
  bool built, ended;
};

pthread_mutex_t mrt_build_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct ahead *all;
static int any; /* all != NULL, for threads without the lock */
static bool forbidden;

/* The C library's, for thread-local variables of C++. */
extern int __cxa_thread_atexit_impl(void (*)(void *), void *, void *) __attribute__((weak));
extern void *__dso_handle __attribute__((visibility("hidden")));

void mrt_forbid_ahead(void) { forbidden = true; }

static void note(bool *what) {
  pthread_mutex_lock(&mrt_build_lock);
  *what = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mrt_build_lock);
}

static void *work(void *of) {
  struct ahead *one = of;
  struct mrt_guard *guard = mrt_guard_begin();
  bool fresh = true;
  if (one->program != NULL) {
    one->build.program = mrt_load_or_build(one->source, one->build.options, NULL, &fresh);
    note(&one->built);
  }
  if (fresh && one->build.program != NULL)
    mrt_cache_store(one->build.program, one->source, one->build.options);
  mrt_guard_end(guard);
  mrt_at_exit();
  note(&one->ended);
  return NULL;
}

void mrt_ahead_hold(void) {
  pthread_mutex_lock(&mrt_build_lock);
  for (const struct ahead *one = all; one != NULL; one = one->next)
    while (!one->ended)
      pthread_cond_wait(&changed, &mrt_build_lock);
}

void mrt_ahead_wait_all(void) {
  if (!__atomic_load_n(&any, __ATOMIC_ACQUIRE))
    return;
  mrt_ahead_hold();
  pthread_mutex_unlock(&mrt_build_lock);
}

static void at_exit(void *unused) {
  (void)unused;
  mrt_sends_close();
  mrt_ahead_wait_all();
}

/* Once, on the thread that opened the device: nearly always the first one, which ends the process. */
static bool watch_exit(void) {
  static bool watched;
  if (!watched && __cxa_thread_atexit_impl != NULL)
    watched = __cxa_thread_atexit_impl(at_exit, NULL, &__dso_handle) == 0;
  return watched;
}

bool mrt_may_work_beside(void) {
  pthread_mutex_lock(&mrt_build_lock);
  bool may = !forbidden && watch_exit();
  pthread_mutex_unlock(&mrt_build_lock);
  return may;
}

/* The program's signal handlers run on its own threads. */
static bool start_thread(struct ahead *one) {
  sigset_t every, before;
  pthread_t thread;
  sigfillset(&every);
  if (pthread_sigmask(SIG_SETMASK, &every, &before) != 0)
    return false;
  bool started = pthread_create(&thread, NULL, work, one) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (started)
    pthread_detach(thread);
  return started;
}

/* False where it can't be done beside the program.  A profile tells what building takes. */
static bool start(const struct mrt_program *program, const char *const *source, const struct mrt_build *build) {
  const struct mrt_settings *settings = mrt_settings();
  struct ahead *one = forbidden || settings->profile != NULL || !settings->ahead ? NULL : calloc(1, sizeof *one);
  if (one == NULL)
    return false;
  *one = (struct ahead){.program = program, .source = source, .build = *build};
  pthread_mutex_lock(&mrt_build_lock);
  bool started = watch_exit() && start_thread(one);
  if (started) { /* records stay until the process ends: there are few */
    one->next = all;
    all = one;
    __atomic_store_n(&any, 1, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&mrt_build_lock);
  if (!started)
    free(one);
  return started;
}

static struct ahead *find(const struct mrt_program *program) {
  struct ahead *one = all;
  while (one != NULL && one->program != program)
    one = one->next;
  return one;
}

bool mrt_ahead_has(const struct mrt_program *program) {
  if (!__atomic_load_n(&any, __ATOMIC_ACQUIRE))
    return false;
  pthread_mutex_lock(&mrt_build_lock);
  bool found = find(program) != NULL;
  pthread_mutex_unlock(&mrt_build_lock);
  return found;
}

void mrt_build_ahead(const struct mrt_program *program, const struct mrt_build *build) {
  if (!mrt_ahead_has(program))
    start(program, program->source, build);
}

void mrt_store_ahead(const char *const *source, const struct mrt_build *build) {
  if (!start(NULL, source, build))
    mrt_cache_store(build->program, source, build->options);
}

bool mrt_ahead_take(const struct mrt_program *program, struct mrt_build *build) {
  pthread_mutex_lock(&mrt_build_lock);
  struct ahead *one = find(program);
  while (one != NULL && !one->built)
    pthread_cond_wait(&changed, &mrt_build_lock);
  if (one != NULL) {
    *build = one->build;
    one->program = NULL;
  }
  pthread_mutex_unlock(&mrt_build_lock);
  return one != NULL && build->program != NULL;
}
