/* models.c: several models in one program, one for each device that it may meet, and which of them is followed.
 *
 * Until one of them calls for its device, all are asked, and the one counts that expects the greatest speed-up over
 * OpenMP; those of GPUs are left out where no driver of one has made its file.  Only then are the devices listed: a
 * model belongs to the device with the name of the one that it was trained on, else to the first of that type that no
 * model names.  One without a device is left out from then on. The first that calls for a device which is there
 * decides for the process, as coherence of memory knows one device; where that can't be opened, the next best that
 * expects more than OpenMP is followed.  A program with one model asks it about whatever device is opened.
 */
#include "mrt_decide.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

pthread_mutex_t mrt_model_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int in_use; /* the number of the model that is followed, counted from 1; atomic */
  bool matched, looked;
  bool absent[MRT_MAX_MODELS];                 /* it is of a GPU, and none is here */
  bool known[MRT_MAX_MODELS];                  /* it has a device here */
  struct mrt_candidate device[MRT_MAX_MODELS]; /* that is */
  double speedup[MRT_MAX_MODELS];              /* expected of the whole process, when asked last; 0 before that */
} these;

unsigned mrt_models(const struct mrt_program *program) { return program->abi == MRT_ABI ? program->model_count : 0; }

int mrt_model_in_use(void) { return __atomic_load_n(&these.in_use, __ATOMIC_ACQUIRE) - 1; }

static void follow(unsigned number) { __atomic_store_n(&these.in_use, (int)number + 1, __ATOMIC_RELEASE); }

const struct mrt_model *mrt_model(const struct mrt_program *program) {
  static const struct mrt_model unknown = {.name = "unknown", .device = "", .type = ""};
  int number = mrt_model_in_use();
  if (mrt_models(program) == 0)
    return &unknown;
  return &program->models[number >= 0 && (unsigned)number < program->model_count ? number : 0];
}

static double speedup(const struct mrt_model *model, double score) {
  if (model->facts.doublings != 0)
    return exp2(model->facts.doublings * score);
  return score >= 1 ? INFINITY : score > 0 ? 1 / (1 - score) : score > -1 ? 1 + score : 0;
}

bool mrt_gains_little(const struct mrt_program *program, const struct mrt_question *question) {
  bool narrow = question->on_cpu > 0 && question->on_cpu < MRT_AT_ONCE * question->on_device; /* the leaf is wide */
  return question->score > 0 &&
         (narrow || speedup(&program->models[question->model], question->score) < MRT_AT_ONCE);
}

/* ---- devices --------------------------------------------------------------------------------------------- */

static bool is_named_by_any(const struct mrt_program *program, const struct mrt_candidate *one) {
  for (unsigned i = 0; i < program->model_count; i++)
    if (strcmp(program->models[i].device, one->name) == 0)
      return true;
  return false;
}

/* Whether a model may have a device by its name, or else by its type, where no model names it. */
static bool fits(const struct mrt_program *program, const struct mrt_model *model, const struct mrt_candidate *one,
                 bool by_name) {
  bool typed = strcmp(model->type, one->type) == 0;
  if (by_name)
    return (typed || model->type[0] == '\0') && strcmp(model->device, one->name) == 0;
  return typed && !is_named_by_any(program, one);
}

/* The first device that fits a model, and that no other has by its type. */
static bool find(const struct mrt_program *program, const struct mrt_model *model, bool by_name, bool *taken,
                 struct mrt_candidate *found) {
  const struct mrt_candidate *all;
  const char *why;
  unsigned count = mrt_devices(&all, &why);
  for (unsigned i = 0; i < count; i++)
    if (fits(program, model, &all[i], by_name) && !taken[i]) {
      taken[i] = !by_name;
      *found = all[i];
      return true;
    }
  return false;
}

/* Whether a GPU may be here: the drivers of Linux make files for theirs.  Where the user names a library or drivers,
 * nothing is known.  All of /dev is not listed for it, which would take longer than the rest of a decision. */
static bool may_have_gpu(void) {
  static const char *const files[] = {"/dev/nvidiactl", "/dev/kfd", "/dev/mali0", "/dev/kgsl-3d0", "/dev/dxg"};
  if (mrt_settings()->library != NULL || getenv("OCL_ICD_VENDORS") != NULL || getenv("OCL_ICD_FILENAMES") != NULL)
    return true;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (access(files[i], F_OK) == 0)
      return true;
  glob_t found;
  if (access("/dev/dri", F_OK) != 0 || glob("/dev/dri/renderD*", GLOB_NOSORT, NULL, &found) != 0)
    return false;
  globfree(&found);
  return true;
}

