/* mrt_process.h: the life of the process: start-up, fork, exit, clocks.
 *
 * startup.c      what happens before the program begins
 * fork.c         a child process has its parent's memory, but not its parent's device, nor its other threads
 * exit.c         what happens when the program exits
 * clocks.c       the C library's and OpenMP's functions that tell the time, for the program's own calls
 */
#ifndef MAPPER_PROCESS_H
#define MAPPER_PROCESS_H

#include "mrt_report.h"

/* ---- startup.c ------------------------------------------------------------------------------------------- */

/* ---- fork.c --------------------------------------------------------------------------------------------- */

/* Has results copied back before a fork, once the device is open: its driver may prepare for forks, too. */
void mrt_watch_forks(void);
/* A region is to run on a device that this process, a child, does not have: tells it, the first time. */
void mrt_tell_forked(const char *id);

/* ---- exit.c --------------------------------------------------------------------------------------------- */

/* Has the report and the profile written, and the device finished, when the program exits. */
void mrt_at_exit(void);

#endif
