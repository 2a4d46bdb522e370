/* startup.c: what happens before the program begins: the device is opened where it is sure to be needed.
 *
 * With MAPPER_DEVICE=opencl, gpu or a name every loop goes to the device, so that the time of opening it (a quarter
 * of a second on NVIDIA's) and of loading kernels from the cache need not be the first region's.  Nothing is reported
 * here: the first region that is to run on the device says what failed, as if it had opened it itself.  Kernels that
 * are not in the cache are built beside the program (ahead.c).
 *
 * It is not done where the program may fork, since children can't use what their parent has opened; nor in shared
 * libraries, whose constructors may run while the dynamic linker is locked.
 */
#include "mrt_process.h"

#include <fnmatch.h>
#include <string.h>

static bool may_fork;

void mrt_forks(void) {
  may_fork = true;
  mrt_forbid_ahead();
}

void mrt_shares(void) { mrt_forbid_ahead(); }

/* Whether some region of a file may run on the device; with a device forced, does whatever its features are. */
static bool is_needed(const struct mrt_program *program) {
  const struct mrt_settings *settings = mrt_settings();
  if (program->abi != MRT_ABI)
    return false;
  for (struct mrt_region *const *region = program->regions; region != NULL && *region != NULL; region++)
    if (mrt_forced(settings, (*region)->id) != MRT_CPU)
      return true;
  return false;
}

/* Files without regions hold kernels of functions that the regions of other files call. */
static bool is_used(const struct mrt_program *program) {
  bool regions = program->abi == MRT_ABI && program->regions != NULL && program->regions[0] != NULL;
  return program->abi == MRT_ABI && (!regions || is_needed(program));
}

void mrt_prefetch_all(struct mrt_program *first) {
  static bool done;
  if (done)
    return;
  done = true;
  if (first != NULL)
    mrt_prefetch_program(first);
  for (struct mrt_program *program = mrt_all_programs(); program != NULL; program = program->next)
    if (program != first && is_used(program))
      mrt_prefetch_program(program);
}

static bool is_wanted(const struct mrt_settings *settings) {
  bool device = settings->choice != CHOOSE_AUTO && settings->choice != CHOOSE_CPU;
  return device && settings->offload != OFFLOAD_DISABLED && settings->early && !may_fork && mrt_in_executable();
}

static bool any_is_needed(void) {
  for (const struct mrt_program *program = mrt_all_programs(); program != NULL; program = program->next)
    if (is_needed(program))
      return true;
  return false;
}

static bool matches_loop(const char *pattern) {
  for (const struct mrt_program *program = mrt_all_programs(); program != NULL; program = program->next)
    for (struct mrt_region *const *region = program->regions;
         program->abi == MRT_ABI && region != NULL && *region != NULL; region++) {
      if (fnmatch(pattern, (*region)->id, 0) == 0)
        return true;
      for (const char *const *id = (*region)->loops; id != NULL && *id != NULL; id++)
        if (fnmatch(pattern, *id, 0) == 0)
          return true;
    }
  return false;
}

/* The number of the model that a process before this one has followed; none has it: their number. */
static unsigned model_before(const struct mrt_program *program) {
  unsigned number = 0;
  while (number < program->model_count && strcmp(program->models[number].name, mrt_history_model()) != 0)
    number++;
  return number;
}

/* Where a process that did the same was faster with the device, it is opened beside this one. */
static void open_as_before(void) {
  const struct mrt_settings *settings = mrt_settings();
  const struct mrt_program *program = mrt_all_programs();
  if (!settings->history || may_fork || program == NULL || program->abi != MRT_ABI || !mrt_in_executable())
    return;
  mrt_history_begin();
  mrt_at_exit();
  unsigned model = model_before(program);
  if (settings->early && mrt_history_says() == MRT_OPENCL && model < program->model_count)
    mrt_open_beside(program, model);
}

/* The emitted files' constructors, which register their programs, are before those of the library. */
__attribute__((constructor)) static void open_early(void) {
  MRT_KEEP_THREAD;
  if (!mrt_in_executable()) /* its code may be unloaded */
    mrt_forbid_ahead();
  else if (mrt_all_programs() != NULL)
    mrt_check_force(matches_loop);
  open_as_before();
  if (!is_wanted(mrt_settings()) || !any_is_needed())
    return;
  double start = mrt_now();
  if (mrt_try_device(true)) {
    mrt_staging_begin();
    mrt_prefetch_all(NULL);
  }
  if (mrt_settings()->measure)
    mrt_count_startup(mrt_now() - start);
}
