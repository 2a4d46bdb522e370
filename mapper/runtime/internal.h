/* internal.h: what the library's files know of each other.  mapper_rt.h is the interface to programs.
 *
 * Locks: `region` is held from mrt_begin to mrt_leave by the thread that runs a region on the device;
 * `memory` guards the registry, the device copies and the queue, and is taken after `region`, never before.
 * Functions whose comment says "memory locked" are called with it held.
 */
#ifndef MAPPER_INTERNAL_H
#define MAPPER_INTERNAL_H

/* Each file includes this one first, so that the C library shows all that Linux has. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "mapper_rt.h"
#include "opencl.h"

enum { MRT_MAX_FEATURES = 128, MRT_EXIT_LOST = 70 };

/* ---- settings.c: the environment, read once ------------------------------------------------------------ */

enum mrt_choice { CHOOSE_AUTO, CHOOSE_CPU, CHOOSE_OPENCL, CHOOSE_GPU, CHOOSE_NAME };
enum mrt_offload { OFFLOAD_DEFAULT, OFFLOAD_DISABLED, OFFLOAD_MANDATORY };

struct mrt_settings {
  enum mrt_choice choice;
  const char *device;  /* the text of MAPPER_DEVICE */
  const char *force;   /* the text of MAPPER_FORCE, or NULL */
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
  bool explore;        /* MAPPER_EXPLORE */
  bool tune;           /* MAPPER_TUNE */
  bool measure;        /* info, profile or tune: regions are timed */
  bool clocks;         /* and so is each command on the device; without tuning not with MAPPER_CLOCKS=0 */
};

const struct mrt_settings *mrt_settings(void);

/* MRT_CPU or MRT_OPENCL where MAPPER_FORCE names the loop, else -1; of several matches the last counts. */
int mrt_forced(const struct mrt_settings *settings, const char *id);

struct mrt_launch;

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

/* ---- stats.c: what MAPPER_INFO and MAPPER_PROFILE tell ------------------------------------------------- */

enum mrt_command { COMMAND_KERNEL, COMMAND_UPLOAD, COMMAND_DOWNLOAD };

struct mrt_cost { /* commands of one kind */
  mrt_u64 count, bytes;
  double seconds;
};

struct mrt_vector { /* one distinct vector of raw features of a region */
  struct mrt_vector *next;
  mrt_u64 hash, calls[2];
  double seconds[2], first[2]; /* `first`: of the region's first call on that side, where it met this vector */
  double values[];
};

enum { MRT_VECTOR_BUCKETS = 64 };

struct mrt_region_state {
  struct mrt_region *region;
  struct mrt_region_state *next; /* all regions that were entered, newest first */
  int fixed;                     /* the answer that the environment gives, or -1: ask the tree */
  bool has_forced;               /* MAPPER_FORCE sends single loops of it to the device */
  /* The last vector of raw features and its answer, published by a sequence lock: odd while being written.  The answer
   * holds until the validity of some copy changes (`epoch`) or the region was entered `check` times. */
  unsigned sequence, epoch;
  int answer;
  double *last; /* program->raw_features values, accessed atomically */
  mrt_u64 check;
  mrt_u64 entered; /* executions so far, atomic */
  mrt_u64 moved;   /* bytes copied for the region, atomic */
  double first;    /* bytes that its first execution on the device had to move */
  double expected; /* executions in the whole program */
  double score;    /* of the last question about the region */
  bool prefers;    /* the device would be better, were it open; atomic */
  struct mrt_trial *trials; /* explore.c */
  mrt_u64 asked[2]; /* questions about the region, and about the program on entering it (statistics lock) */
  /* Statistics, guarded by the statistics lock. */
  mrt_u64 calls[2];
  double seconds[2];
  char *path; /* the tree's path of the last decision, when measuring */
  struct mrt_cost cost[3];
  struct mrt_kernel_state *kernels;
  struct mrt_vector *vectors[MRT_VECTOR_BUCKETS];
};

