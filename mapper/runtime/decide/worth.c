/* worth.c: whether the process opens the device, and when.
 *
 * The first question to the model is about all that the process is expected to do.  What regions took so far corrects
 * what it expects (corrections.c), and overrules it where most of what is to come was measured.  An answer that may be
 * wrong is not followed at once: regions that prefer the device wait for it on the CPU, as in ski rental.
 */
#include "mrt_decide.h"
#include "mrt_process.h"

#include <math.h>
#include <stdio.h>

/* Of what regions are still expected to take on the CPU this share must follow from what they took, to overrule the
 * model. */
static const double proven = 0.5;
/* What regions take is known when they took that share of a start-up; it may be learnt for as much.  An execution from
 * which nothing is learnt may take so much of that. */
static const double lesson = 1 / 8.0, little = 1 / 8.0;
/* What regions waited for is looked at when it has doubled, from this share of a start-up on. */
static const double looked_at = 1 / 64.0;
/* Of the process; guarded by the lock, `open` is read without it. */
static struct {
  bool open;                     /* opening the device was found to pay, or was paid */
  bool hesitates;                /* it was, but little is expected of it, */
  bool learns;                   /* or it is measured first what regions take */
  bool paced;                    /* the CPU would be done before it, at its pace */
  bool overruled;                /* what was measured decided, not the model */
  double patience;               /* seconds that regions wait before it is opened, where it hesitates */
  double looked;                 /* seconds that were waited when that was last looked at */
  double waited[MRT_MAX_MODELS]; /* seconds on the CPU in regions that prefer the device of that model */
  char text[MRT_PATH + 256];
} whole;

const char *mrt_program_answer(void) { return whole.text; }

bool mrt_is_opened(void) { return __atomic_load_n(&whole.open, __ATOMIC_RELAXED); }

bool mrt_open_to_try(const struct mrt_region_state *state) {
  pthread_mutex_lock(&mrt_decision_lock);
  const struct mrt_program *program = state->region->program;
  bool open = whole.open || mrt_choose_gpu(program) ||
              mrt_choose_model(program, __atomic_load_n(&state->wants, __ATOMIC_RELAXED));
  __atomic_store_n(&whole.open, open, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&mrt_decision_lock);
  return open;
}

/* Whether the first question's answer is to open a device. */
static bool is_worth_it(const struct mrt_region_state *state, const struct mrt_question *question) {
  bool near = mrt_settings()->explore && question->score > -MRT_NEAR;
  return (question->score > 0 || near) && state->fixed < 0;
}

/* Seconds that opening the device takes, by the model. */
static double start_up(const struct mrt_region_state *state, unsigned model) {
  return state->region->program->models[model].facts.patience / MRT_PATIENCE;
}

static double waited_in_all(void) {
  double sum = 0;
  for (unsigned i = 0; i < MRT_MAX_MODELS; i++)
    sum += whole.waited[i];
  return sum;
}

/* What the process is expected to take on the CPU, and with the device: with what was measured in the place of what the
 * model expects, as far as that is known. */
static double likely_on_cpu(const struct mrt_question *question) {
  double rest = question->on_cpu - question->correction.expected;
  return fmax(rest, 0) + question->correction.measured;
}

static double likely_on_device(const struct mrt_question *question) {
  return question->on_device + question->correction.device;
}

/* Seconds that regions wait though the device is expected to pay at once, so that it is known what they take.  The
 * greater the expected gain, the less likely is it that there is none. */
static double probation(const struct mrt_region_state *state, const struct mrt_question *question) {
  bool gains = question->on_cpu > question->on_device && question->on_device > 0;
  double lost = fmin(start_up(state, question->model), question->on_device);
  return gains ? lost * fmin(question->on_device / question->on_cpu, lesson) : 0;
}

/* The same, without waiting on the CPU first, or measuring there.  Where most of what is to come was measured, that
 * decides; against the model only if it was expected from the beginning.  Otherwise no device is looked for yet: that is
 * part of a start-up. */
