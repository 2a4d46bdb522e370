/* mrt_revision.h: when regions are tried on the other side, and when they stay there.  Part of mrt_decide.h.
 *
 * The rule of docs/revision.md, without clock and device.  All regions move together, since arrays would go to and
 * fro otherwise: an arm says where all of them run.
 */
#ifndef MAPPER_REVISION_H
#define MAPPER_REVISION_H

#include <stdbool.h>
#include <stddef.h>

enum mrt_arm { ARM_CPU, ARM_OPENCL, ARM_MIXED /* some on either side, as the model says */, MRT_ARMS };

enum { MRT_SIZES = 64 };

struct mrt_measured { /* executions of about the same work */
  double seconds, work;
  unsigned count; /* the older half is forgotten now and then */
};

struct mrt_pace { /* of one region: what its executions took, by arm and the power of two of their work */
  struct mrt_measured sizes[MRT_ARMS][MRT_SIZES];
  struct mrt_measured first[MRT_ARMS]; /* the last execution that followed a change of the arm */
  unsigned era;                        /* of its last execution */
  bool held;                           /* its first execution in this era is not yet `spent` */
  int size;                            /* and of what size that was */
};

struct mrt_revision { /* all numbers are seconds, but for the counts; zeros at start */
  enum mrt_arm incumbent, now; /* where regions run, and where they run while another arm is tried */
  enum mrt_arm other;          /* the one to be tried next */
  unsigned era;                /* changes of `now` */
  double least;                /* how long the first trial waits */
  double total;                /* on the incumbent */
  double spent;                /* on the incumbent since the last trial */
  double doubt;                /* and how much of it the other arm would have saved, for all that is known */
  double longest;              /* execution or wait since then */
  double lost;                 /* by that trial, and by the way back from it */
  double patience;             /* `spent` before the next trial */
  double doubting;             /* or `doubt` before it */
  /* The trial: */
  double limit;  /* which of the two was exceeded */
  double cost;   /* of executions that can be compared, */
  double same;   /* and what they would have taken on the incumbent */
  double excess; /* of all that the trial took over what it would have taken on the incumbent */
  double lasted;
};

/* ---- revision.c ----------------------------------------------------------------------------------------- */

/* Begins at an arm; the first trial comes after so many seconds there. */
void mrt_revision_begin(struct mrt_revision *revision, enum mrt_arm incumbent, double patience);
/* Some executions of a region took so long, for so much work each (any unit that is the same on all arms).  `again`:
 * others are expected. */
void mrt_revision_add(struct mrt_revision *revision, struct mrt_pace *pace, double work, double seconds,
                      unsigned executions, bool again);
/* The host waited for the device, or copied, for a region that ran there (NULL: any). */
void mrt_revision_wait(struct mrt_revision *revision, struct mrt_pace *pace, double seconds);
/* What an execution is expected to take on an arm; negative where nothing is known. */
double mrt_expected(const struct mrt_pace *pace, enum mrt_arm arm, double work);
static inline bool mrt_is_trial(const struct mrt_revision *revision) { return revision->now != revision->incumbent; }
/* Whether there is something to settle: a trial begins or ends.  `ahead`: how many times as much as so far is still
 * to come, as far as that is known. */
bool mrt_revision_is_due(const struct mrt_revision *revision, double ahead);
/* Begins or ends the trial.  After a trial, whether its arm is the incumbent now. */
bool mrt_revision_settle(struct mrt_revision *revision);

#endif
