/* mrt_device.h: the OpenCL device: finding, choosing and opening it, the model of its processors, and its queue.
 *
 * loader.c       finds the OpenCL library when the first region is to run on a device, and not before
 * drivers.c      one OpenCL driver by itself
 * devices.c      the OpenCL devices that are present, and which of them is to be opened
 * device.c       opens the OpenCL device, once, and keeps the one fact that decides all later regions
 * unit.c         what a compute unit of the device holds and takes
 * shape.c        a small model of the device
 * remembered.c   which devices there are, from one process to the next
 * pending.c      the commands that were enqueued and are not known to have ended
 */
#ifndef MAPPER_DEVICE_H
#define MAPPER_DEVICE_H

#include "mrt_base.h"

struct mrt_kernel_state;

/* ---- shape.c: numbers in, numbers out; nothing is asked of OpenCL ---------------------------------------- */

/* What a unit does with blocks of so many iterations for each work-item: how many it has at a time, and the time of
 * one, of which that of a single one is the least. */
struct mrt_block_cost {
  unsigned each, resident;
  double time, least;
};
enum { MRT_BLOCKS = 3 };

struct mrt_processors { /* of a device */
  bool gpu;
  bool plain;           /* shapes depend on the range alone: MAPPER_SHAPES=0 */
  unsigned units;       /* compute units: multiprocessors, or cores */
  size_t limit;         /* most work-items in a group, */
  size_t item_limit[3]; /* and in each of its dimensions */
  unsigned resident;    /* work-items that a unit holds at a time */
  struct mrt_block_cost blocks[MRT_BLOCKS]; /* by the iterations of a work-item */
};

struct mrt_range { /* of a kernel that leaves its work-groups open */
  unsigned dimensions;
  const mrt_u64 *counts;
  size_t limit; /* most work-items in a group of this kernel, */
  size_t width; /* and how many of them run in step; 0: unknown */
  bool loops;   /* iterations have loops that may be long */
};
/* A work-group for it.  `local` has three entries. */
void mrt_shape_of_range(const struct mrt_processors *on, const struct mrt_range *range, size_t *local);
/* Halves a shape until the device, and a kernel that takes `limit` work-items, can have it. */
void mrt_limit_shape(const struct mrt_processors *on, size_t limit, size_t *local);
/* Most work-groups of `group` work-items that share the iterations of a reduction. */
size_t mrt_groups_that_sum(const struct mrt_processors *on, size_t group);
/* Work-items, in groups of a size, that take `total` iterations in turn, of which no more than `fitting` can have the
 * memory that they need; 0: too few to be worth it. */
size_t mrt_items_in_turn(const struct mrt_processors *on, mrt_u64 total, size_t group, size_t fitting);
/* How many work-groups of MRT_COUNTING_GROUP share `total` iterations, where each keeps so many counters. */
enum { MRT_COUNTING_GROUP = 256 };
mrt_u64 mrt_groups_that_count(const struct mrt_processors *on, mrt_u64 total, unsigned counters);
/* Work-groups that share a loop whose iterations count in order. */
mrt_u64 mrt_groups_in_order(const struct mrt_processors *on);
/* How long a range takes in blocks of a size (see mrt_kernel.tile), in units of its own. */
double mrt_block_time(const struct mrt_processors *on, unsigned dimensions, const mrt_u64 *counts,
                      const mrt_size *tile);
/* Virtual threads that keep the device busy. */
mrt_u64 mrt_threads_that_carry(const struct mrt_processors *on);
/* Whether so many iterations keep the device busy with a work-item each. */
bool mrt_is_many(const struct mrt_processors *on, double iterations);
/* Whether the device holds all of so many iterations at a time, with so many work-items for each. */
bool mrt_is_few(const struct mrt_processors *on, double iterations, unsigned lanes);
/* Work-items that share a row of so many elements on average. */
unsigned mrt_lanes_for_row(double length);

