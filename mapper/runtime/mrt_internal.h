/* mrt_internal.h: what the library's files know of each other.  mapper_rt.h is the interface to programs.
 *
 * Functions whose comment says "memory locked", "decisions locked" or "statistics locked" are called with that lock
 * held.
 */
#ifndef MAPPER_INTERNAL_H
#define MAPPER_INTERNAL_H

/* Each file includes this one first, so that the C library shows all that Linux has. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "mapper_rt.h"
#include "mrt_opencl.h"

enum { MRT_MAX_FEATURES = 128, MRT_EXIT_LOST = 70 };

/* ---- settings.c: the environment, read once ------------------------------------------------------------ */

enum mrt_choice { CHOOSE_AUTO, CHOOSE_CPU, CHOOSE_OPENCL, CHOOSE_GPU, CHOOSE_OPENCL_CPU, CHOOSE_NAME };
enum mrt_offload { OFFLOAD_DEFAULT, OFFLOAD_DISABLED, OFFLOAD_MANDATORY };

struct mrt_settings {
  enum mrt_choice choice;
  const char *device; /* the text of MAPPER_DEVICE */
  const char *name;   /* what the device's name is to contain, under CHOOSE_NAME */
  const char *force;  /* the text of MAPPER_FORCE, or NULL */
  enum mrt_offload offload;
  int info;            /* MAPPER_INFO: 0, 1 or 2 */
  const char *profile; /* MAPPER_PROFILE, or NULL */
  const char *library; /* MAPPER_OPENCL_LIBRARY, or NULL */
  size_t group_size;   /* MAPPER_GROUP_SIZE: work-group size of reductions, or 0 */
  size_t max_items;    /* MAPPER_MAX_ITEMS: most work-items of one launch, or 0 */
  size_t lanes;        /* MAPPER_LANES: work-items that share an iteration, or 0 */
  bool early;          /* MAPPER_EARLY is not 0 */
  size_t staging;      /* MAPPER_STAGING: bytes to copy before pinned memory is used; 0: never */
  bool verify;         /* MAPPER_VERIFY */
  bool layout;         /* MAPPER_LAYOUT: not 0 */
  int relayout;        /* MAPPER_RELAYOUT: 0 never, 1 always, -1 ask the tree */
  int collapse;        /* MAPPER_COLLAPSE: 0 never, 1 wherever it is right, -1 where it pays */
  bool explore;        /* MAPPER_EXPLORE */
  bool revise;         /* MAPPER_REVISE is not 0, and nothing else says where loops run */
  bool tune;           /* MAPPER_TUNE */
  bool ahead;          /* MAPPER_AHEAD is not 0 */
  bool timers;         /* MAPPER_TIMERS is not 0 */
  bool batch;          /* MAPPER_BATCH is not 0 */
  bool send;           /* MAPPER_SEND is not 0 */
  int index;           /* MAPPER_DEVICE_INDEX: which of equal devices, or -1 */
  size_t units;        /* MAPPER_UNITS: compute units that the model of shape.c reckons with, or 0 */
  bool shapes;         /* MAPPER_SHAPES is not 0 */
  size_t block;        /* MAPPER_BLOCK: iterations in a block of a matrix product; 0: the model chooses */
  bool measure;        /* info, profile or tune: regions are timed */
  bool clocks;         /* and so is each command on the device; without tuning not with MAPPER_CLOCKS=0 */
};

const struct mrt_settings *mrt_settings(void);

/* MRT_CPU or MRT_OPENCL where MAPPER_FORCE names the loop, else -1; of several matches the last counts. */
int mrt_forced(const struct mrt_settings *settings, const char *id);
/* Tells of patterns of MAPPER_FORCE that match no loop. */
void mrt_check_force(bool (*matches)(const char *pattern));

struct mrt_launch;

/* ---- locks ----------------------------------------------------------------------------------------------- */

/* In the order in which a thread takes several of them.  Before them all comes that of regions, which is held from
 * mrt_begin to mrt_leave by the thread that runs a region on the device.  A fork takes them, too (fork.c). */