/* The region's state, made on first use; NULL without memory. */
struct mrt_region_state *mrt_region_state(struct mrt_region *region);
void mrt_count_call(struct mrt_region_state *state, int device, double seconds, const double *features);
void mrt_count_command(struct mrt_region *region, struct mrt_kernel_state *kernel, enum mrt_command kind,
                       mrt_u64 bytes, double seconds);
/* The list of states, for the report and the profile. */
struct mrt_region_state *mrt_all_regions(void);
/* decide.c: whether a region runs on the CPU though it prefers a device that is not open, and the time of that. */
bool mrt_is_waiting(const struct mrt_region_state *state);
void mrt_count_waiting(struct mrt_region_state *state, double seconds);
/* decide.c: the first question's answer as a line of text; empty where it was never asked. */
const char *mrt_program_answer(void);
void mrt_stats_lock(void);
void mrt_stats_unlock(void);
/* report.c, profile.c: written at exit, statistics locked. */
void mrt_report(void);
void mrt_profile(const char *path);

/* ---- horizon.c: the questions to the model --------------------------------------------------------------- */

enum { MRT_PATH = 512 };

struct mrt_question { /* and its answer */
  double features[MRT_MAX_FEATURES];
  double score;
  char path[MRT_PATH]; /* empty unless measuring */
};

/* questions.c: a question kept for the profile, in the order in which they were asked. */
struct mrt_asked {
  struct mrt_asked *next;
  const struct mrt_region_state *state; /* of the region that was being entered */
  bool program;                         /* about the program rather than the region */
  mrt_u64 entered;                      /* the region's executions, this one included */
  double at, score;                     /* seconds after the first question */
  double features[];                    /* the program's `features` values */
};
/* Whether a profile is made of a process with all regions on one side: the model is asked all the same, as in a process
 * that stays on the CPU, and not followed. */
bool mrt_only_asks(void);
/* Keeps a question, if there will be a profile (no lock held but that of decisions). */
void mrt_keep_question(struct mrt_region_state *state, bool program, const struct mrt_question *question);
/* All kept questions; statistics locked. */
const struct mrt_asked *mrt_all_asked(void);

/* ---- state.c: files that keep what was measured -------------------------------------------------------------- */

enum { MRT_PATH_BYTES = 4096 };
/* FNV-1a of some bytes behind what has a hash already. */
mrt_u64 mrt_hash(mrt_u64 start, const void *data, size_t bytes);
/* Of a program's kernels, the device and its driver. */
mrt_u64 mrt_program_key(const struct mrt_program *program);
/* The path of a key's file, whose name ends so; `making` makes the folder, too.  False where there is no place. */
bool mrt_state_path(mrt_u64 key, const char *end, char path[MRT_PATH_BYTES], bool making);

/* ---- tune.c: shapes of work-groups (memory locked) ------------------------------------------------------------ */

struct mrt_tuned;
/* The shape that is remembered for the launch or that it is to try; else the usual one stays in `local`. */
void mrt_tuned_shape(struct mrt_launch *launch, size_t local[3]);
/* Waits for a launch that tries a shape; the kernel's launches had taken `before` seconds. */
void mrt_tune(const struct mrt_launch *launch, double before);
/* Tells what was found, and writes it. */
void mrt_tune_end(void);

/* ---- explore.c: regions near the threshold are measured on either side (decisions locked) --------------- */

/* A score that is nearer to 0 is near the threshold. */
#define MRT_NEAR 0.25
/* Where the region is to run: where it is known to be faster, or where it is to be measured now, or `answer`.  `again`
 * becomes true where the next execution must ask again. */
int mrt_explore(const struct mrt_run *run, struct mrt_region_state *state, const double *features, int answer,
                bool *again);
/* Whether this execution is measured (no lock held). */
bool mrt_is_explored(const struct mrt_run *run);
/* It took so long, device work included (no lock held). */
void mrt_explored(const struct mrt_run *run, double seconds);

/* Counts every change of what is valid where. */
extern unsigned mrt_epoch;
void mrt_residency_changed(void);
/* Asks whether opening the device pays for all that the program is expected to do (decisions locked).
 * `features` are those of the region that is being entered. */
