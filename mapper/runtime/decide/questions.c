/* questions.c: the questions that were put to the model, kept for the profile.
 *
 * Kept are those about the program and those about the region that was being entered.  A region that meets other
 * features each time asks each time, so of its many questions the first few are kept, and then each whose number is a
 * power of two.
 */
#include "mrt_decide.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_KEPT = 4 };

static struct mrt_asked *first, **last = &first;
static double began;

bool mrt_only_asks(void) {
  const struct mrt_settings *settings = mrt_settings();
  return settings->profile != NULL && settings->choice != CHOOSE_AUTO && settings->offload != OFFLOAD_DISABLED;
}

const struct mrt_asked *mrt_all_asked(void) { return first; }

void mrt_keep_question(struct mrt_region_state *state, bool program, const struct mrt_question *question) {
  if (mrt_settings()->profile == NULL)
    return;
  mrt_stats_lock();
  mrt_u64 number = ++state->asked[program];
  unsigned count = state->region->program->features;
  struct mrt_asked *asked = NULL;
  if (number <= FIRST_KEPT || (number & (number - 1)) == 0)
    asked = malloc(sizeof *asked + count * sizeof *asked->features);
  if (asked != NULL) {
    double now = mrt_now();
    if (first == NULL)
      began = now;
    *asked = (struct mrt_asked){.state = state,
                                .program = program,
                                .entered = __atomic_load_n(&state->entered, __ATOMIC_RELAXED),
                                .at = now - began,
                                .score = question->score,
                                .model = &state->region->program->models[question->model]};
    memcpy(asked->features, question->features, count * sizeof *asked->features);
    *last = asked;
    last = &asked->next;
  }
  mrt_stats_unlock();
}