/* ---- unit.c ---------------------------------------------------------------------------------------------- */

struct mrt_device;
/* What a unit holds and takes, for a device that says nothing of it; and for one whose names are known. */
void mrt_usual_unit(struct mrt_processors *on);
void mrt_learn_unit(const struct mrt_device *device, struct mrt_processors *on);

/* ---- devices.c ------------------------------------------------------------------------------------------- */

/* A device that can be opened. */
struct mrt_candidate {
  cl_platform_id platform; /* NULL where it is only remembered: mrt_find_device */
  cl_device_id device;
  const char *type;          /* "gpu", "cpu" or "other" */
  const char *name, *vendor; /* its own and its platform's; these live as long as the process */
  const char *driver;        /* the library that it belongs to; NULL where that is not known */
  unsigned number;           /* among those that are named alike, from 0 */
};

/* All devices that can compile kernels, in OpenCL's order: their number.  Looks for them when called first; where
 * there are none, `why` says so. */
unsigned mrt_devices(const struct mrt_candidate **all, const char **why);
/* Makes a remembered device one that can be opened: by its driver alone, or by a new list.  False with a reason. */
bool mrt_find_device(struct mrt_candidate *one, char *why, size_t why_size);
bool mrt_is_gpu(const struct mrt_candidate *one);
/* Whether two candidates are one device. */
bool mrt_is_same_device(const struct mrt_candidate *one, const struct mrt_candidate *other);
/* A text that OpenCL knows of a device; allocated, "" where it can't be had. */
char *mrt_device_text(cl_device_id device, cl_uint what);
char *mrt_platform_text(cl_platform_id platform, cl_uint what);
/* The device to open: that of the model in use, or the one that MAPPER_DEVICE wants most.  Of equal ones, processes
 * of an MPI program on one node take turns, or MAPPER_DEVICE_INDEX says which; otherwise it is the first.  False with
 * a reason. */
bool mrt_pick_device(struct mrt_candidate *best, char *why, size_t why_size);

/* ---- drivers.c ------------------------------------------------------------------------------------------- */

/* The library of a platform's driver, where that can be used by itself; allocated, else NULL. */
char *mrt_driver_of(cl_platform_id platform);
/* How many channels to a device drivers make, once their library is loaded and before the first call. */
void mrt_choose_channels(void);
/* Starts a driver: its functions, and its platforms.  How many, 0 where it can't be used by itself. */
cl_uint mrt_load_driver(const char *path, struct mrt_cl *cl, cl_platform_id *platforms, cl_uint room);

/* ---- remembered.c ---------------------------------------------------------------------------------------- */

/* The devices that an earlier process found, if nothing seems to have changed since: their number, 0 where none are
 * known. */
unsigned mrt_recall_devices(struct mrt_candidate *all);
/* A number that changes with what the list of devices depends on, and how many drivers are installed. */
mrt_u64 mrt_stamp_devices(size_t *drivers);
/* Keeps a list for later processes, with these numbers from before it was made. */
void mrt_keep_devices(mrt_u64 stamp, size_t drivers, const struct mrt_candidate *all, unsigned count);

/* ---- loader.c, device.c -------------------------------------------------------------------------------- */

struct mrt_device {
  struct mrt_cl cl;
  cl_device_id id;
  struct mrt_candidate chosen;
  unsigned equals; /* devices that are wanted as much as the chosen one, itself included */
  unsigned index;  /* the chosen one's number among them */
  cl_context context;
  cl_command_queue queue;
  bool open, unified, fp64, int64_atomics, gpu;
  unsigned nvidia;       /* the major number of its compute capability, 1 where that is not known; 0: not theirs */
  bool wide;             /* work-groups may have the local memory that mrt_kernel.wide asks for */
  bool layouts;          /* copies may have orders of their own; not once one could not have it */
  bool rounds_divisions; /* float division and square root can be made exact to the last bit, as in C */
  struct mrt_processors processors; /* as MAPPER_UNITS says */
  unsigned units;                   /* how many there are in truth */
  cl_uint lanes; /* work-items that share an iteration of kernels that allow it: 1 on CPUs */
  size_t summing_group; /* work-items of a group of reductions, where neither user nor device wants fewer */
  char *name, *driver, *version, *platform;
  double startup; /* seconds spent on opening the device and building kernels; clocks run only when measuring */
};

