/* register.c: the emitted files that the program consists of; each registers itself before the program begins. */
#include "mrt_base.h"

#include <link.h>
#include <sys/auxv.h>

/* The linker's name for the beginning of what it made: an executable or a shared library. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

bool mrt_in_executable(void) {
  const ElfW(Ehdr) *header = &__ehdr_start;
  return header != NULL && getauxval(AT_PHDR) == (uintptr_t)header + header->e_phoff;
}

static struct mrt_program *programs; /* in no order */
static struct mrt_statics *statics;  /* likewise; those that are not taken yet */

void mrt_register(struct mrt_program *program) {
  program->next = __atomic_load_n(&programs, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&programs, &program->next, program, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    continue;
}

void mrt_register_statics(struct mrt_statics *file) {
  file->next = __atomic_load_n(&statics, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&statics, &file->next, file, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    continue;
}

struct mrt_statics *mrt_take_statics(void) { return __atomic_exchange_n(&statics, NULL, __ATOMIC_ACQ_REL); }

struct mrt_program *mrt_all_programs(void) { return __atomic_load_n(&programs, __ATOMIC_ACQUIRE); }