void mrt_ask_program(struct mrt_region_state *state, const double *features, struct mrt_question *question);
/* Asks about the expected executions of one region, with the device open (decisions locked). */
void mrt_ask_region(struct mrt_region_state *state, const double *features, const void *const *arrays,
                    struct mrt_question *question);
/* How often the region will still be executed, this time included. */
double mrt_remaining(const struct mrt_region_state *state);

/* ---- loader.c, device.c -------------------------------------------------------------------------------- */

struct mrt_device {
  struct mrt_cl cl;
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
  bool open, unified, fp64, int64_atomics, gpu;
  bool wide;             /* work-groups may have the local memory that mrt_kernel.wide asks for */
  bool layouts;          /* copies may have another order than the host's memory; not once one could not have its own */
  bool rounds_divisions; /* float division and square root can be made exact to the last bit, as in C */
  size_t group_limit, item_limit[3];
  cl_uint units, lanes; /* work-items that share an iteration of kernels that allow it: 1 on CPUs */
  char *name, *driver, *version, *platform;
  double startup; /* seconds spent on opening the device and building kernels; clocks run only when measuring */
};

extern struct mrt_device mrt_device;
extern pthread_mutex_t mrt_memory_lock;

/* Fills in the table of functions.  False with a reason in `why`. */
bool mrt_load_opencl(struct mrt_cl *cl, char *why, size_t why_size);

/* Chooses and opens the device, once, without a word.  False when that failed. */
bool mrt_try_device(bool early);
/* The same, for a region that is to run there.  False when it fails, or has failed before; the failure has been told. */
bool mrt_open_device(const char *id);
/* Another queue on the same device, to save data with when the first one fails; NULL when impossible. */
cl_command_queue mrt_new_queue(void);

/* The device has failed: tells it (the first time), and sends all later regions to the CPU. */
void mrt_device_failed(const char *id, const char *what, cl_int code);
void mrt_device_failed_because(const char *id, const char *why);
/* A loop does not run on the device though it should: ends the program under OMP_TARGET_OFFLOAD=MANDATORY. */
void mrt_fall_back(const char *id, const char *why);
bool mrt_device_is_lost(void);
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
/* Before the host needs results, where a profile is made without clocks: waits, and counts the time unless a region runs,
 * whose time it is then. */
void mrt_settle(void);
double mrt_waited(void);
/* Whether the queue should be flushed: the device has nothing else to do, or many commands were enqueued since. */
bool mrt_pending_is_due(void);
/* Whether a command has failed since the device was opened. */
bool mrt_pending_failed(void);

/* ---- segment.c: the registry (memory locked) ----------------------------------------------------------- */

enum mrt_kind { SEGMENT_HEAP, SEGMENT_STATIC, SEGMENT_STACK, SEGMENT_ADHOC };

struct mrt_copy { /* a segment's device copy */
  cl_mem buffer;
  size_t lead;       /* the copy begins at this offset of the buffer, which keeps the host's alignment */
  bool in_place;     /* the buffer is the host's memory itself */
  struct mrt_pool *pool; /* whose buffer it is, where several segments share one */
  void *mapping;     /* in place: not NULL while the host owns the data */
  bool host_valid, device_valid;
  struct mrt_area area;   /* from the segment's beginning; where there is one, neither is valid: the device's is in it, ... */
  struct mrt_area coming; /* ... the host's outside.  What the launch that is being prepared writes without an upload */
  struct mrt_kernel_state *writer; /* of the area */
  struct mrt_transposition order; /* of the device's elements; all zeros: that of the host's */
  bool pinned, eager, reads, writes; /* of the launch that is being prepared */
  size_t saved_at;   /* where stop.c has saved it */
  mrt_u64 host_use;  /* the last command that uses the host's memory */
  mrt_u64 used;      /* clock of the last launch, to find the least recently used copy */
  struct mrt_relaid_copy *relaid; /* the array in another order, or NULL */
  struct mrt_parts *parts;   /* parts that the host reads or writes alone, or NULL */
  struct mrt_region *region; /* the last user, to whom transfers are counted */
  struct mrt_segment *previous, *next; /* all segments with copies */
};

