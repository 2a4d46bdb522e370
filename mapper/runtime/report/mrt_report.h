/* mrt_report.h: what is reported at the end: report, profile, verification.
 *
 * report.c       the table that MAPPER_INFO=1 prints on stderr when the program exits
 * profile.c      the JSON file that MAPPER_PROFILE asks for; docs/environment.md describes it
 * verify.c       MAPPER_VERIFY
 */
#ifndef MAPPER_REPORT_H
#define MAPPER_REPORT_H

#include "mrt_region.h"

struct mrt_check;

/* ---- verify.c (memory locked) --------------------------------------------------------------------------- */

/* Saves what a resolved launch may write.  NULL where that can't be compared, or without memory (reported). */
struct mrt_check *mrt_check_begin(const struct mrt_launch *launch);
/* The launch is done: takes its results aside, gives the host its memory back as it was, and leaves the check to
 * the run. */
void mrt_check_launched(struct mrt_check *check, const struct mrt_launch *launch);
/* The launch has failed. */
void mrt_check_drop(struct mrt_check *check);

#endif