/* Leaves out the models of GPUs where there is none, as long as others are left (models locked). */
static void look_for_gpu(const struct mrt_program *program) {
  bool others = false, gpu = !these.looked && may_have_gpu();
  for (unsigned i = 0; i < program->model_count; i++)
    others |= strcmp(program->models[i].type, "gpu") != 0;
  for (unsigned i = 0; i < program->model_count && !these.looked; i++)
    these.absent[i] = others && !gpu && strcmp(program->models[i].type, "gpu") == 0;
  these.looked = true;
}

void mrt_look_for_gpu(const struct mrt_program *program) {
  if (mrt_models(program) < 2)
    return;
  pthread_mutex_lock(&mrt_model_lock);
  look_for_gpu(program);
  pthread_mutex_unlock(&mrt_model_lock);
}

/* Finds the models' devices, once. */
static void match(const struct mrt_program *program) {
  bool taken[MRT_MAX_DEVICES] = {false};
  if (these.matched)
    return;
  double start = mrt_settings()->measure ? mrt_now() : 0;
  for (int by_name = 1; by_name >= 0; by_name--)
    for (unsigned i = 0; i < program->model_count; i++)
      if (!these.known[i])
        these.known[i] = find(program, &program->models[i], by_name, taken, &these.device[i]);
  these.matched = true;
  mrt_note_driver(true);
  for (unsigned i = 0; i < program->model_count; i++)
    if (!these.known[i])
      mrt_trace("model %s: %s is not here, and no other device of its type", program->models[i].name,
                program->models[i].device);
  if (mrt_settings()->measure)
    mrt_count_startup(mrt_now() - start);
}

static bool any_known(const struct mrt_program *program) {
  for (unsigned i = 0; i < program->model_count; i++)
    if (these.known[i])
      return true;
  return false;
}

bool mrt_choose_model(const struct mrt_program *program, unsigned number) {
  if (program->model_count < 2)
    return true;
  pthread_mutex_lock(&mrt_model_lock);
  match(program);
  bool here = these.known[number] || !any_known(program);
  if (here)
    follow(number);
  pthread_mutex_unlock(&mrt_model_lock);
  return here;
}

bool mrt_choose_gpu(const struct mrt_program *program) {
  bool here = false;
  if (program->model_count < 2)
    return false;
  pthread_mutex_lock(&mrt_model_lock);
  match(program);
  for (unsigned i = 0; i < program->model_count && !here; i++)
    if ((here = these.known[i] && strcmp(program->models[i].type, "gpu") == 0))
      follow(i);
  pthread_mutex_unlock(&mrt_model_lock);
  return here;
}

/* The model of a GPU that may be here, otherwise the wanted one (models locked). */
static unsigned to_try(const struct mrt_program *program, unsigned wanted) {
  unsigned number = wanted;
  bool choosy = these.matched && any_known(program);
  look_for_gpu(program);
  for (unsigned i = program->model_count; i-- > 0;)
    if (strcmp(program->models[i].type, "gpu") == 0 && (choosy ? these.known[i] : !these.absent[i]))
      number = i;
  return number;
}

unsigned mrt_model_to_try(const struct mrt_program *program, unsigned wanted) {
  if (program->model_count < 2)
    return wanted;
  pthread_mutex_lock(&mrt_model_lock);
  unsigned number = to_try(program, wanted);
  pthread_mutex_unlock(&mrt_model_lock);
  return number;
}

void mrt_adopt_device(const struct mrt_program *program) {
  if (mrt_models(program) < 2 || mrt_model_in_use() >= 0)
    return;
  unsigned number = 0;
  pthread_mutex_lock(&mrt_model_lock);
  match(program);
  for (unsigned i = program->model_count; i-- > 0;)
    if (these.known[i] && mrt_is_same_device(&these.device[i], &mrt_device.chosen))
      number = i;
  follow(number);
  pthread_mutex_unlock(&mrt_model_lock);
}

