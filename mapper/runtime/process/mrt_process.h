/* mrt_process.h: the life of the process: start-up, fork, exit, clocks.
 *
 * startup.c      what happens before the program begins
 * opening.c      the device is opened beside the program, by a thread of its own
 * fork.c         a child process has its parent's memory, but not its parent's device, nor its other threads
 * exit.c         what happens when the program exits
 * clocks.c       the C library's and OpenMP's functions that read clocks, for the program's own calls
 */
#ifndef MAPPER_PROCESS_H
#define MAPPER_PROCESS_H

#include "mrt_report.h"

/* ---- startup.c ------------------------------------------------------------------------------------------- */

/* ---- opening.c ------------------------------------------------------------------------------------------- */

/* Begins to open the device of a program's model beside the program; false where that can't be done. */
bool mrt_open_beside(const struct mrt_program *program, unsigned model);
/* Waits for that.  ABSENT: it was not begun, or the model has no device here. */
enum mrt_opened { OPENING_ABSENT, OPENING_FAILED, OPENING_DONE };
enum mrt_opened mrt_opened_beside(void);

/* ---- fork.c --------------------------------------------------------------------------------------------- */

/* Has results copied back before a fork, once the device is open: its driver may prepare for forks, too. */
void mrt_watch_forks(void);
/* A region is to run on a device that this process, a child, does not have: reports it, the first time. */
void mrt_tell_forked(const char *id);

/* ---- exit.c --------------------------------------------------------------------------------------------- */

/* Has the report and the profile written, and the device finished, when the program exits. */
void mrt_at_exit(void);

#endif
