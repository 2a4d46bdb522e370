/* promises.c: what mapper_rt.h promises, one function a promise, by subject in promises_*.c; the first argument names it.
 *
 * Run with MAPPER_DEVICE=opencl and MAPPER_INFO=1.  Most promises hold on shared and on separate device memory;
 * those that count bytes want separate memory.
 */
#include "promises.h"

int main(int count, char **arguments) {
  const struct promise *const subjects[] = {launches_promises, memory_promises, layouts_promises, choices_promises,
                                          processes_promises, sends_promises, revision_promises};
  for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
    for (const struct promise *each = subjects[i]; each->name != NULL; each++)
      if (count == 2 && strcmp(arguments[1], each->name) == 0) {
        each->run();
        return 0;
      }
  fprintf(stderr, "no such promise\n");
  return 2;
}
