/* mrt_base.h: what all other folders use: settings, messages, files with state, and guards around calls of
 * drivers.
 *
 * settings.c     the environment variables, read once, when the program starts
 * variables.c    which variables are mapper's, so that a misspelt one is told
 * ranks.c        which of the processes of an MPI program this is, as the launcher says in the environment
 * log.c          messages on stderr, names of OpenCL's errors, the clock
 * state.c        files that keep what was found out on this machine from one process to the next
 * register.c     the emitted files that the program consists of
 * guard.c        the program's own state around calls in which drivers start, compile, or load what was compiled
 * imports.c      which functions of the C library drivers get in place of some that change the process's own
 *                state
 * substitutes.c  what drivers call in place of functions that change the process's own state (imports.c)
 * fold.c         the partial results of a reduction, one for each work-group, become one, in the order of the
 *                groups
 *
 * Functions whose comment says "memory locked", "decisions locked" or "statistics locked" are called with that lock
 * held.
 */
#ifndef MAPPER_BASE_H
#define MAPPER_BASE_H

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

struct mrt_guard;

enum { MRT_MAX_FEATURES = 128, MRT_MAX_DEVICES = 64, MRT_EXIT_LOST = 70 };

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
  bool history;        /* MAPPER_HISTORY is not 0, and times are measured for nothing but revision */
  bool tune;           /* MAPPER_TUNE */
  bool ahead;          /* MAPPER_AHEAD is not 0 */
  bool timers;         /* MAPPER_TIMERS is not 0 */
  bool batch;          /* MAPPER_BATCH is not 0 */
  bool moves;          /* MAPPER_MOVES is not 0 */
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
/* Reports patterns of MAPPER_FORCE that match no loop. */
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

/* Reports variables that begin as mapper's and are none. */
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

/* ---- commands on the device, and what they take --------------------------------------------------------------- */

enum mrt_command { COMMAND_KERNEL, COMMAND_UPLOAD, COMMAND_DOWNLOAD };

struct mrt_cost { /* commands of one kind */
  mrt_u64 count, bytes;
  double seconds;
};

/* ---- state.c: files that keep what was found -------------------------------------------------------------- */

enum { MRT_PATH_BYTES = 4096 };
/* FNV-1a of some bytes behind what has a hash already. */
mrt_u64 mrt_hash(mrt_u64 start, const void *data, size_t bytes);
/* A file that takes the place of `path` when it is whole: other processes see the old one or the new one. `temporary`
 * is its name until then.  NULL where it can't be written. */
FILE *mrt_begin_file(const char *path, char temporary[MRT_PATH_BYTES + 16]);
/* Puts it there.  False where that fails, also what was written to it before. */
bool mrt_end_file(FILE *file, const char *temporary, const char *path);
/* Opens a file to be read, if it is the user's own or the system's: others might have written anything. */
FILE *mrt_open_own(const char *path);
/* Makes a folder and those around it; false where that can't be. */
bool mrt_make_folder(const char *path);
/* The folder of the kernel cache, made if need be. */
bool mrt_cache_folder(char *path, size_t size);
/* The path of a key's file, whose name ends so; `making` makes the folder, too.  False where there is no place. */
bool mrt_state_path(mrt_u64 key, const char *end, char path[MRT_PATH_BYTES], bool making);

/* ---- register.c ------------------------------------------------------------------------------------------- */

/* The programs of all files. */
struct mrt_program *mrt_all_programs(void);
/* Whether this is part of an executable, not of a shared library. */
bool mrt_in_executable(void);
struct mrt_statics *mrt_take_statics(void); /* of files that launch no kernels, once */

/* What the program asks of the library changes errno no more than what it does without: for the rest of the block. */
#define MRT_KEEP_ERRNO const int mrt_kept_errno __attribute__((cleanup(mrt_restore_errno))) = errno
static inline void mrt_restore_errno(const int *kept) { errno = *kept; }

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

/* Starts a thread of the library's own, which gets no signals: handlers run on the program's threads.  False where
 * that fails. */
bool mrt_start_thread(void *(*work)(void *), void *argument);

/* ---- imports.c, substitutes.c ------------------------------------------------------------------------------ */

/* Before and after a driver works: what was loaded meanwhile is the driver's. */
void mrt_driver_begins(void);
void mrt_driver_ends(void);
/* Gives the objects that were loaded since functions of their own, in place of those that change the process's state.
 * Whether any of them asks for variables so. */
bool mrt_isolate(void);
/* Sets a variable that drivers alone see, unless it is set; where that is not possible, the process's own. */
void mrt_set_for_drivers(const char *name, const char *value);

struct mrt_substitute {
  const char *name;
  void (*original)(void), (*function)(void);
  bool environment; /* it asks for a variable */
  bool loads;       /* it loads libraries */
};
/* For a function of the C library, or NULL. */
const struct mrt_substitute *mrt_substitute_for(const char *name);

/* ---- fold.c --------------------------------------------------------------------------------------------- */

/* Folds `count` partial results, each at the beginning of its slot, into one value at `into`; `flags` as in
 * mrt_arg. */
void mrt_fold(unsigned flags, void *into, const cl_ulong *slots, size_t count);

#endif