static bool is_worth_it_now(const struct mrt_region_state *state, const struct mrt_question *question) {
  bool measures = question->score > 0 && mrt_again(state) == 0 && mrt_can_strip(state, question->on_cpu);
  double cpu = likely_on_cpu(question), device = likely_on_device(question);
  whole.hesitates = whole.learns = whole.paced = whole.overruled = false;
  whole.patience = start_up(state, question->model);
  if (mrt_settings()->explore || state->fixed >= 0)
    return is_worth_it(state, question);
  whole.overruled = question->correction.measured > proven * cpu && question->on_cpu > 0;
  if (whole.overruled) {
    bool known = waited_in_all() >= lesson * whole.patience && question->correction.certain > proven * cpu;
    bool agrees = question->score > 0 && !mrt_gains_little(state->region->program, question);
    bool sure = (known || agrees) && cpu >= MRT_AT_ONCE * device && !measures;
    whole.paced = cpu <= device;
    whole.hesitates = !whole.paced && !sure && waited_in_all() < whole.patience;
    return !whole.paced && !whole.hesitates;
  }
  whole.paced = cpu < fmin(question->on_cpu, question->on_device);
  whole.hesitates = measures || mrt_gains_little(state->region->program, question);
  if (!is_worth_it(state, question) || whole.hesitates || whole.paced)
    return false;
  double longest = probation(state, question);
  whole.hesitates = whole.learns = waited_in_all() < longest;
  if (whole.learns)
    whole.patience = longest;
  return !whole.hesitates;
}

/* Keeps the answer as text. */
static void tell_answer(const struct mrt_program *program, const struct mrt_question *question, bool open) {
  double cpu = likely_on_cpu(question), device = likely_on_device(question);
  bool several = program->model_count > 1;
  if (whole.overruled && open)
    snprintf(whole.text, sizeof whole.text,
             "OpenCL%s%.80s, because the CPU takes %.3g s at its pace so far, and OpenCL %.3g", several ? " on " : "",
             several ? program->models[question->model].device : "", cpu, device);
  else if (whole.overruled || (whole.paced && question->score > 0))
    snprintf(whole.text, sizeof whole.text, "CPU%s, which takes %.3g s at its pace so far, and OpenCL %.3g",
             whole.hesitates ? " at first" : "", cpu, device);
  else if (open && several)
    snprintf(whole.text, sizeof whole.text, "OpenCL on %.80s, by the model %.80s, because %s",
             program->models[question->model].device, program->models[question->model].name,
             mrt_reason(question->path));
  else
    snprintf(whole.text, sizeof whole.text, "%s, because %s",
             open              ? "OpenCL"
             : whole.hesitates ? "CPU at first"
                               : "CPU",
             mrt_reason(question->path));
  mrt_trace("program: %s", whole.text);
}

/* The same of an answer that an earlier process gave. */
static void tell_history(const struct mrt_program *program, bool open) {
  char why[MRT_PATH];
  if (!mrt_settings()->measure)
    return;
  mrt_history_reason(why, sizeof why);
  if (open && program->model_count > 1)
    snprintf(whole.text, sizeof whole.text, "OpenCL on the device of the model %.80s, because %s",
             mrt_history_model(), why);
  else
    snprintf(whole.text, sizeof whole.text, "%s, because %s", open ? "OpenCL" : "CPU", why);
  mrt_trace("program: %s", whole.text);
}

/* What is expected of the device that a later process would open: that of a GPU which may be here, whatever model
 * expects most. */
static void keep_expectation(const struct mrt_program *program, const struct mrt_question *question) {
  unsigned number = mrt_model_to_try(program, question->model);
  if (mrt_settings()->history)
    mrt_history_expects(&program->models[number], mrt_expect_of(program, number, question));
}

/* The first question, unless it is settled: whether the device is to be opened at all, and which. */
void mrt_ask_opening(struct mrt_region_state *state, const double *features, struct mrt_question *question) {
  if (!mrt_only_asks() && (whole.open || mrt_device_is_open())) {
    if (mrt_settings()->measure && whole.text[0] == '\0')
      snprintf(whole.text, sizeof whole.text, "OpenCL, because the device is open already");
    __atomic_store_n(&whole.open, true, __ATOMIC_RELAXED);
    return;
  }
  const struct mrt_program *program = state->region->program;
  mrt_ask_program(state, features, question);
  mrt_history_asked(question->on_cpu);
  int before = state->fixed < 0 ? mrt_history_says() : -1;
  if (before == MRT_OPENCL && mrt_opened_beside() == OPENING_DONE) {
    tell_history(program, true);
    mrt_history_expects(mrt_model(program), 0);
    __atomic_store_n(&whole.open, true, __ATOMIC_RELAXED);
    return;
  }
  keep_expectation(program, question);
  whole.hesitates = false;
  bool open = before != MRT_CPU && is_worth_it_now(state, question);
  if (open && !mrt_choose_model(program, question->model)) {
    mrt_ask_models(program, true, question);
    open = is_worth_it_now(state, question) && mrt_choose_model(program, question->model);
  }
  mrt_keep_question(state, true, question);
  if (mrt_settings()->measure && before == MRT_CPU)
    tell_history(program, false);
  else if (mrt_settings()->measure)
    tell_answer(program, question, open);
  __atomic_store_n(&whole.open, open, __ATOMIC_RELAXED);
}