extern struct mrt_device mrt_device;
/* Hashes: of a program's kernels, the device and its driver; and of a device and its driver. */
mrt_u64 mrt_program_key(const struct mrt_program *program);
mrt_u64 mrt_device_key(const struct mrt_device *device);

/* Takes the memory lock, once launches that were collected are enqueued.  False where the thread has it already: in a
 * signal handler that comes in between, and where a driver forks. */
bool mrt_lock_memory(void);
/* The same while launches are collected; and only where it is free. */
bool mrt_hold_memory(void);
bool mrt_try_memory(void);
void mrt_unlock_memory(void);

/* Fills in the table of functions.  False with a reason in `why`. */
bool mrt_load_opencl(struct mrt_cl *cl, char *why, size_t why_size);

/* Chooses and opens the device, once, without a word.  False when that failed. */
bool mrt_try_device(bool early);
/* The part of it that needs no lock. */
bool mrt_start_device(void);
/* The same, for a region that is to run there.  False when that fails, or has failed before: it has been reported. */
bool mrt_open_device(const char *id);
/* Another queue on the same device, to save data with when the first one fails; NULL when impossible. */
cl_command_queue mrt_new_queue(void);

/* The device has failed: reports it (the first time), and sends all later regions to the CPU. */
void mrt_device_failed(const char *id, const char *what, cl_int code);
void mrt_device_failed_because(const char *id, const char *why);
/* What failed, and OpenCL's word for why. */
enum { MRT_WHY = 256 };
void mrt_explain(char *why, size_t why_size, const char *what, cl_int code);
/* A loop does not run on the device though it should: ends the program under OMP_TARGET_OFFLOAD=MANDATORY. */
void mrt_fall_back(const char *id, const char *why);
bool mrt_device_is_lost(void);
/* A driver is about to be used (or was in vain): children will have no device.  What was noted before. */
bool mrt_note_driver(bool used);
bool mrt_driver_is_used(void);
/* Whether it was opened, for threads that do not run a region on it. */
bool mrt_device_is_open(void);
/* In a child process: no device any more, and nothing to report. */
void mrt_forget_device(void);

/* ---- pending.c: commands that were enqueued and are not known to have ended (memory locked) ------------ */

/* Takes over `event`; it may be NULL where mrt_pending_needs_event says so.  Returns the command's number; later
 * commands have larger ones. */
mrt_u64 mrt_pending_add(cl_event event, enum mrt_command kind, mrt_u64 bytes, struct mrt_region *region,
                        struct mrt_kernel_state *kernel);
/* Whether the next kernel must have an event of its own. */
bool mrt_pending_needs_event(void);
/* Makes sure that an event covers all commands so far: what follows may wait, or go to another queue. */
void mrt_pending_mark(void);
/* Waits for all commands up to a number.  False when one of them failed: device data can't be trusted. */
bool mrt_pending_wait(mrt_u64 number);
bool mrt_pending_wait_all(void);
/* Whether there are commands to wait for (no lock held). */
bool mrt_pending_any(void);
/* Before the host needs results, where a profile is made without clocks: waits, and counts the time unless a region
 * runs, whose time it is then. */
void mrt_settle(void);
double mrt_waited(void);
/* Whether the queue should be flushed: the device has nothing else to do, or many commands were enqueued since. */
bool mrt_pending_is_due(void);
/* Commands that should have been enqueued could not be: as if one of them had failed. */
void mrt_pending_fail(void);

#endif
