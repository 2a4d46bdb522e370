/* mrt_programs.h: openCL programs and kernels: building, caching, and setting arguments.
 *
 * program.c      an emitted file's OpenCL program and kernels, built on first use
 * apart.c        kernels of a file that can't be built together are built each by itself (memory locked)
 * ahead.c        what drivers' compilers do beside the program
 * cache.c        built programs on disk
 * prune.c        keeps the kernel cache small
 * setargs.c      the arguments of kernels, each set only when it has changed since the kernel's last launch
 */
#ifndef MAPPER_PROGRAMS_H
#define MAPPER_PROGRAMS_H

#include "mrt_device.h"

struct mrt_known_arg;
struct mrt_prepared;
struct mrt_rises;
struct mrt_segment;
struct mrt_tuned;

/* ---- program.c ----------------------------------------------------------------------------------------- */

struct mrt_program_state {
  cl_program program;
  size_t group_size;   /* MRT_GROUP_SIZE of the build */
  unsigned generation; /* counts builds */
  bool unusable, statics_known;
  bool apart; /* its kernels are not built together: each has a program of its own */
  bool layouts;            /* MRT_LAYOUT of the build */
  bool tuned_read;         /* the file of shapes was looked for */
  struct mrt_tuned *tuned; /* tune.c */
};

struct mrt_kernel_state {
  struct mrt_kernel *kernel;
  struct mrt_kernel_state *next; /* of the region */
  cl_kernel main;
  size_t limit, width;           /* most work-items in a group, and how many run in step (0: unknown) */
  size_t told[3];                /* the work-group that was reported last */
  unsigned schedule;             /* 0, or the number of the schedule that `main` and `known` belong to, from 1 on */
  struct mrt_prepared *prepared; /* those of the other ones, see schedule.c; or NULL */
  unsigned generation;
  int forced;
  cl_mem tiles;                /* of kernels that count in order, and of those with shares of rows, */
  size_t tile_bytes;           /* and its size */
  cl_uint arguments;           /* how many mrt_set_arguments has set */
  cl_mem partials;             /* of reductions, kept from launch to launch: what the groups leave, ... */
  cl_ulong *host_partials;     /* ... and where the host reads it */
  struct mrt_known_arg *known; /* what the arguments were set to, see setargs.c */
  unsigned known_count;
  mrt_u64 known_releases;
  mrt_u64 launches, refused;
  mrt_u64 verified;    /* launches that MAPPER_VERIFY compared; */
  bool differed;       /* one of them gave other results than the CPU, and no more are compared */
  char *failure;       /* why its kernel can't be built, or NULL */
  cl_program alone;    /* the kernel's own program, or NULL, */
  unsigned alone_generation; /* and which build of the file's it stands for */
  const char *stopped; /* why it is not launched again: it came to an error path, or a check failed; or NULL */
  bool splits_in_vain; /* the device needed all of an array of which this kernel had written an area */
  struct mrt_cost cost;
  char *refusal;                           /* the last reason for not launching */
  cl_kernel batch;                         /* the function that runs many launches, where it was made, */
  unsigned batch_form;                     /* the number of the schedule that it is of, or 0, */
  size_t batch_limit;                      /* and most work-items in a group of it */
  bool batched;                            /* it has run */
  struct mrt_kernel_state *relaid, *plain; /* of the kernel's second version, and back from there */
  char *relay_path;                        /* why its last launch used one or the other version, when measuring */
};

enum { MRT_OPTIONS = 192 };

struct mrt_build { /* what a program is built with, and what comes of it */
  char options[MRT_OPTIONS];
  size_t group_size;
  bool layouts, alone; /* `alone`: each kernel by itself */
  cl_program program;  /* NULL: not built, or it failed; or `alone` */
};

/* Takes the program from the cache; otherwise begins to build it beside the program.  Nothing is reported. */
void mrt_prefetch_program(struct mrt_program *program);
/* startup.c: the same of all programs that may be needed, once; `first` or NULL: the one that is needed now. */
void mrt_prefetch_all(struct mrt_program *first);
/* Around all that the driver's compiler does, for one thread at a time: compilers gain nothing by several, and not
 * all bear them. */
void mrt_compiler_begins(void);
void mrt_compiler_ends(void);
/* From the cache, or else built: then `fresh` becomes true.  NULL after a failure, which `why` (MRT_WHY bytes, or
 * NULL) says. */
cl_program mrt_load_or_build(const char *const *source, const char *options, char *why, bool *fresh);
/* Builds a text with the options of emitted programs; NULL after a failure. */
cl_program mrt_build_alone(const char *const *source, size_t group_size, char *why);
/* apart.c: the text of a program without the kernels of other loops; allocated, NULL without memory. */
char *mrt_text_alone(const char *const *source, const struct mrt_kernel *kernel);
/* apart.c: the program that holds a kernel: the file's, or its own.  NULL where that can't be built (reported). */
cl_program mrt_program_of(const struct mrt_kernel *kernel, const struct mrt_program *program);

/* ahead.c: builds a program in a thread of its own, and stores it, where that may be.  The build's `program` is NULL
 * yet. */
void mrt_build_ahead(const struct mrt_program *program, const struct mrt_build *build);
/* Stores a built program in the cache, in a thread of its own where that may be. */
void mrt_store_ahead(const char *const *source, const struct mrt_build *build);
/* Whether a build was begun whose result is not taken yet; takes it, once it is there: false where it failed. */
bool mrt_ahead_has(const struct mrt_program *program);
bool mrt_ahead_take(const struct mrt_program *program, struct mrt_build *build);
/* What came of one kernel of a program whose kernels are built one by one, which is waited for; NULL where it can't
 * be used. */
