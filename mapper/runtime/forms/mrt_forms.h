/* mrt_forms.h: the forms of a kernel among which a launch chooses.
 *
 * grid.c         the grid of a launch
 * ordered.c      kernels whose iterations count in the order that they have in their thread, in several passes
 * batch.c        launches of one kernel that follow each other directly, collected and made one launch of many
 *                steps
 * schedule.c     the forms of a kernel
 * collapse.c     the form of a kernel in which work-groups take equal shares of the elements of all rows
 * replicas.c     the form of a kernel in which work-groups add to replicas of short arrays in local memory
 * expand.c       private arrays that are in global memory (MRT_ARG_EXPANDED)
 * relayout.c     copies of arrays in another order, for the second version of a kernel
 * tune.c         the shapes of work-groups and of blocks, measured under MAPPER_TUNE=1 and remembered
 */
#ifndef MAPPER_FORMS_H
#define MAPPER_FORMS_H

#include "mrt_decide.h"

/* ---- grid.c ---------------------------------------------------------------------------------------------- */

struct mrt_launch;

struct mrt_grid { /* of a launch */
  cl_uint dimensions;
  mrt_u64 from[3], counts[3]; /* the first work-item, and the one behind the last */
  size_t local[3], most[3]; /* work-group, and most work-items in one part */
};

/* How a launch without reductions is cut. */
struct mrt_grid mrt_grid_of(struct mrt_launch *launch);
/* How many iterations are left out, in the order of their linear index. */
mrt_u64 mrt_left_out(const struct mrt_launch *launch);
bool mrt_needs_parts(const struct mrt_grid *grid);
/* The number of work-items in dimension `d` of the part that begins at `offset`. */
size_t mrt_part_of(const struct mrt_grid *grid, unsigned d, size_t offset);

/* ---- schedule.c: forms of a kernel (memory locked) ----------------------------------------------------- */

/* Takes the form of the kernel that suits the mean length of rows, or the number of blocks. */
void mrt_choose_schedule(struct mrt_launch *launch);
/* How many work-items share an iteration, and how many iterations a work-group has; 0 where that is left open. */
unsigned mrt_lanes_of(const struct mrt_launch *launch, unsigned *rows);
/* The work-group's shape and the iterations that it does, in a kernel with tiles. */
const mrt_size *mrt_tile_of(const struct mrt_launch *launch);
struct mrt_pointee { /* where an argument points */
  const struct mrt_segment *segment;
  long offset;
};
/* The number of the schedule that suits a launch, 0 for the usual form, by where the arguments `along` and `starts`
 * of the kernel point.  `length` gets the mean length of rows, where that counts. */
unsigned mrt_suiting_form(const struct mrt_kernel *kernel, const mrt_u64 *counts, const struct mrt_pointee *along,
                          const struct mrt_pointee *starts, double *length);
/* How many work-items share an iteration in the form that it would take. */
unsigned mrt_row_lanes(const struct mrt_launch *launch);
/* Takes a form by its number, 0 for the usual one.  False when it can't be made (reported). */
bool mrt_take_form(const struct mrt_launch *launch, unsigned form);
/* The number of a kernel's form with shares, by its place in mrt_collapse.forms. */
unsigned mrt_collapsed_form(const struct mrt_kernel *kernel, unsigned place);
/* The number of its form with replicas, which has such. */
unsigned mrt_replicated_form(const struct mrt_kernel *kernel);
/* Forgets all forms but the usual one, which becomes the kernel's again. */
void mrt_forget_schedules(struct mrt_kernel_state *state);

/* ---- tune.c: shapes of work-groups (memory locked) ------------------------------------------------------------ */

struct mrt_tuned;
/* The shape that is remembered for the launch or that it is to try; false: the usual one stays in `shape`. */
bool mrt_tuned_shape(struct mrt_launch *launch, size_t shape[3]);
/* Waits for a launch that tries a shape; the kernel's launches had taken `before` seconds. */
void mrt_tune(const struct mrt_launch *launch, double before);
/* Reports what was found, and writes it. */
void mrt_tune_end(void);

/* ---- collapse.c (memory locked) -------------------------------------------------------------------------- */