struct mrt_segment {
  uintptr_t base;
  size_t bytes;
  struct mrt_segment *left, *right;
  struct mrt_copy *copy;
  mrt_u64 written;   /* when the host last announced to write it, for tables of pointers */
  unsigned char kind, height;
  bool followed;     /* a view of tables knows it */
};

/* ---- held.c: device memory, by what it is for --------------------------------------------------------- */

enum mrt_held_for { HELD_ARRAYS, HELD_STATES, HELD_OTHER, HELD_KINDS }; /* copies, virtual threads' states, all else */
struct mrt_held {
  size_t bytes[HELD_KINDS];
};
void mrt_hold(cl_mem buffer, size_t bytes, enum mrt_held_for what);
void mrt_let_go(cl_mem buffer);
/* When it was most, all together. */
struct mrt_held mrt_held_at_most(void);
/* Whether memory holds the states of virtual threads. */
bool mrt_is_state(uintptr_t address);

/* Sends the parts that the host has written to a valid device copy; forgets them; forgets what the host has of a copy
 * that a launch writes. */
cl_int mrt_parts_send(struct mrt_segment *segment);
void mrt_parts_drop(struct mrt_copy *copy);
void mrt_parts_stale(struct mrt_copy *copy);

/* The segment that holds an address, or NULL. */
struct mrt_segment *mrt_segment_at(uintptr_t address);
/* The first segment that overlaps [from, to), or NULL. */
struct mrt_segment *mrt_segment_in(uintptr_t from, uintptr_t to);
/* Adds a segment that overlaps no other.  NULL without memory. */
struct mrt_segment *mrt_segment_add(uintptr_t base, size_t bytes, enum mrt_kind kind);
/* Removes a segment that has no device copy. */
void mrt_segment_remove(struct mrt_segment *segment);
/* Drops all segments in a range, with their data: memory that was freed behind the library's back. */
void mrt_segment_replace(uintptr_t from, uintptr_t to);
/* How many segments are automatic arrays. */
size_t mrt_stack_segments(void);

/* ---- small.c: small heap blocks, no lock unless said ---------------------------------------------------- */

enum { MRT_SMALL_LIMIT = 16384 }; /* bytes of the largest block that is noted here */
enum mrt_small { SMALL_NONE, SMALL_NOTED, SMALL_PROMOTED };

/* Notes a block; false where it is too large for that, and belongs into the tree. */
bool mrt_small_add(uintptr_t base, size_t bytes);
/* Forgets a block, and tells whether it was noted, and where its segment is; `bytes` only of SMALL_NOTED. */
enum mrt_small mrt_small_remove(uintptr_t base, size_t *bytes);
/* Forgets all blocks that begin in a range. */
void mrt_small_forget(uintptr_t from, uintptr_t to);
/* Makes segments of the blocks that overlap a range (memory locked). */
void mrt_small_promote(uintptr_t from, uintptr_t to);

/* ---- untouched.c: memory that nobody has written yet --------------------------------------------------- */

/* Whether a large range is memory that was never touched, so that it reads as zeros. */
bool mrt_untouched(uintptr_t base, size_t bytes);

/* ---- transfer.c: which copy is valid (memory locked) --------------------------------------------------- */

/* Makes the device copy valid and gives it an order (NULL: the host's), making room on the device if need be.  CL_SUCCESS
 * or the error.  One that the launch overwrites, all of it or an area (else NULL), stays as it is until
 * mrt_settle_slots. */
cl_int mrt_to_device(struct mrt_segment *segment, struct mrt_region *region, const struct mrt_transposition *order,
                     bool overwritten, const struct mrt_area *area);
