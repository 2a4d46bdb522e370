/* mrt_kernels.h: programs and kernels on the device, and their launches.  Part of mrt_internal.h. */
#ifndef MAPPER_KERNELS_H
#define MAPPER_KERNELS_H

/* ---- program.c ----------------------------------------------------------------------------------------- */

struct mrt_program_state {
  cl_program program;
  size_t group_size;   /* MRT_GROUP_SIZE of the build */
  unsigned generation; /* counts builds */
  bool unusable, statics_known;
  bool apart; /* its kernels can't be built together: each has a program of its own */
  bool layouts;            /* MRT_LAYOUT of the build */
  bool tuned_read;         /* the file of shapes was looked for */
  struct mrt_tuned *tuned; /* tune.c */
};

struct mrt_kernel_state {
  struct mrt_kernel *kernel;
  struct mrt_kernel_state *next; /* of the region */
  cl_kernel main;
  size_t limit, width;           /* most work-items in a group, and how many run in step (0: unknown) */
  size_t told[3];                /* the work-group that was told last */
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
  bool stopped;        /* at an error path: it is not launched again */
  bool splits_in_vain; /* the device needed all of an array of which this kernel had written an area */
  struct mrt_cost cost;
  char *refusal;                           /* the last reason for not launching */
  cl_kernel batch;                         /* the form that runs many launches, where it was made, */
  size_t batch_limit;                      /* and most work-items in a group of it */
  bool batched;                            /* it has run */
  struct mrt_kernel_state *relaid, *plain; /* of the kernel's second version, and back from there */
  char *relay_path;                        /* why its last launch used one or the other version, when measuring */
};

enum { MRT_OPTIONS = 192 };

struct mrt_build { /* what a program is built with, and what comes of it */
  char options[MRT_OPTIONS];
  size_t group_size;
  bool layouts;
  cl_program program; /* NULL: not built, or it failed */
};

/* Takes the program from the cache; else begins to build it beside the program.  Nothing is told. */
void mrt_prefetch_program(struct mrt_program *program);
/* startup.c: the same of all programs that may be needed, once; `first` or NULL: the one that is needed now. */
void mrt_prefetch_all(struct mrt_program *first);
/* From the cache, or else built: then `fresh` becomes true.  NULL after a failure, which `why` (MRT_WHY bytes, or
 * NULL) tells. */
cl_program mrt_load_or_build(const char *const *source, const char *options, char *why, bool *fresh);
/* Builds a text with the options of emitted programs; NULL after a failure. */
cl_program mrt_build_alone(const char *const *source, size_t group_size, char *why);
/* apart.c: the program that holds a kernel: all of the file's, or its own.  NULL where that can't be built (told). */
cl_program mrt_program_of(const struct mrt_kernel *kernel, const struct mrt_program *program);

/* ahead.c: builds a program in a thread of its own, and stores it, where that may be.  The build's `program` is NULL
 * yet. */
void mrt_build_ahead(const struct mrt_program *program, const struct mrt_build *build);
/* Stores a built program in the cache, in a thread of its own where that may be. */
void mrt_store_ahead(const char *const *source, const struct mrt_build *build);
/* Whether a build was begun whose result is not taken yet; takes it, once it is there: false where it failed. */
bool mrt_ahead_has(const struct mrt_program *program);
bool mrt_ahead_take(const struct mrt_program *program, struct mrt_build *build);
/* Waits for all that such threads do; and takes their lock, so that none can be started. */
void mrt_ahead_wait_all(void);
void mrt_ahead_hold(void);
/* There are no such threads, since the program changes what threads share. */
void mrt_forbid_ahead(void);
/* Whether threads of the library may work beside the program; the first time on the thread that opens the device. */
bool mrt_may_work_beside(void);
/* A program of the library's own, built or from the cache; NULL after a failure (told). */
cl_program mrt_build_program(const char *const *source, const char *id);
/* Builds the program for the device, or takes it from the cache, unless it is being built beside the program; false
 * when it can't be used (told). */
bool mrt_prepare_program(struct mrt_program *program, const char *id);
/* Registers the static arrays of all files, once. */
void mrt_know_statics(void);
/* The program that holds a kernel which a run launches: another file's, where that of a function is launched. */
struct mrt_program *mrt_kernel_program(const struct mrt_kernel *kernel, const struct mrt_run *run);
/* The kernel's state; NULL after a failure (told).  A kernel without a region is counted with the one that launches
 * it first. */
