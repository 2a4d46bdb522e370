/* guard.c: the program's own state around calls in which drivers start, compile, or load what was compiled.
 *
 * imports.c sees to it that drivers change as little as possible.  What they may change all the same is noted before
 * such calls and put back after them: signal handlers and the locale, where imports.c can't keep drivers from
 * changing them; and the calling thread's locale and floating-point environment, which is the default one meanwhile.
 *
 * Meanwhile signals are blocked, as they then are in the threads that drivers start: a handler that ran on one of
 * these and waited for an array would wait for itself.
 */
#include "mrt_base.h"

#include <fenv.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNALS = 65 };

struct mrt_guard {
  struct sigaction actions[SIGNALS];
  sigset_t mask; /* of the calling thread, as the next two */
  fenv_t numbers;
  locale_t locale;
  char *process_locale;
};

/* Blocks all signals but those for a fault of the thread itself. */
static void block(sigset_t *before) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
  sigset_t all;
  sigfillset(&all);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    sigdelset(&all, faults[i]);
  pthread_sigmask(SIG_BLOCK, &all, before);
}

static _Thread_local unsigned depth; /* of calls of mrt_guard_begin */

bool mrt_in_driver(void) { return depth > 0; }

struct mrt_guard *mrt_guard_begin(void) {
  depth++;
  mrt_driver_begins();
  struct mrt_guard *noted = calloc(1, sizeof *noted);
  if (noted == NULL)
    return NULL;
  for (int number = 1; number < SIGNALS; number++)
    if (sigaction(number, NULL, &noted->actions[number]) != 0)
      noted->actions[number].sa_handler = SIG_DFL;
  block(&noted->mask);
  fegetenv(&noted->numbers);
  fesetenv(FE_DFL_ENV);
  noted->locale = uselocale((locale_t)0);
  const char *name = setlocale(LC_ALL, NULL);
  noted->process_locale = name != NULL ? strdup(name) : NULL;
  return noted;
}

/* Puts handlers back that were replaced.  That of a division by zero in a kernel, where the program has none, stays
 * the driver's. */
static void restore_handlers(const struct sigaction *actions) {
  for (int number = 1; number < SIGNALS; number++) {
    struct sigaction now;
    const struct sigaction *before = &actions[number];
    if ((number != SIGFPE || before->sa_handler != SIG_DFL) && sigaction(number, NULL, &now) == 0 &&
        now.sa_handler != before->sa_handler)
      sigaction(number, before, NULL);
  }
}

static void restore_locale(const struct mrt_guard *noted) {
  const char *now = setlocale(LC_ALL, NULL);
  if (noted->process_locale != NULL && now != NULL && strcmp(now, noted->process_locale) != 0)
    setlocale(LC_ALL, noted->process_locale);
}

void mrt_guard_end(struct mrt_guard *noted) {
  if (noted != NULL) {
    if (!mrt_isolate()) { /* else drivers can't change these, and the program may have done so meanwhile */
      restore_handlers(noted->actions);
      restore_locale(noted);
    }
    uselocale(noted->locale);
    fesetenv(&noted->numbers);
    pthread_sigmask(SIG_SETMASK, &noted->mask, NULL);
    free(noted->process_locale);
    free(noted);
  }
  mrt_driver_ends();
  depth--;
}

struct mrt_thread_state mrt_thread_state(void) {
  return (struct mrt_thread_state){errno, fetestexcept(FE_ALL_EXCEPT), fegetround()};
}

void mrt_restore_thread(const struct mrt_thread_state *kept) {
  int raised = fetestexcept(FE_ALL_EXCEPT) & ~kept->flags;
  if (raised != 0)
    feclearexcept(raised);
  if (fegetround() != kept->rounding)
    fesetround(kept->rounding);
  errno = kept->error;
}

bool mrt_start_thread(void *(*work)(void *), void *argument) {
  sigset_t every, before;
  pthread_t thread;
  sigfillset(&every);
  if (pthread_sigmask(SIG_SETMASK, &every, &before) != 0)
    return false;
  bool started = pthread_create(&thread, NULL, work, argument) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (started)
    pthread_detach(thread);
  return started;
}