/* Makes the host copy valid; ends the program when the data are lost. */
void mrt_to_host(struct mrt_segment *segment);
/* Makes the host copy valid and the device copy invalid: the host is about to write. */
void mrt_host_owns(struct mrt_segment *segment);
/* Drops the device copy, with its data. */
void mrt_drop_copy(struct mrt_segment *segment);
/* Forgets all device copies, whose data are at home, without a word to OpenCL. */
void mrt_forget_copies(void);
/* All segments with copies are linked from here through copy->next. */
struct mrt_segment *mrt_first_copy(void);
/* A buffer without a host copy; makes room on the device if need be. */
cl_mem mrt_make_buffer(size_t bytes, enum mrt_held_for what, cl_int *error);
/* The same without making room. */
cl_mem mrt_try_buffer(size_t bytes, cl_int *error);
/* Copies a segment's host memory into a buffer as it is. */
cl_int mrt_write_segment(struct mrt_segment *segment, cl_mem buffer, size_t offset);
/* Reads from a buffer by all means that there are.  False when none works or the data can't be trusted. */
bool mrt_read(cl_mem buffer, size_t offset, size_t bytes, void *to, struct mrt_region *region);

/* ---- transpose.c: device copies in another order than the host's (memory locked) ------------------------ */

bool mrt_same_order(const struct mrt_transposition *one, const struct mrt_transposition *other);
size_t mrt_transposed_bytes(const struct mrt_transposition *order);
/* Where a byte of the host's array stands in a copy with an order. */
size_t mrt_place(const struct mrt_transposition *order, size_t offset);
/* Makes the kernel ready that transposes so; false after a failure (told). */
bool mrt_can_transpose(const struct mrt_transposition *order, struct mrt_region *region);
/* Copies a segment from the host's memory into its copy, which has an order of its own. */
cl_int mrt_upload_transposed(struct mrt_segment *segment);
/* Reads a whole array from a buffer that holds it in some order.  False as mrt_read. */
bool mrt_read_transposed(cl_mem buffer, size_t offset, const struct mrt_transposition *order, void *to,
                         struct mrt_region *region);
/* Gives a copy another order (all zeros: the host's), on the device where that is possible; else it is not valid. */
void mrt_reorder(struct mrt_segment *segment, const struct mrt_transposition *order);
/* The transposition that undoes one. */
struct mrt_transposition mrt_undoing(const struct mrt_transposition *order);
/* Enqueues the transposition of all matrices from one buffer into another, once mrt_can_transpose has said yes. */
cl_int mrt_transpose(const struct mrt_transposition *order, cl_mem from, cl_ulong from_at, cl_mem to, cl_ulong to_at,
                     struct mrt_region *region);
/* Releases the memory that this takes; false where there is none. */
bool mrt_drop_scratch(void);
/* Forgets everything without a word to OpenCL. */
void mrt_forget_transposer(void);

/* ---- staging.c (memory locked) --------------------------------------------------------------------------- */

/* Counts a copy of so many bytes, and tells whether it should go through pinned memory. */
bool mrt_staged(size_t bytes);
/* Copies to a buffer.  When it returns, the host's memory has been read. */
cl_int mrt_staged_write(cl_mem buffer, size_t offset, size_t bytes, const char *from, struct mrt_region *region);
/* Copies from a buffer, blocking; only an area that begins there, where one is given.  After an error, `to` holds anything
 * (outside of the area: what it held). */
cl_int mrt_staged_read(cl_mem buffer, size_t offset, size_t bytes, char *to, const struct mrt_area *area,
                       struct mrt_region *region);

/* ---- pool.c: segments that share a buffer (memory locked) ----------------------------------------------- */

struct mrt_pool {
  cl_mem buffer;
  size_t members, unit; /* each copy begins at a multiple of `unit` */
  mrt_u64 stamp;        /* another one whenever a member leaves */
  bool wanted;
};

/* The pool that holds the copies of all these segments, for elements of a size; NULL where there is none. */
struct mrt_pool *mrt_pool_of(struct mrt_segment *const *segments, size_t count, size_t element);
/* Makes a pool for all of them.  CL_SUCCESS or the error. */
cl_int mrt_make_pool(struct mrt_segment *const *segments, size_t count, size_t element);
/* A member's copy is gone; `forget`: without a word to OpenCL. */
void mrt_pool_leave(struct mrt_pool *pool, bool forget);
/* transfer.c: gives a segment without a copy a place in a pool. */
cl_int mrt_join_pool(struct mrt_segment *segment, struct mrt_pool *pool, size_t lead);