extern pthread_mutex_t mrt_decision_lock;    /* decide.c: questions to the model, and what is expected */
extern pthread_mutex_t mrt_model_lock;       /* models.c: which model is followed */
extern pthread_mutex_t mrt_device_list_lock; /* devices.c: the list of devices */
/* ... then device.c's, of the registry, the device copies and the queue: mrt_lock_memory */
extern pthread_mutex_t mrt_build_lock; /* ahead.c: what is built beside the program */
extern pthread_mutex_t mrt_revision_lock; /* revise.c: what regions took */
/* ... and last stats.c's, of what is counted for the report: mrt_stats_lock */

/* ---- variables.c, ranks.c ------------------------------------------------------------------------------ */

/* Tells of variables that begin as mapper's and are none. */
void mrt_check_variables(void);

enum { MRT_PREFIX_BYTES = 40 };

/* The number of this process among all of an MPI program, and among those on this node; -1 where it is in none. */
int mrt_rank(void);
int mrt_local_rank(void);
/* What messages begin with: `mapper: `, or `mapper: rank 3: `. */
const char *mrt_prefix(char text[MRT_PREFIX_BYTES]);

/* ---- log.c: messages on stderr ------------------------------------------------------------------------- */

/* One line `mapper: ...`, written at once. */
void mrt_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, only with MAPPER_INFO=2. */
void mrt_trace(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* `CL_OUT_OF_RESOURCES` for -5; "unknown OpenCL error" for others. */
const char *mrt_cl_error(cl_int code);
/* Ends the program with exit code 70 after a message: see mrt_host_access. */
_Noreturn void mrt_die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Monotonic seconds. */
double mrt_now(void);
/* Numbers are written and read as in C, whatever the program's locale: for the rest of the block. */
#define MRT_PLAIN_NUMBERS                                                                                            \
  const locale_t mrt_kept_locale __attribute__((cleanup(mrt_restore_locale))) = mrt_plain_numbers()
locale_t mrt_plain_numbers(void);
void mrt_restore_locale(const locale_t *kept);

#include "mrt_decisions.h"

/* ---- devices.c ------------------------------------------------------------------------------------------- */

enum { MRT_MAX_DEVICES = 64 };

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
/* The device to open: that of the model in use, or the one that MAPPER_DEVICE wants most.  Of equal ones, processes of
 * an MPI program on one node take turns, or MAPPER_DEVICE_INDEX says which; else it is the first.  False with a
 * reason. */
bool mrt_pick_device(struct mrt_candidate *best, char *why, size_t why_size);

/* ---- drivers.c ------------------------------------------------------------------------------------------- */

/* The library of a platform's driver, where that can be used by itself; allocated, else NULL. */
char *mrt_driver_of(cl_platform_id platform);
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

#include "mrt_shapes.h"

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
  bool nvidia;           /* a GPU of theirs: as many work-groups run at the same time as fit */
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
/* What the program asks of the library changes errno no more than what it does without: for the rest of the block. */
#define MRT_KEEP_ERRNO const int mrt_kept_errno __attribute__((cleanup(mrt_restore_errno))) = errno
static inline void mrt_restore_errno(const int *kept) { errno = *kept; }

/* Takes the memory lock, once launches that were collected are enqueued.  False where the thread has it already: in a
 * signal handler that comes in between, and where a driver forks. */
bool mrt_lock_memory(void);
/* The same while launches are collected; and only where nobody has it. */
bool mrt_hold_memory(void);
bool mrt_try_memory(void);
void mrt_unlock_memory(void);

/* Fills in the table of functions.  False with a reason in `why`. */
bool mrt_load_opencl(struct mrt_cl *cl, char *why, size_t why_size);

/* Chooses and opens the device, once, without a word.  False when that failed. */
bool mrt_try_device(bool early);
/* The same, for a region that is to run there.  False when that fails, or has failed before: it has been told. */
bool mrt_open_device(const char *id);
/* Another queue on the same device, to save data with when the first one fails; NULL when impossible. */
cl_command_queue mrt_new_queue(void);

/* The device has failed: tells it (the first time), and sends all later regions to the CPU. */
void mrt_device_failed(const char *id, const char *what, cl_int code);
void mrt_device_failed_because(const char *id, const char *why);
/* What failed, and OpenCL's word for why. */
enum { MRT_WHY = 256 };
void mrt_explain(char *why, size_t why_size, const char *what, cl_int code);
/* A loop does not run on the device though it should: ends the program under OMP_TARGET_OFFLOAD=MANDATORY. */
void mrt_fall_back(const char *id, const char *why);
bool mrt_device_is_lost(void);
/* Whether it was opened, for threads that do not run a region on it. */
bool mrt_device_is_open(void);
/* In a child process: no device any more, and nothing to tell. */
void mrt_forget_device(void);

/* ---- pending.c: commands that were enqueued and are not known to have ended (memory locked) ------------ */

/* Takes over `event`; it may be NULL where mrt_pending_needs_event says so.  Returns the command's number; later
 * commands have larger ones. */
mrt_u64 mrt_pending_add(cl_event event, enum mrt_command kind, mrt_u64 bytes, struct mrt_region *region,
                        struct mrt_kernel_state *kernel);
/* Whether the next kernel must have an event of its own. */
bool mrt_pending_needs_event(void);
/* Makes sure that an event tells of all commands so far: what follows may wait, or go to another queue. */
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

#include "mrt_memory.h"

#include "mrt_kernels.h"

/* ---- region.c --------------------------------------------------------------------------------------------- */

/* In a child process: no other thread runs a region. */
void mrt_forget_regions(void);

/* ---- guard.c ---------------------------------------------------------------------------------------------- */

/* Notes the program's own state before calls in which drivers may change it, and blocks signals; NULL without
 * memory. */
struct mrt_guard *mrt_guard_begin(void);
/* Puts back what was changed. */
void mrt_guard_end(struct mrt_guard *noted);
/* Whether the calling thread is between the two: a fork is the driver's, then. */
bool mrt_in_driver(void);
/* For a whole block that may call drivers for less than that: errno, the floating-point flags and the direction of
 * rounding are the thread's own. */
struct mrt_thread_state {
  int error, flags, rounding;
};
#define MRT_KEEP_THREAD                                                                                              \
  const struct mrt_thread_state mrt_kept_thread __attribute__((cleanup(mrt_restore_thread))) = mrt_thread_state()
struct mrt_thread_state mrt_thread_state(void);
void mrt_restore_thread(const struct mrt_thread_state *kept);

/* ---- imports.c, substitutes.c ------------------------------------------------------------------------------ */

/* Before and after a driver works: what was loaded meanwhile is the driver's. */
void mrt_driver_begins(void);
void mrt_driver_ends(void);
/* Gives the objects that were loaded since functions of their own, in place of those that change the process's state.
 * Whether any of them asks for variables so. */
bool mrt_isolate(void);
/* Sets a variable that drivers alone see, unless it is set; where they can't be told alone, the process's own. */
void mrt_set_for_drivers(const char *name, const char *value);

struct mrt_substitute {
  const char *name;
  void (*original)(void), (*function)(void);
  bool environment; /* it asks for a variable */
  bool loads;       /* it loads libraries */
};
/* For a function of the C library, or NULL. */
const struct mrt_substitute *mrt_substitute_for(const char *name);

/* ---- fork.c --------------------------------------------------------------------------------------------- */

/* A driver is about to be used (or was in vain): children will have no device.  What was noted before. */
bool mrt_note_driver(bool used);
/* Has results brought home before a fork, once the device is open: its driver may prepare for forks, too. */
void mrt_watch_forks(void);
/* A region is to run on a device that this process, a child, does not have: tells it, the first time. */
void mrt_tell_forked(const char *id);

/* ---- startup.c ------------------------------------------------------------------------------------------- */

/* The programs of all files. */
struct mrt_program *mrt_all_programs(void);
struct mrt_statics *mrt_take_statics(void); /* of files that launch no kernels, once */

/* ---- exit.c --------------------------------------------------------------------------------------------- */

/* Has the report and the profile written, and the device finished, when the program exits. */
void mrt_at_exit(void);

#endif