cl_program mrt_ahead_alone(const struct mrt_program *program, const struct mrt_kernel *kernel);
/* Whether nothing is being built that a region needs (NULL: nothing at all), or will not be after at most so many
 * seconds. */
bool mrt_ahead_ready(const struct mrt_region *region, double seconds);
/* In how many seconds that can be expected, if a thread waits for it: by what kernels have taken so far, or `usual`
 * where a file's are built together. */
double mrt_ahead_expected(const struct mrt_region *region, double usual);
/* Waits for all that such threads do; likewise, as the process ends, but not for kernels that are still to be built
 * one by one; and takes their lock when no compiler is at work, so that none can begin. */
void mrt_ahead_wait_all(void);
void mrt_ahead_close(void);
void mrt_ahead_hold(void);
/* A child has none of its parent's threads. */
void mrt_forget_ahead(void);
/* There are no such threads, since the program changes what threads share. */
void mrt_forbid_ahead(void);
/* Whether threads of the library may work beside the program; the first time on the thread that opens the device. */
bool mrt_may_work_beside(void);
/* A program of the library's own, built or from the cache; NULL after a failure (reported). */
cl_program mrt_build_program(const char *const *source, const char *id);
/* Builds the program for the device, or takes it from the cache, unless it is being built beside the program; false
 * when it can't be used (reported). */
bool mrt_prepare_program(struct mrt_program *program, const char *id);
/* Registers the static arrays of all files, once. */
void mrt_know_statics(void);
/* The program that holds a kernel which a run launches: another file's, where that of a function is launched. */
struct mrt_program *mrt_kernel_program(const struct mrt_kernel *kernel, const struct mrt_run *run);
/* The kernel's state; NULL on failure (reported).  A kernel without a region is counted with the one that launches
 * it first. */
struct mrt_kernel_state *mrt_kernel_state(struct mrt_kernel *kernel, const struct mrt_run *run);
/* Makes its OpenCL objects, once the program is built; false after a failure (reported). */
bool mrt_prepare_kernel(struct mrt_kernel_state *state, const struct mrt_run *run);
/* The same of its second version. */
struct mrt_kernel_state *mrt_prepare_version(struct mrt_kernel_state *plain, const struct mrt_run *run);

/* An OpenCL kernel by its name; *limit becomes what it takes if that is less.  NULL after a failure (reported). */
cl_kernel mrt_create_kernel(const struct mrt_kernel *kernel, const struct mrt_program *program, const char *name,
                            size_t *limit);

/* ---- cache.c: built programs on disk ------------------------------------------------------------------- */

/* A built program from the cache, or NULL. */
cl_program mrt_cache_load(const char *const *source, const char *options);
void mrt_cache_store(cl_program program, const char *const *source, const char *options);
/* prune.c: removes what a cache's folder holds too much of. */
void mrt_cache_prune(const char *path);

/* ---- a launch, as all that prepare it see it ------------------------------------------------------------------ */

struct mrt_view; /* what tables of pointers lead to, see tables.c */

struct mrt_slot { /* what became of one mrt_arg */
  struct mrt_segment *segment;
  long offset;
  uintptr_t at;                    /* BUFFER, TABLE: an address in its memory, see mrt_place_of; 0: not known */
  size_t owners;                   /* BUFFER: where its owners are in mrt_spare(), in their number; 0: it has none */
  struct mrt_view *view;           /* TABLE, SUBTABLE, ROWS */
  unsigned level;                  /* which of the view's levels; ROWS: the one behind the last */
  struct mrt_transposition wanted; /* BUFFER: the order of the device's copy; element 0: the host's */
  struct mrt_transposition order;  /* of the copy that the kernel's second version uses, */
  cl_mem relaid;                   /* and that copy, where that version runs */
};

struct mrt_launch {
  struct mrt_run *run;
  struct mrt_kernel *kernel;
  struct mrt_kernel_state *state;
  const mrt_u64 *counts;
  mrt_u64 first; /* so many iterations of the last dimension have been run by the CPU */
  struct mrt_arg *args;
  unsigned n;
  struct mrt_slot *slots;
  void *const *later;      /* the variables for its results, where the program takes them later; or NULL */
  bool late;               /* they are on their way */
  bool changes_input;      /* a segment is read and written: the loop can't be run twice */
  bool outside;            /* an array may be used beyond its ends */
  bool unresolved;         /* refused because memory is unknown */
  bool tables;             /* it follows tables of pointers */
  bool meet;               /* two of its buffers are in one segment */
  mrt_u64 uses;            /* its number in mrt_use.launch */
  bool too_large;          /* the device has no memory for an array */
  bool stopped;            /* a work-item came to an error path, or a check failed, */
  int site;                /* and its flag: 1, or the number of the check from 2 on */
  bool declined;           /* a check on the device found that the loop is not right there */
  size_t saved;            /* bytes that were copied aside, for that */
  mrt_u64 number;          /* of its last command */
  struct mrt_rises *rises; /* of the rows whose elements work-groups take shares of, where it runs so */
  struct mrt_tuned *tuned; /* whose shape is being tried, or NULL */
  size_t items;            /* not 0: so many work-items take the iterations in turn, see expand.c */
  char why[256];           /* a reason for refusing */
};

/* ---- setargs.c (memory locked) --------------------------------------------------------------------------- */

/* Sets all arguments of a launch's kernel.  CL_SUCCESS or the error. */
cl_int mrt_set_arguments(const struct mrt_launch *launch);
/* The kernel's OpenCL object is another one now. */
void mrt_forget_arguments(struct mrt_kernel_state *state);
/* Releases a buffer that may have been an argument. */
void mrt_release_buffer(cl_mem buffer);

#endif