/* ---- host.c --------------------------------------------------------------------------------------------- */

/* mrt_host_access_all(MRT_READ | MRT_WRITE). */
void mrt_host_owns_all(void);

/* Drops the segments of this thread's frames that were left without mrt_scope_end (by longjmp). */
void mrt_drop_dead_stack(void);

/* ---- program.c, cache.c -------------------------------------------------------------------------------- */

struct mrt_program_state {
  cl_program program;
  size_t group_size;   /* MRT_GROUP_SIZE of the build */
  unsigned generation; /* counts builds */
  bool unusable, statics_known;
  bool layouts; /* MRT_LAYOUT of the build */
  bool tuned_read; /* the file of shapes was looked for */
  struct mrt_tuned *tuned; /* tune.c */
};

struct mrt_kernel_state {
  struct mrt_kernel *kernel;
  struct mrt_kernel_state *next; /* of the region */
  cl_kernel main;
  size_t limit; /* most work-items in a group */
  unsigned schedule;            /* 0, or the number of the schedule that `main` and `known` belong to, from 1 on */
  struct mrt_prepared *prepared; /* those of the other ones, see schedule.c; or NULL */
  unsigned generation;
  int forced;
  cl_mem tiles;          /* of kernels that count in order, */
  size_t tile_bytes;     /* and its size */
  cl_uint arguments;     /* how many mrt_set_arguments has set */
  cl_mem partials;       /* of reductions, kept from launch to launch: what the groups leave, ... */
  cl_ulong *host_partials; /* ... and where the host reads it */
  struct mrt_known_arg *known; /* what the arguments were set to, see setargs.c */
  unsigned known_count;
  mrt_u64 known_releases;
  mrt_u64 launches, refused;
  mrt_u64 verified;      /* launches that MAPPER_VERIFY compared; */
  bool differed;         /* one of them gave other results than the CPU, and no more are compared */
  bool stopped;  /* at an error path: it is not launched again */
  bool splits_in_vain; /* the device needed all of an array of which this kernel had written an area */
  struct mrt_cost cost;
  char *refusal; /* the last reason for not launching */
  struct mrt_kernel_state *relaid, *plain; /* of the kernel's second version, and back from there */
  char *relay_path; /* why its last launch used one or the other version, when measuring */
};

/* Takes the program from the cache, if it is there; nothing is told. */
void mrt_prefetch_program(struct mrt_program *program);
/* A program of the library's own, built or from the cache; NULL after a failure (told). */
cl_program mrt_build_program(const char *const *source, const char *id);
/* Builds the program for the device, or takes it from the cache; false when it can't be used (told). */
bool mrt_prepare_program(struct mrt_program *program, const char *id);
/* The program that holds a kernel which a run launches: another file's, where that of a function is launched. */
struct mrt_program *mrt_kernel_program(const struct mrt_kernel *kernel, const struct mrt_run *run);
/* The kernel's state with its OpenCL objects made; NULL after a failure (told).  A kernel without a region is counted
 * with the one that launches it first. */
struct mrt_kernel_state *mrt_prepare_kernel(struct mrt_kernel *kernel, const struct mrt_run *run);
/* The same of its second version. */
struct mrt_kernel_state *mrt_prepare_version(struct mrt_kernel_state *plain, const struct mrt_run *run);

/* An OpenCL kernel by its name; *limit becomes what it takes if that is less.  NULL after a failure (told). */
cl_kernel mrt_create_kernel(const struct mrt_kernel *kernel, const struct mrt_program *program, const char *name,
                            size_t *limit);

/* schedule.c: takes the form of the kernel that suits the mean length of rows. */
void mrt_choose_schedule(const struct mrt_launch *launch);
/* How many work-items share an iteration, and how many iterations a work-group has; 0 where that is left open. */
unsigned mrt_lanes_of(const struct mrt_launch *launch, unsigned *rows);
/* Forgets all forms but the usual one, which becomes the kernel's again. */
void mrt_forget_schedules(struct mrt_kernel_state *state);

