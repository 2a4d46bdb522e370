/* signals.c: the program's signal handlers, and drivers.
 *
 * Compilers inside of drivers put handlers of their own in place of the program's, for most signals, when they are
 * used first.  So the handlers are noted before such calls and put back after them.
 *
 * Meanwhile signals are blocked, as they then are in the threads that drivers start: a handler that ran on one of
 * these and waited for an array would wait for itself.
 */
#include "mrt_internal.h"

#include <signal.h>
#include <stdlib.h>

enum { SIGNALS = 65 };

struct mrt_handlers {
  struct sigaction actions[SIGNALS];
  sigset_t mask; /* of the calling thread */
};

/* Blocks all signals but those that tell of a fault of the thread itself. */
static void block(sigset_t *before) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
  sigset_t all;
  sigfillset(&all);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    sigdelset(&all, faults[i]);
  pthread_sigmask(SIG_BLOCK, &all, before);
}

static _Thread_local unsigned depth; /* of calls of mrt_note_handlers */

bool mrt_in_driver(void) { return depth > 0; }

struct mrt_handlers *mrt_note_handlers(void) {
  depth++;
  struct mrt_handlers *noted = calloc(1, sizeof *noted);
  for (int number = 1; noted != NULL && number < SIGNALS; number++)
    if (sigaction(number, NULL, &noted->actions[number]) != 0)
      noted->actions[number].sa_handler = SIG_DFL;
  if (noted != NULL)
    block(&noted->mask);
  return noted;
}

void mrt_restore_handlers(struct mrt_handlers *noted) {
  for (int number = 1; noted != NULL && number < SIGNALS; number++) {
    struct sigaction now;
    const struct sigaction *before = &noted->actions[number];
    if (before->sa_handler != SIG_DFL && sigaction(number, NULL, &now) == 0 && now.sa_handler != before->sa_handler)
      sigaction(number, before, NULL);
  }
  if (noted != NULL)
    pthread_sigmask(SIG_SETMASK, &noted->mask, NULL);
  free(noted);
  depth--;
}