/* Whether an execution is not to be waited for: it can't be broken off, and is expected to take longer than regions
 * would wait in all, or long enough, where what it takes says nothing of later ones. */
static bool waits_too_long(const struct mrt_region_state *state) {
  double seconds, longest = whole.patience;
  __atomic_load(&state->on_cpu, &seconds, __ATOMIC_RELAXED);
  if (whole.learns && mrt_again(state) == 0)
    longest *= little;
  bool waits = seconds < longest || mrt_can_strip(state, seconds);
  return whole.hesitates && state->fixed < 0 && seconds > 0 && !waits;
}

bool mrt_open_for(const struct mrt_region_state *state, double seconds, const char *why) {
  const struct mrt_program *program = state->region->program;
  unsigned model = __atomic_load_n(&state->wants, __ATOMIC_RELAXED);
  if (!mrt_choose_model(program, model))
    return false;
  __atomic_store_n(&whole.open, true, __ATOMIC_RELAXED);
  snprintf(whole.text, sizeof whole.text, "OpenCL%s%.80s, because %s %.80s is expected to take %.3g s on the CPU",
           program->model_count > 1 ? " on " : "", program->model_count > 1 ? program->models[model].device : "", why,
           state->region->id, seconds);
  mrt_trace("program: %s", whole.text);
  mrt_residency_changed(); /* kept answers don't hold any more */
  return true;
}

void mrt_open_if_long(const struct mrt_region_state *state) {
  double seconds;
  __atomic_load(&state->on_cpu, &seconds, __ATOMIC_RELAXED);
  if (!whole.open && waits_too_long(state))
    mrt_open_for(state, seconds, "an execution of");
}

bool mrt_is_waiting(const struct mrt_region_state *state) {
  return __atomic_load_n(&state->prefers, __ATOMIC_RELAXED) && !__atomic_load_n(&whole.open, __ATOMIC_RELAXED);
}

/* Rent or buy: once waiting has cost several times what opening the device does, or once as much where little is
 * expected of it, it is opened, so that a wrong expectation of what the program will do can't cost much more than
 * that. Near the expected end it does not pay: as much waiting must be to come, if regions go on as the one that has
 * just waited does. */
void mrt_count_waiting(struct mrt_region_state *state, double seconds) {
  const struct mrt_program *program = state->region->program;
  unsigned model = __atomic_load_n(&state->wants, __ATOMIC_RELAXED);
  pthread_mutex_lock(&mrt_decision_lock);
  whole.waited[model] += seconds;
  double waited = whole.waited[model];
  double patience = whole.hesitates ? start_up(state, model) : program->models[model].facts.patience;
  double all = waited_in_all();
  if (!whole.open && all > 2 * whole.looked && all > looked_at * start_up(state, model)) {
    whole.looked = all; /* it is known better now what regions take: they are asked again */
    mrt_residency_changed();
  }
  if (!whole.open && waited > patience && waited * mrt_again(state) > patience) {
    bool open = mrt_choose_model(program, model);
    __atomic_store_n(&whole.open, open, __ATOMIC_RELAXED);
    if (open) {
      snprintf(whole.text, sizeof whole.text, "OpenCL%s%.80s, after %.3g s on the CPU in regions that prefer it",
               program->model_count > 1 ? " on " : "", program->model_count > 1 ? program->models[model].device : "",
               waited);
      mrt_trace("program: %s", whole.text);
    }
    mrt_residency_changed(); /* kept answers don't hold any more */
  }
  pthread_mutex_unlock(&mrt_decision_lock);
}