/* Makes a folder and those around it; false where that can't be. */
bool mrt_make_folder(const char *path);
/* A built program from the cache, or NULL. */
cl_program mrt_cache_load(const char *const *source, const char *options);
void mrt_cache_store(cl_program program, const char *const *source, const char *options);
/* prune.c: removes what a cache's folder holds too much of. */
void mrt_cache_prune(const char *path);

/* ---- arguments.c: from pointers to segments (memory locked) -------------------------------------------- */

struct mrt_view; /* what tables of pointers lead to, see tables.c */

struct mrt_slot { /* what became of one mrt_arg */
  struct mrt_segment *segment;
  long offset;
  struct mrt_view *view; /* TABLE, SUBTABLE, ROWS */
  unsigned level;        /* which of the view's levels; ROWS: the one behind the last */
  struct mrt_transposition wanted; /* BUFFER: the order of the device's copy; element 0: the host's */
  struct mrt_transposition order; /* of the copy that the kernel's second version uses, */
  cl_mem relaid;                  /* and that copy, where that version runs */
};

struct mrt_launch {
  struct mrt_run *run;
  struct mrt_kernel *kernel;
  struct mrt_kernel_state *state;
  const mrt_u64 *counts;
  struct mrt_arg *args;
  unsigned n;
  struct mrt_slot *slots;
  bool changes_input; /* a segment is read and written: the loop can't be run twice */
  bool unresolved;    /* refused because memory is unknown */
  bool stopped;       /* a work-item came to an error path */
  bool declined;      /* a check on the device found that the loop is not right there */
  size_t saved;       /* bytes that were copied aside, for that */
  mrt_u64 number;     /* of its last command */
  struct mrt_tuned *tuned; /* whose shape is being tried, or NULL */
  char why[256];      /* a reason for refusing */
};

/* Whether an argument may touch a segment. */
bool mrt_leads_to(const struct mrt_launch *launch, unsigned i, const struct mrt_segment *segment);
/* Whether the launch overwrites all of a segment before it reads any of it: then nothing need be there. */
bool mrt_is_overwritten(const struct mrt_launch *launch, const struct mrt_segment *segment);
/* Finds or makes each buffer's segment.  NULL, or the reason why the loop can't be launched. */
const char *mrt_resolve(struct mrt_launch *launch);
/* Makes all device copies valid.  CL_SUCCESS or the error. */
cl_int mrt_upload_slots(struct mrt_launch *launch);
/* After the kernel was enqueued: its results are on the device, eager ones come home. */
void mrt_settle_slots(struct mrt_launch *launch);
/* Launches the passes of a kernel that counts in order.  NULL, or what failed. */
const char *mrt_enqueue_ordered(struct mrt_launch *launch, cl_int *error);
/* Forgets the launch's marks and temporary segments. */
void mrt_release_slots(struct mrt_launch *launch);
/* The host will run the loop: makes the host copies of everything that it uses valid. */
void mrt_bring_home(const struct mrt_launch *launch);

/* ---- area.c (memory locked) ------------------------------------------------------------------------------- */

/* The area of its segment that argument `i` overwrites; false where there is none, or the upload had better be made. */
bool mrt_area_of(const struct mrt_launch *launch, unsigned i, struct mrt_area *area);
bool mrt_same_area(const struct mrt_area *one, const struct mrt_area *other);
/* Copies what belongs to an area of the `bytes` bytes that lie `at` bytes behind its first one; `to` is its place. */
void mrt_area_take(const struct mrt_area *area, size_t at, size_t bytes, const char *from, char *to);
/* Reads a copy's area.  False as mrt_read. */
bool mrt_area_read(struct mrt_segment *segment);
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

/* ---- distinct.c (memory locked) -------------------------------------------------------------------------- */

/* NULL where all memory is different that the kernel takes for different, else the reason for refusing. */
const char *mrt_not_distinct(struct mrt_launch *launch);

/* ---- setargs.c (memory locked) --------------------------------------------------------------------------- */

