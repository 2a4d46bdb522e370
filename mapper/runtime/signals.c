/* signals.c: the program's signal handlers, and drivers.
 *
 * Compilers inside of drivers put handlers of their own in place of the program's, for most signals, when they are
 * used first.  So the handlers are noted before such calls and put back after them.
 */
#include "mrt_internal.h"

#include <signal.h>
#include <stdlib.h>

enum { SIGNALS = 65 };

struct mrt_handlers {
  struct sigaction actions[SIGNALS];
};

static _Thread_local unsigned depth; /* of calls of mrt_note_handlers */

bool mrt_in_driver(void) { return depth > 0; }

struct mrt_handlers *mrt_note_handlers(void) {
  depth++;
  struct mrt_handlers *noted = calloc(1, sizeof *noted);
  for (int number = 1; noted != NULL && number < SIGNALS; number++)
    if (sigaction(number, NULL, &noted->actions[number]) != 0)
      noted->actions[number].sa_handler = SIG_DFL;
  return noted;
}

void mrt_restore_handlers(struct mrt_handlers *noted) {
  for (int number = 1; noted != NULL && number < SIGNALS; number++) {
    struct sigaction now;
    const struct sigaction *before = &noted->actions[number];
    if (before->sa_handler != SIG_DFL && sigaction(number, NULL, &now) == 0 && now.sa_handler != before->sa_handler)
      sigaction(number, before, NULL);
  }
  free(noted);
  depth--;
}
