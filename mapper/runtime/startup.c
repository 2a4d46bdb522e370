/* startup.c: what happens before the program begins: its files tell of their regions, and the device is opened where it
 * is sure to be needed.
 *
 * With MAPPER_DEVICE=opencl, gpu or a name every loop goes to the device, so that the time of opening it (a quarter of
 * a second on NVIDIA's) and of loading kernels from the cache need not be the first region's.  Nothing is told here:
 * the first region that is to run on the device tells what failed, as if it had opened it itself.  Kernels that are
 * not in the cache are built when they are needed, so that a program that never comes there does not wait for it.
 *
 * It is not done where the program may fork, since children can't use what their parent has opened; nor in shared
 * libraries, whose constructors may run while the dynamic linker is locked.
 */
#include "mrt_internal.h"

#include <link.h>
#include <sys/auxv.h>

static struct mrt_program *programs; /* in no order */
static bool may_fork;

void mrt_register(struct mrt_program *program) {
  program->next = __atomic_load_n(&programs, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&programs, &program->next, program, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    continue;
}

struct mrt_program *mrt_all_programs(void) { return __atomic_load_n(&programs, __ATOMIC_ACQUIRE); }

void mrt_forks(void) { may_fork = true; }

/* The linker's name for the beginning of what it made: an executable or a shared library. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

static bool in_executable(void) {
  const ElfW(Ehdr) *header = &__ehdr_start;
  return header != NULL && getauxval(AT_PHDR) == (uintptr_t)header + header->e_phoff;
}

/* Whether some region of a file is to run on the device whatever its features are. */
static bool is_needed(const struct mrt_program *program) {
  const struct mrt_settings *settings = mrt_settings();
  if (program->abi != MRT_ABI)
    return false;
  for (struct mrt_region *const *region = program->regions; region != NULL && *region != NULL; region++)
    if (mrt_forced(settings, (*region)->id) != MRT_CPU)
      return true;
  return false;
}

static bool is_wanted(const struct mrt_settings *settings) {
  bool device = settings->choice != CHOOSE_AUTO && settings->choice != CHOOSE_CPU;
  return device && settings->offload != OFFLOAD_DISABLED && settings->early && !may_fork && in_executable();
}

static bool any_is_needed(void) {
  for (const struct mrt_program *program = mrt_all_programs(); program != NULL; program = program->next)
    if (is_needed(program))
      return true;
  return false;
}

/* The emitted files' constructors, which register their programs, stand before those of the library. */
__attribute__((constructor)) static void open_early(void) {
  if (!is_wanted(mrt_settings()) || !any_is_needed())
    return;
  double start = mrt_now();
  if (mrt_try_device(true))
    for (struct mrt_program *program = mrt_all_programs(); program != NULL; program = program->next)
      if (is_needed(program))
        mrt_prefetch_program(program);
  if (mrt_settings()->measure)
    mrt_device.startup += mrt_now() - start;
}