struct mrt_kernel_state *mrt_kernel_state(struct mrt_kernel *kernel, const struct mrt_run *run);
/* Makes its OpenCL objects, once the program is built; false after a failure (told). */
bool mrt_prepare_kernel(struct mrt_kernel_state *state, const struct mrt_run *run);
/* The same of its second version. */
struct mrt_kernel_state *mrt_prepare_version(struct mrt_kernel_state *plain, const struct mrt_run *run);

/* An OpenCL kernel by its name; *limit becomes what it takes if that is less.  NULL after a failure (told). */
cl_kernel mrt_create_kernel(const struct mrt_kernel *kernel, const struct mrt_program *program, const char *name,
                            size_t *limit);

/* ---- schedule.c: forms of a kernel (memory locked) ----------------------------------------------------- */

/* Takes the form of the kernel that suits the mean length of rows, or the number of blocks. */
void mrt_choose_schedule(struct mrt_launch *launch);
/* How many work-items share an iteration, and how many iterations a work-group has; 0 where that is left open. */
unsigned mrt_lanes_of(const struct mrt_launch *launch, unsigned *rows);
/* The work-group's shape and the iterations that it does, in a kernel with tiles. */
const mrt_size *mrt_tile_of(const struct mrt_launch *launch);
/* How many work-items share an iteration in the form that it would take. */
unsigned mrt_row_lanes(const struct mrt_launch *launch);
/* Takes a form by its number, 0 for the usual one.  False when it can't be made (told). */
bool mrt_take_form(const struct mrt_launch *launch, unsigned form);
/* The number of a kernel's form with shares, by its place in mrt_collapse.forms. */
unsigned mrt_collapsed_form(const struct mrt_kernel *kernel, unsigned place);
/* Forgets all forms but the usual one, which becomes the kernel's again. */
void mrt_forget_schedules(struct mrt_kernel_state *state);

/* ---- cache.c: built programs on disk ------------------------------------------------------------------- */

/* Makes a folder and those around it; false where that can't be. */
bool mrt_make_folder(const char *path);
/* The folder of the kernel cache, made if need be. */
bool mrt_cache_folder(char *path, size_t size);
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
  struct mrt_arg *args;
  unsigned n;
  struct mrt_slot *slots;
  void *const *later;      /* the variables for its results, where the program takes them later; or NULL */
  bool late;               /* they are on their way */
  bool changes_input;      /* a segment is read and written: the loop can't be run twice */
  bool unresolved;         /* refused because memory is unknown */
  bool too_large;          /* the device has no memory for an array */
  bool stopped;            /* a work-item came to an error path */
  bool declined;           /* a check on the device found that the loop is not right there */
  size_t saved;            /* bytes that were copied aside, for that */
  mrt_u64 number;          /* of its last command */
  struct mrt_rises *rises; /* of the rows whose elements work-groups take shares of, where it runs so */
  struct mrt_tuned *tuned; /* whose shape is being tried, or NULL */
  size_t items;            /* not 0: so many work-items take the iterations in turn, see expand.c */
  char why[256];           /* a reason for refusing */
};

/* Whether an argument may touch a segment. */
bool mrt_leads_to(const struct mrt_launch *launch, unsigned i, const struct mrt_segment *segment);
/* Whether the launch overwrites all of a segment before it reads any of it: then nothing need be there. */
bool mrt_is_overwritten(const struct mrt_launch *launch, const struct mrt_segment *segment);
/* Finds or makes each buffer's segment.  NULL, or the reason why the loop can't be launched. */
const char *mrt_resolve(struct mrt_launch *launch);
/* Makes all device copies valid.  CL_SUCCESS or the error; where `too_large` is set then, the device goes on. */
cl_int mrt_upload_slots(struct mrt_launch *launch);
/* After the kernel was enqueued: its results are on the device, eager ones come home. */
void mrt_settle_slots(struct mrt_launch *launch);
/* ordered.c: launches the passes of a kernel that counts in order.  NULL, or what failed. */
const char *mrt_enqueue_ordered(struct mrt_launch *launch, cl_int *error);
/* Forgets the launch's marks and temporary segments. */
void mrt_release_slots(struct mrt_launch *launch);
/* The host will run the loop: makes the host copies of everything that it uses valid. */
void mrt_bring_home(const struct mrt_launch *launch);