/* Sets all arguments of a launch's kernel.  CL_SUCCESS or the error. */
cl_int mrt_set_arguments(const struct mrt_launch *launch);
/* The kernel's OpenCL object is another one now. */
void mrt_forget_arguments(struct mrt_kernel_state *state);
/* Releases a buffer that may have been an argument. */
void mrt_release_buffer(cl_mem buffer);

/* ---- tables.c: tables of pointers (memory locked) ------------------------------------------------------- */

/* Finds what the table of argument `i`, and the arguments behind it that belong to it, lead to, and fills in their
 * slots.  NULL, or a format of the reason with a place for the table's name. */
const char *mrt_find_view(struct mrt_launch *launch, unsigned i);
/* Whether all views of a launch are what they were when they were found; gives up those that are not. */
bool mrt_views_hold(struct mrt_launch *launch);
/* The segments that the last level's entries point into. */
struct mrt_segment *const *mrt_rows(const struct mrt_slot *slot, size_t *count);
/* Whether the loop may touch each of them, as far as is known. */
bool mrt_rows_certain(const struct mrt_slot *slot);

/* The host may have written a segment, or anything. */
void mrt_table_written(struct mrt_segment *segment);
void mrt_all_tables_written(void);
/* Counts the segments that views know and that are gone. */
extern mrt_u64 mrt_followed_removals;
/* Forgets all views without a word to OpenCL. */
void mrt_forget_tables(void);

/* ---- rows.c, positions.c (memory locked) --------------------------------------------------------------- */

/* Whether rows with MRT_APART are so, once all views are found. */
bool mrt_rows_apart(struct mrt_launch *launch);
/* From where to where the rows reach; false where that is not known. */
bool mrt_rows_extent(const struct mrt_slot *slot, uintptr_t *from, uintptr_t *to);
/* Makes the positions right on the device; the rows get copies in one buffer.  CL_SUCCESS or the error. */
cl_int mrt_move_view(struct mrt_slot *slot, struct mrt_region *region);

struct mrt_positions { /* a level's kernel arguments */
  cl_mem buffer;
  long offset, first, step;
};
struct mrt_positions mrt_level_positions(const struct mrt_slot *slot);

/* ---- verify.c (memory locked) --------------------------------------------------------------------------- */

/* Saves what a resolved launch may write.  NULL where that can't be compared, or without memory (told). */
struct mrt_check *mrt_check_begin(const struct mrt_launch *launch);
/* The launch is done: takes its results aside, gives the host its memory back as it was, and leaves the check to
 * the run. */
void mrt_check_launched(struct mrt_check *check, const struct mrt_launch *launch);
/* The launch has failed. */
void mrt_check_drop(struct mrt_check *check);

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
/* Releases the memory for it; false where there is none, or it is needed. */
bool mrt_drop_saved(void);
/* Forgets it without a word to OpenCL. */
void mrt_forget_saved(void);

/* ---- fold.c --------------------------------------------------------------------------------------------- */

/* Folds `count` partial results, each at the beginning of its slot, into one value at `into`; `flags` as in
 * mrt_arg. */
void mrt_fold(unsigned flags, void *into, const cl_ulong *slots, size_t count);

/* ---- signals.c ------------------------------------------------------------------------------------------- */

/* Notes the program's signal handlers, before calls in which drivers replace them; NULL without memory. */
struct mrt_handlers *mrt_note_handlers(void);
/* Puts those back that were replaced. */
void mrt_restore_handlers(struct mrt_handlers *noted);

/* ---- fork.c --------------------------------------------------------------------------------------------- */

void mrt_watch_forks(void);
/* A region is to run on a device that this process, a child, does not have: tells it, the first time. */
void mrt_tell_forked(const char *id);

/* ---- startup.c ------------------------------------------------------------------------------------------- */

/* The programs of all files. */
struct mrt_program *mrt_all_programs(void);

/* ---- exit.c --------------------------------------------------------------------------------------------- */

/* Has the report and the profile written, and the device finished, when the program exits. */
void mrt_at_exit(void);

#endif