/* Whether work-groups are to take shares of the elements of all rows. */
bool mrt_collapses(struct mrt_launch *launch);
/* How many kernels that takes, and the shape of each once it is ready.  CL_SUCCESS or the error. */
unsigned mrt_collapsed_kernels(const struct mrt_launch *launch);
cl_int mrt_collapsed_part(struct mrt_launch *launch, unsigned part, size_t *global, size_t *local);
/* Forgets what is known of rows; `forget`: without a word to OpenCL. */
void mrt_rises_drop(struct mrt_copy *copy, bool forget);

/* ---- replicas.c (memory locked) -------------------------------------------------------------------------- */

enum { MRT_MOST_SUMS = 8 };
struct mrt_replicas {             /* of the arrays of mrt_replicated.sums */
  unsigned count;                 /* of these arrays */
  cl_uint replicas;               /* of each that has any, */
  cl_uint lengths[MRT_MOST_SUMS]; /* and the elements of one; 0 for an array without */
};
/* Whether work-groups are to add to replicas: then that form is taken, otherwise the usual one. */
bool mrt_replicates(struct mrt_launch *launch, mrt_u64 iterations, struct mrt_replicas *found);
/* Sets the arguments that this form has besides the usual ones, which are set.  CL_SUCCESS or the error. */
cl_int mrt_set_replicas(const struct mrt_launch *launch, const struct mrt_replicas *found);

/* ---- ordered.c (memory locked) --------------------------------------------------------------------------- */

/* Launches the passes of a kernel that counts in order.  NULL, or what failed. */
const char *mrt_enqueue_ordered(struct mrt_launch *launch, cl_int *error);

/* ---- batch.c (memory locked) ------------------------------------------------------------------------------ */

/* A launch was enqueued: others may follow it directly. */
void mrt_batch_begin(const struct mrt_launch *launch);
/* Whether a launch follows directly, and nothing but values and counts differs: then it is collected, and done.  The
 * results of reductions go into the variables `later`. */
bool mrt_batch_takes(const struct mrt_run *run, const struct mrt_kernel *kernel, const mrt_u64 *counts,
                     const struct mrt_arg *args, unsigned n, void *const *later);
/* Enqueues what was collected; what comes next does not follow directly. */
void mrt_batch_end(void);
/* Whether the next execution of the run's region may go on with what was collected. */
bool mrt_batch_outlives(const struct mrt_run *run);
/* Whether launches wait there (no lock held). */
bool mrt_batch_waits(void);
/* Forgets all without a word to OpenCL. */
void mrt_batch_forget(void);

/* ---- later.c (memory locked) ------------------------------------------------------------------------------ */

enum { MRT_LATE = 8 }; /* most reductions of a launch whose results come later */
struct mrt_late {      /* such a launch */
  struct mrt_region *region;
  struct mrt_kernel_state *state;
  const struct mrt_arg *args;
  unsigned n;
  void *const *later; /* the variables that they go into */
};
/* Has the partial results of a launch read without waiting; false where the launch must wait for them itself. */
bool mrt_results_later(const struct mrt_late *late, size_t groups);

/* ---- expand.c (memory locked) --------------------------------------------------------------------------- */

/* Finds how many work-items take the iterations in turn, where they have private arrays in global memory, and makes
 * these.  False without memory. */
bool mrt_expand(struct mrt_launch *launch);
/* The launch is enqueued, or has failed. */
void mrt_expand_end(void);
struct mrt_own_array { /* the kernel arguments of one array */
  cl_mem buffer;
  int64_t offset, step;
};
struct mrt_own_array mrt_own_array(const struct mrt_launch *launch, unsigned i);
/* The grid of such a launch. */
struct mrt_grid mrt_expanded_grid(const struct mrt_launch *launch);

/* ---- relayout.c (memory locked) -------------------------------------------------------------------------- */

/* Makes the copies for the kernel's second version, once the arrays are on the device, where they pay.  The state of
 * that version, which is then to be enqueued; NULL: the plain one. */
struct mrt_kernel_state *mrt_relay(struct mrt_launch *launch);
/* After that version was enqueued, or after that has failed: what it wrote goes into the arrays. */
void mrt_relay_settle(struct mrt_launch *launch, bool launched);
/* An array has got other values. */
void mrt_relaid_stale(struct mrt_copy *copy);
/* Drops an array's copy in another order; `forget`: without a word to OpenCL. */
void mrt_relaid_drop(struct mrt_copy *copy, bool forget);
/* Releases the memory of all such copies that the coming launch does not need; false where there is none. */
bool mrt_drop_relaid(void);

#endif