/* ---- area.c (memory locked) ------------------------------------------------------------------------------- */

/* The area of its segment that argument `i` overwrites; false where there is none, or an upload is better. */
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
/* rowcopies.c: whether the rows of argument `i` are many that are taken together: nothing is done for each of them at
 * each launch.  Then these functions do what is done for the segments of other arguments. */
bool mrt_are_grouped(const struct mrt_launch *launch, unsigned i);
cl_int mrt_group_to_device(struct mrt_launch *launch, unsigned i);
/* The launch writes them. */
void mrt_group_written(struct mrt_launch *launch, unsigned i);
/* The same for memory that the host uses without announcing it: before the launch it may have written them, and after
 * it they are its own again. */
void mrt_group_from_host(struct mrt_launch *launch, unsigned i);
void mrt_group_to_host(struct mrt_launch *launch, unsigned i);
/* The coming launch needs those copies that there are. */
void mrt_group_pin(const struct mrt_launch *launch, unsigned i);
/* Whether the launch both reads and writes one of them. */
bool mrt_group_changes_input(const struct mrt_launch *launch, unsigned i);
/* Whether two arguments lead to the same segment. */
bool mrt_arguments_meet(const struct mrt_launch *launch, unsigned one, unsigned other);
/* Whether a view leads to a segment. */
bool mrt_view_has(const struct mrt_view *view, const struct mrt_segment *segment);
/* Whether the loop may touch each of them, as far as is known. */
bool mrt_rows_certain(const struct mrt_slot *slot);

/* The host may have written a segment, or anything. */
void mrt_table_written(struct mrt_segment *segment);
void mrt_all_tables_written(void);
/* Counts the segments that views know and that are gone. */
extern mrt_u64 mrt_followed_removals;
/* Drops all views; forgets them without a word to OpenCL. */
void mrt_drop_tables(void);
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

/* ---- collapse.c (memory locked) -------------------------------------------------------------------------- */

/* Whether work-groups are to take shares of the elements of all rows. */
bool mrt_collapses(struct mrt_launch *launch);
/* How many kernels that takes, and the shape of each once it is ready.  CL_SUCCESS or the error. */
unsigned mrt_collapsed_kernels(const struct mrt_launch *launch);
cl_int mrt_collapsed_part(struct mrt_launch *launch, unsigned part, size_t *global, size_t *local);
/* Forgets what is known of rows; `forget`: without a word to OpenCL. */
void mrt_rises_drop(struct mrt_copy *copy, bool forget);

/* ---- batch.c (memory locked) ------------------------------------------------------------------------------ */

/* A launch was enqueued: others may follow it directly. */
void mrt_batch_begin(const struct mrt_launch *launch);
/* Whether a launch follows directly, and nothing but values and counts differs: then it is collected, and done. */
bool mrt_batch_takes(const struct mrt_run *run, const struct mrt_kernel *kernel, const mrt_u64 *counts,
                     const struct mrt_arg *args, unsigned n);
/* Enqueues what was collected; what comes next does not follow directly. */
void mrt_batch_end(void);
/* Whether launches wait there (no lock held). */
bool mrt_batch_waits(void);
/* Forgets all without a word to OpenCL. */
void mrt_batch_forget(void);

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
/* Releases the memory; false where there is none, or it is needed. */
bool mrt_drop_expanded(void);
/* Forgets it without a word to OpenCL. */
void mrt_forget_expanded(void);

/* ---- fold.c --------------------------------------------------------------------------------------------- */

/* Folds `count` partial results, each at the beginning of its slot, into one value at `into`; `flags` as in
 * mrt_arg. */
void mrt_fold(unsigned flags, void *into, const cl_ulong *slots, size_t count);

/* ---- later.c (memory locked) ---------------------------------------------------------------------------- */

/* Has the partial results of a launch read without waiting; false where the launch must wait for them itself. */
bool mrt_results_later(const struct mrt_launch *launch, size_t groups);
/* Waits for all results that are on their way, and adds them to their variables. */
void mrt_take_results(void);
/* Forgets them without a word to OpenCL. */
void mrt_forget_results(void);

#endif
