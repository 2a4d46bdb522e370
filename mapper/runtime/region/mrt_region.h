/* mrt_region.h: the life of a region on the device: begin, launch, results, leave.
 *
 * region.c       the life of a region on the device
 * builds.c       which regions wait for kernels that are being built, and which run on the CPU meanwhile
 * arguments.c    from the pointers of a launch to segments with valid device copies, and back
 * hosted.c       what the host touches when it runs a loop
 * enqueue.c      the commands of a launch, and the results of reductions
 * stop.c         kernels that stop at error paths
 * checks.c       what kernels with checks are given about their memory
 * team.c         virtual threads, which run a loop on the device with a state each
 * later.c        results of reductions that the program needs only behind the regions that follow
 */
#ifndef MAPPER_REGION_H
#define MAPPER_REGION_H

#include "mrt_forms.h"

/* ---- region.c --------------------------------------------------------------------------------------------- */

/* Opens the device and begins to build all kernels for a trial; false as long as they are not there, or where it
 * can't be opened (reported). */
bool mrt_make_ready(struct mrt_region *region);

/* In a child process: no other thread runs a region. */
void mrt_forget_regions(void);

/* ---- builds.c --------------------------------------------------------------------------------------------- */

/* Whether the kernels that a region needs are there, perhaps after a wait; otherwise it is to run on the CPU (regions
 * locked). */
bool mrt_wait_for_kernels(const struct mrt_run *run);
/* An execution took so long: on the CPU perhaps for want of kernels. */
void mrt_count_unbuilt(const struct mrt_run *run, double seconds);

/* ---- arguments.c: from pointers to segments (memory locked) -------------------------------------------- */

/* Finds or makes each buffer's segment.  NULL, or the reason why the loop can't be launched. */
const char *mrt_resolve(struct mrt_launch *launch);
/* An address in the memory that an argument is for; 0 where that is not known. */
uintptr_t mrt_place_of(const struct mrt_arg *arg);
/* Makes all device copies valid.  CL_SUCCESS or the error; where `too_large` is set then, the device goes on. */
cl_int mrt_upload_slots(struct mrt_launch *launch);
/* After the kernel was enqueued: its results are on the device, eager ones are copied back. */
void mrt_settle_slots(struct mrt_launch *launch);
/* Forgets the launch's marks and temporary segments. */
void mrt_release_slots(struct mrt_launch *launch);

/* ---- hosted.c (memory locked) --------------------------------------------------------------------------- */

/* The host will run the loop: makes the host copies of everything that it uses valid. */
void mrt_bring_home(struct mrt_launch *launch);

/* ---- enqueue.c ------------------------------------------------------------------------------------------ */

/* Sets the arguments and enqueues the kernel, in parts where the device's limits ask for it, and reads the
 * reductions.  NULL, or what failed, with the code in `error`; then the loop can be run by the host. */
const char *mrt_enqueue(struct mrt_launch *launch, cl_int *error);

/* ---- stop.c (memory locked) ----------------------------------------------------------------------------- */

/* Saves what a launch with valid copies may write.  False without memory for that; an error of a copy goes to
 * `error`. */
bool mrt_save(struct mrt_launch *launch, cl_int *error);
/* Gives it back, as long as nothing was settled.  False when that is impossible. */
bool mrt_undo(const struct mrt_launch *launch);
/* What was saved is not needed any more. */
void mrt_save_end(void);

/* ---- checks.c (memory locked) --------------------------------------------------------------------------- */

/* Makes the memory that the checks of a launch need, and clears it.  False without memory; an error of a command goes
 * to `error`. */
bool mrt_prepare_checks(struct mrt_launch *launch, cl_int *error);
/* The buffer with spare memory and owners that kernels with checks get. */
cl_mem mrt_spare(void);
/* It is not needed any more. */
void mrt_checks_end(void);

/* ---- later.c (memory locked) ---------------------------------------------------------------------------- */

/* Waits for all results that are on their way, and adds them to their variables. */
void mrt_take_results(void);
/* Forgets them without a word to OpenCL. */
void mrt_forget_results(void);

#endif