bool mrt_model_device(struct mrt_candidate *device, char *why, size_t why_size) {
  int number = mrt_model_in_use();
  pthread_mutex_lock(&mrt_model_lock);
  *device = these.device[number];
  bool here = these.known[number];
  pthread_mutex_unlock(&mrt_model_lock);
  if (!here)
    snprintf(why, why_size, "no OpenCL device is here that a model of the program was trained for");
  return here;
}

bool mrt_follow_next(void) {
  int next = -1;
  if (mrt_model_in_use() < 0)
    return false;
  pthread_mutex_lock(&mrt_model_lock);
  these.known[mrt_model_in_use()] = false;
  for (int i = 0; i < MRT_MAX_MODELS; i++)
    if (these.known[i] && these.speedup[i] > 1 && (next < 0 || these.speedup[i] > these.speedup[next]))
      next = i;
  if (next >= 0)
    follow((unsigned)next);
  pthread_mutex_unlock(&mrt_model_lock);
  return next >= 0;
}

/* ---- questions ------------------------------------------------------------------------------------------- */

/* Asks for the conditions, too: only where they are reported. */
static __attribute__((noinline)) double ask_why(const struct mrt_model *model, const double *features, char *path) {
  MRT_PLAIN_NUMBERS;
  return model->score(features, path, MRT_PATH);
}

static double ask(const struct mrt_model *model, const double *features, char *path) {
  path[0] = '\0';
  return mrt_settings()->measure ? ask_why(model, features, path) : model->score(features, NULL, 0);
}

/* What a model expects of either side, if it does; its features are there. */
static void expect_seconds(const struct mrt_model *model, struct mrt_question *question) {
  double seconds[2] = {0, 0};
  if (model->seconds != NULL)
    model->seconds(question->features, seconds);
  question->on_cpu = seconds[MRT_CPU];
  question->on_device = seconds[MRT_OPENCL];
}

/* Asks all models but those whose device is absent; the features are left as the best one sees them.  Where none
 * expects a gain, the answer is that of the model whose device would be tried. */
static void ask_all(const struct mrt_program *program, bool whole, struct mrt_question *question) {
  double best = -1;
  bool choosy = these.matched && any_known(program);
  look_for_gpu(program);
  for (unsigned i = 0; i < program->model_count; i++) {
    char path[MRT_PATH];
    if (choosy ? !these.known[i] : these.absent[i])
      continue;
    program->combine(question->features, program->models[i].weights);
    double score = ask(&program->models[i], question->features, path);
    double expected = speedup(&program->models[i], score);
    if (whole)
      these.speedup[i] = expected;
    if (expected <= best)
      continue;
    best = expected;
    question->model = i;
    question->score = score;
    memcpy(question->path, path, sizeof path);
  }
  if (best <= 1)
    question->model = to_try(program, question->model);
  program->combine(question->features, program->models[question->model].weights);
  if (best <= 1)
    question->score = ask(&program->models[question->model], question->features, question->path);
  expect_seconds(&program->models[question->model], question);
}

double mrt_expect_of(const struct mrt_program *program, unsigned number, const struct mrt_question *question) {
  struct mrt_question other = *question;
  if (number == question->model)
    return question->on_device;
  program->combine(other.features, program->models[number].weights);
  expect_seconds(&program->models[number], &other);
  return other.on_device;
}

void mrt_ask_models(const struct mrt_program *program, bool whole, struct mrt_question *question) {
  if (program->model_count > 1 && mrt_model_in_use() < 0) {
    pthread_mutex_lock(&mrt_model_lock);
    ask_all(program, whole, question);
    pthread_mutex_unlock(&mrt_model_lock);
    return;
  }
  const struct mrt_model *model = mrt_model(program);
  question->model = (unsigned)(model - program->models);
  program->combine(question->features, model->weights);
  question->score = ask(model, question->features, question->path);
  expect_seconds(model, question);
}

/* ---- what is reported ---------------------------------------------------------------------------------------- */

struct mrt_standing mrt_model_standing(const struct mrt_program *program, unsigned number) {
  const struct mrt_model *model = &program->models[number];
  return (struct mrt_standing){.model = model,
                               .here = these.known[number]                     ? HERE
                                       : these.matched || these.absent[number] ? ABSENT
                                                                               : UNSEEN,
                               .in_use = mrt_model_in_use() == (int)number,
                               .speedup = these.speedup[number]};
}
