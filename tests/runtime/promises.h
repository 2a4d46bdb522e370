/* promises.h: what the promises' files share. */
#ifndef PROMISES_H
#define PROMISES_H

#include <pthread.h>
#include <stdint.h>
#include <sys/wait.h>

#include "emitted.h"
#include "mrt_process.h"

/* One that must hold; `run` ends the process where it does not. */
struct promise {
  const char *name;
  void (*run)(void);
};

extern const struct promise launches_promises[], memory_promises[], layouts_promises[], choices_promises[],
    processes_promises[], sends_promises[], revision_promises[];

enum { N = 1000 };

static inline mrt_u64 bytes_up(void) { return region.state->cost[COMMAND_UPLOAD].bytes; }
static inline mrt_u64 bytes_down(void) { return region.state->cost[COMMAND_DOWNLOAD].bytes; }

/* Waits for the device, so that all bytes are counted. */
static inline void settle(void) {
  mrt_lock_memory();
  mrt_pending_wait_all();
  mrt_unlock_memory();
}

/* A child process ends with 0; how it ended otherwise is told. */
static inline void check_end(pid_t child) {
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status))
    fprintf(stderr, "a child was ended by signal %d\n", WTERMSIG(status));
  else if (status != 0)
    fprintf(stderr, "a child ended with %d\n", WEXITSTATUS(status));
  CHECK(status == 0);
}

static inline double *new_array(size_t n, double value) {
  double *array = mrt_malloc(n * sizeof *array);
  CHECK(array != NULL);
  for (size_t i = 0; i < n; i++)
    array[i] = value;
  return array;
}

#endif
