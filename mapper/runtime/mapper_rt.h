/* mapper_rt.h: the interface between emitted programs and mapper's run-time library.
 *
 * This header is the library's manual.  It includes nothing, so that it can stand above the first line of a
 * user's file without touching feature-test macros, and every name in it begins with mrt_ or MRT_.
 *
 * Life of a region in the emitted program:
 *
 *     struct mrt_run run;
 *     mrt_enter(&run, &region, features, arrays);    decide: CPU or OpenCL
 *     if (run.device && mrt_begin(&run)) {           open the device, build the kernels (first time only)
 *         ... for each work-shared loop, on the thread that met the region:
 *         struct mrt_arg args[] = { ... };
 *         if (!mrt_launch(&run, &kernel, counts, args, n))    0: nothing was changed, run this loop on the CPU
 *             ... the same loop as OpenMP ...
 *         done = 1;
 *     }
 *     if (!done) { ... host accesses announced with mrt_host() ... the OpenMP original ... }
 *     mrt_leave(&run);
 *
 * Memory.  A segment is a piece of host memory that may have a device copy: a heap block (registered by the
 * allocation functions below), a static array (registered by the emitted program) or an automatic array
 * (registered when it is first used, dropped when its scope ends).  Any pointer into a segment finds it.  For
 * each segment the library knows which copy is valid and moves bytes only when the other side needs them.
 *
 * Failures.  The first failure of the device is reported on stderr, once, in one line; from then on every region
 * takes the CPU path, and results that are still on the device are read back when the host needs them.  No
 * function here ends the program, with two exceptions, both with a message and exit code 70: results exist only on
 * a device that can't be read any more, so that there is no right answer left; and a region or loop would fall
 * back to the CPU under OMP_TARGET_OFFLOAD=mandatory, where OpenMP demands an end.
 *
 * Threads.  Regions that are entered by several host threads at once are serialised by one lock, except that
 * a thread inside an active OpenMP parallel region (nested parallelism) always takes the CPU path.  The
 * allocation functions and mrt_host may be called by any thread at any time.  A forked child has its parent's
 * memory with all results, and no device, if that was open.
 */
#ifndef MAPPER_RT_H
#define MAPPER_RT_H

#ifdef __cplusplus
extern "C" {
#endif

typedef __SIZE_TYPE__ mrt_size;
typedef unsigned long long mrt_u64;

#define MRT_ABI 10 /* changes when a struct or function here changes its meaning */

/* ---- descriptors: static data of the emitted program -------------------------------------------------- */

enum { MRT_CPU = 0, MRT_OPENCL = 1 }; /* a decision */

enum { MRT_NEEDS_FP64 = 1, MRT_NEEDS_INT64_ATOMICS = 2 }; /* device abilities, for mrt_program.needs */

struct mrt_static { /* an array with static storage that regions may use, directly or through pointers */
  const void *address;
  mrt_size bytes;
};

enum { MRT_BY_PROGRAM = 0, MRT_BY_REGION = 1 }; /* what one decision is about */

enum { MRT_STATE_FEATURES = 4 }; /* executions, bytes to the device, bytes back, whether the start-up is to be paid */

struct mrt_model_facts {
  int granularity; /* MRT_BY_PROGRAM or MRT_BY_REGION */
  double patience; /* seconds that regions which prefer the device wait on the CPU before it is opened after all */
  double doublings; /* not 0: a score of 1 means so many doublings of speed; 0: a score is the share of the slower side's
                     * time that the faster one saves */
};

enum { MRT_MAX_MODELS = 8 };

struct mrt_model { /* what was learnt of one OpenCL device */
  const char *name; /* for MAPPER_INFO */
  /* Reads all features, and is positive for MRT_OPENCL; writes the path that it took as text
   * ("F1 <= 0.31 (0.02), comp > 2e+06 (3e+07)") when path is not NULL. */
  double (*score)(const double *features, char *path, mrt_size path_size);
  struct mrt_model_facts facts;
  const char *device; /* that it was trained on, by its OpenCL name; "" where that is not known */
  const char *type;   /* "gpu", "cpu" or "other", or "" where that is not known */
  /* Positive where copies in another order pay, by the features MRT_RELAY_...; `path` as in score.  NULL where no kernel
   * has a version for such copies. */
  double (*relayout)(const double *features, char *path, mrt_size path_size);
};

struct mrt_program { /* one for each emitted C file */
  unsigned abi;              /* MRT_ABI */
  const char *name;          /* the source file, for messages */
  const char *const *source; /* OpenCL C text in pieces (string literals have a limited length), NULL ends it */
  unsigned needs;            /* MRT_NEEDS_... of all its kernels */
  const struct mrt_static *statics; /* ended by a null address; may be NULL */
  /* NULL-terminated: the schema's raw features, MRT_STATE_FEATURES state features, then the combined ones.  The last raw
   * feature is the size of the arrays, which does not grow with the number of executions. */
  const char *const *feature_names;
  unsigned raw_features, features;  /* how many raw ones, how many in all (at most 128) */
  /* One to MRT_MAX_MODELS.  Of several, each knows another device; all files of a program have the same. */
  const struct mrt_model *models;
  unsigned model_count;
  /* Fills in the combined features from the raw ones and the state. */
  void (*combine)(double *features);
  struct mrt_region *const *regions; /* those of the file, NULL ends them; may be NULL */
  /* What can be said of these regions from anywhere in the file: how often the program executes each, and its raw
   * features (raw_features for each region, NaN where one is not known).  May be NULL. */
  void (*expect)(double *calls, double *raw);
  struct mrt_program_state *state; /* the library's own; NULL at start */
  struct mrt_program *next;        /* the library's own */
};

struct mrt_region { /* one for each parallel region that has a device version */
  const char *id;   /* the id of its first loop */
  const char *file; /* the user's file, and where the directive stands in it */
  int line, column;
  struct mrt_program *program;
  struct mrt_region_state *state; /* the library's own; NULL at start */
  const char *const *loops; /* the ids of its loops that have a kernel, in functions it calls too; NULL ends them.
                             * May be NULL where the region's id is the only one */
};

struct mrt_pair { /* two arguments, by their numbers */
  unsigned one, other;
  unsigned alike; /* 1: BUFFERs that may begin at the same address */
};

struct mrt_schedule { /* another form of a kernel */
  const char *name;     /* the kernel's function */
  unsigned lanes, rows; /* as MRT_LANES and mrt_kernel.rows */
};

struct mrt_collapse { /* a form of a kernel over rows of elements, which work-groups take equal shares of */
  const char *forms[4]; /* the kernels' functions: the shares, what goes on behind them, a look at the rows, where shares begin */
  unsigned rows;        /* the argument, memory, whose entries bound the rows */
  int lower;            /* the argument, a value, that says which row is the first one; -1: the program's text says it */
  unsigned share, slots; /* elements and ends of rows for a work-group of 256, and what it leaves, in 8 bytes each */
  unsigned lanes, carrying; /* work-items for each share, and those of a group, in the second kernel */
};

struct mrt_kernel { /* one for each work-shared loop that has a device version */
  const char *id;   /* the loop's id */
  const char *name; /* the kernel's function */
  const char *file;
  int line, column;
  struct mrt_region *region; /* NULL for a loop of a function that regions call: it belongs to the running one */
  unsigned dimensions;  /* 1 to 3 */
  unsigned reductions;  /* number of its reductions: of MRT_ARG_REDUCTION arguments unless it folds */
  mrt_size local[3];    /* the work-group shape asked for; local[0] == 0 leaves it to the library */
  struct mrt_kernel_state *state; /* the library's own; NULL at start */
  struct mrt_program *program;    /* whose OpenCL text holds the kernel; NULL: the region's */
  unsigned rows; /* not 0: where MRT_LANES is more than one, so many work-items share an iteration, and a work-group has
                  * so many iterations */
  unsigned stops; /* 1: a work-item may stop at an error path, see mrt_launch */
  /* Memory (BUFFER or ROWS) that must not overlap, else the launch is refused; zeros end it.  May be NULL. */
  const struct mrt_pair *distinct;
  /* Where MRT_LANES is more than one and tile[0] is not 0: the work-group's size in dimensions 0 and 1, and how many
   * iterations a group does there. */
  mrt_size tile[4];
  const char *const *others; /* the ids of further loops that it runs; NULL ends them.  May be NULL */
  unsigned ordered; /* not 0: iterations count in the order of their thread, in rows of so many counters */
  unsigned placed;  /* 1: what they count decides on where they store, which has to be checked */
  /* Where MRT_LANES is more than one: other numbers of work-items that may share an iteration; a NULL name ends them.
   * The launch takes one by the mean number of elements that argument `along`, memory, has for each iteration; an
   * element has `element` bytes.  Where that is 0, launches with many iterations take the first one.  May be NULL. */
  const struct mrt_schedule *schedules;
  unsigned along, element;
  unsigned counters; /* not 0: where MRT_LANES is more than one, work-groups of 256 take neighbouring iterations and keep
                      * copies of rows of so many counters */
  unsigned sorts; /* of `ordered` kernels, not 0: where MRT_LANES is more than one, so many iterations are sorted at a time */
  const char *relaid; /* the function that expects the orders of mrt_arg.relaid; NULL without one */
  unsigned wide; /* not 0: takes the place of `rows` on devices with 48 KB of local memory for a work-group, whose
                  * programs are built with MRT_WIDE set */
  const struct mrt_collapse *collapse; /* NULL without such a form */
  unsigned folds; /* 1: its last work-group folds the partial results, which stay on the device: see mrt_launch */
  /* Where MRT_LANES is more than one: the function that runs launches which follow each other and differ in values and
   * counts only.  Its arguments: the buffers as usual; a structure of 32 rows of `ulong`, each with the values' bytes,
   * then the counts; `uint` the number of rows that count; `uint before`; `__global uint *arrived`.  Between two rows
   * work-groups, which all run at the same time, wait until each has added one to `arrived`, which was `before` at the
   * start.  NULL without one. */
  const char *batch;
};

/* Around what was generated: gcc's guesses about uninitialised variables there tell the user nothing. */
#if defined(__GNUC__) && !defined(__clang__)
#define MRT_QUIET                                                                                            \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wuninitialized\"")                       \
      _Pragma("GCC diagnostic ignored \"-Wmaybe-uninitialized\"")
#define MRT_QUIET_END _Pragma("GCC diagnostic pop")
#else
#define MRT_QUIET
#define MRT_QUIET_END
#endif

/* ---- running a region ---------------------------------------------------------------------------------- */

struct mrt_run { /* one execution of a region; on the stack of the thread that met it */
  struct mrt_region *region;
  int device;       /* MRT_CPU or MRT_OPENCL */
  int rest;         /* where its loops run that MAPPER_FORCE does not name; device is MRT_OPENCL if any runs there */
  int began;        /* mrt_begin succeeded */
  double start;     /* seconds, for MAPPER_INFO and MAPPER_PROFILE, and while the device is not open; else 0.  The
                     * time that opening the device and building the program take is not the region's */
  const double *features;
  struct mrt_run *outer; /* the one that the thread was in when this one began */
  struct mrt_check *check; /* a loop that ran on the device and now runs on the CPU, to be compared; or NULL */
  int threads;           /* what the region's num_threads asks for; 0 without one.  Set by the program */
  int parts;             /* not 0: the loops of a kernel run one by one, see MRT_PARTS */
};

/* Decide where this execution of the region runs, and start its clock.  `features` are the raw features
 * (program->raw_features of them), valid until mrt_leave.  `arrays` are pointers into the memory that the region uses,
 * as far as they are known when it begins; NULL ends them.  Order of authority: MAPPER_FORCE for the region's id or
 * one of its loops, OMP_TARGET_OFFLOAD=disabled, MAPPER_DEVICE, a device that failed before, then the model.
 *
 * The model is asked two questions.  While the device is not open: is all that the program is still expected to do
 * worth opening it?  Of several models the one counts that expects the greatest speed-up over OpenMP, among those whose
 * device is here; from then on the process uses that device, and that model alone is asked.  Then, under MRT_BY_REGION:
 * is it better to run what is expected of this region there, with what has to move?  Where regions that would run on the
 * device have lost more time on the CPU than opening costs, it is opened whatever the first answer was.  The last answer
 * is used again while the features are equal, no copy of an array has become valid or invalid, and the region is not
 * called more often than was expected. */
void mrt_enter(struct mrt_run *run, struct mrt_region *region, const double *features, const void *const *arrays);

/* Tells of a file's regions, before any of the program's regions is entered. */
void mrt_register(struct mrt_program *program);
/* Called before the program begins: it forks, so that the device must not be opened early. */
void mrt_forks(void);
/* Called before the program begins: it changes what all threads share (its environment, signal handlers), so that the
 * library must not work beside it. */
void mrt_shares(void);

/* Make the device ready for the region's kernels: opens the OpenCL loader and the device, builds or loads the
 * program.  Returns 0 when that fails (run->device is then MRT_CPU), and the caller takes the OpenMP path.  When it
 * returns 1 the thread holds the lock of all regions until mrt_leave. */
int mrt_begin(struct mrt_run *run);

/* The run that began last and has not been left, of the thread that asks: what functions which hold work-shared loops
 * launch them for, when the device path of a region calls them.  Only for code between mrt_begin and mrt_leave. */
struct mrt_run *mrt_running(void);

/* How many threads a loop of the region is to have that runs on the CPU after all: run->threads, else as many as
 * OpenMP would take. */
int mrt_threads(const struct mrt_run *run);

/* How many threads the team has that would run the region: what omp_get_num_threads says to loops of the run that began
 * last.  As the number of threads is that of the OpenMP version, arrays with an element for each thread are large enough,
 * and what one region leaves by a thread's number means the same in the next, wherever that runs. */
int mrt_team_threads(void);

/* The calling thread's number in its team. */
int mrt_thread_number(void);

/* Ends the region and adds up times.  Always called, on both paths.  On the device path it waits for nothing,
 * except under MAPPER_PROFILE, and for kernels that work in automatic arrays of the host's memory in place. */
void mrt_leave(struct mrt_run *run);

/* ---- for the decision tree ----------------------------------------------------------------------------- */

/* The size in bytes of the segment that `pointer` points into, 0 where the registry knows none: what a feature
 * says of an array whose size only the allocation knows.  Remembers each thread's last answers. */
double mrt_bytes(const void *pointer) __attribute__((pure));

/* How many elements of `size` bytes fill the segment that begins at `pointer`; 0 where there is none. */
mrt_u64 mrt_count(const void *pointer, mrt_size size);

/* About how many bytes the rows take that a table of pointers leads to through so many levels. */
double mrt_rows_bytes(const void *table, unsigned levels) __attribute__((pure));

/* What a first decision runs and reads stands together, so that it can be fetched at once: the functions that say what is
 * expected of files' regions (mrt_program.expect), models' functions, and their tables. */
#define MRT_EXPECTATIONS __attribute__((section("mrt_expect_code")))
#define MRT_MODEL __attribute__((section("mrt_score_code")))
#define MRT_MODEL_DATA __attribute__((section("mrt_score_data")))

/* The larger of a value and 0, and a quotient that is 0 where the denominator is, in features. */
static __inline__ double mrt_positive(double value) { return value > 0.0 ? value : 0.0; }
static __inline__ double mrt_ratio(double numerator, double denominator) {
  return denominator != 0.0 ? numerator / denominator : 0.0;
}

/* Appends one condition of the tree, with its threshold and the feature's value, to the path that mrt_model.score
 * was given; nothing when that is NULL. */
void mrt_path(char *path, mrt_size size, const char *condition, double value, double threshold);

/* ---- launching a kernel -------------------------------------------------------------------------------- */

enum { /* mrt_arg.kind */
  MRT_ARG_BUFFER = 1, /* memory: becomes two kernel arguments, the cl_mem and a byte offset (long) */
  MRT_ARG_VALUE,      /* passed by value */
  MRT_ARG_REDUCTION,  /* a result: see mrt_launch */
  MRT_ARG_TABLE,      /* a table of pointers: becomes four kernel arguments, see below */
  MRT_ARG_SUBTABLE,   /* the tables that the entries of the table before it point into */
  MRT_ARG_ROWS        /* the memory that the entries of the table before it point into: cl_mem, byte offset */
};

enum { /* mrt_arg.flags of a buffer */
  MRT_READ = 1,
  MRT_WRITE = 2,
  MRT_STATIC = 4,  /* storage: the program's life */
  MRT_STACK = 8,   /* storage: a scope's life, see mrt_scope */
  MRT_EAGER = 16,  /* copy in before this launch, out after it if MRT_WRITE, keep nothing on the device */
  MRT_WHOLE = 32,  /* TABLE: the size is that of the array, not of the part that is reached */
  MRT_OVERWRITES = 64, /* all `size` bytes are written, none before that is read through this pointer */
  MRT_ARRAY = 256, /* mrt_host_access: the pointer is where a segment begins, or inside of it */
  MRT_APART = 128, /* ROWS: the kernel is only right where they don't overlap, nor those of other tables */
  MRT_ALIGN_8 = 512, /* BUFFER: the kernel is only right where the pointer is a multiple of 8, ... */
  MRT_ALIGN_16 = 1024 /* ... or of 16.  Else the launch is refused */
};

enum { /* mrt_arg.flags of a reduction: an operation and a type */
  MRT_SUM = 1, /* `+` and `-` */
  MRT_PRODUCT,
  MRT_MIN,
  MRT_MAX,
  MRT_AND, /* bit by bit, as the next two */
  MRT_OR,
  MRT_XOR,
  MRT_ALL, /* `&&` */
  MRT_ANY, /* `||` */
  MRT_TYPE_SHIFT = 4,
  MRT_I8 = 0,
  MRT_U8 = 1 << MRT_TYPE_SHIFT,
  MRT_I16 = 2 << MRT_TYPE_SHIFT,
  MRT_U16 = 3 << MRT_TYPE_SHIFT,
  MRT_I32 = 4 << MRT_TYPE_SHIFT,
  MRT_U32 = 5 << MRT_TYPE_SHIFT,
  MRT_I64 = 6 << MRT_TYPE_SHIFT,
  MRT_U64 = 7 << MRT_TYPE_SHIFT,
  MRT_FLOAT = 8 << MRT_TYPE_SHIFT,
  MRT_DOUBLE = 9 << MRT_TYPE_SHIFT
};

/* In which order a device with memory of its own is to hold an array.  It is seen as `matrices` of `rows` x `columns`
 * elements, one behind the other, and each of these is transposed: one matrix with 5 columns makes [k][j][i][5] an
 * array [5][k][j][i].  An element has 1, 2, 4 or 8 bytes.  Matrices, or the rows of the only one, are 0 where they are as
 * many as fill the block that the pointer begins.  Where a block can't have the order, all copies keep the host's from
 * then on. */
struct mrt_transposition {
  mrt_size element, matrices, rows, columns;
};

/* Bytes of an array: `planes` times `rows` runs of `bytes`; `pitch` from one row to the next, `far` from one plane to the
 * next.  None where one of the three numbers is not positive. */
struct mrt_area {
  long offset; /* of the first run, from the pointer */
  long bytes, rows, pitch, planes, far;
};

/* A copy of an array in another order, which a second version of the kernel expects: see relayout.c. */
struct mrt_relaid {
  struct mrt_transposition order; /* matrices or rows 0: as many as the memory has */
  double accesses; /* that are not coalesced in the array and are in the copy */
  double runs;     /* the share of accesses in which a work-item goes on to the array's next element */
};

enum { /* what decides whether such copies pay */
  MRT_RELAY_BYTES,   /* how many are transposed, before and behind the launch */
  MRT_RELAY_USES,    /* accesses expected before the array is written again, for each element transposed */
  MRT_RELAY_ELEMENT, /* of the largest array: bytes of an element, */
  MRT_RELAY_ROWS,    /* rows and columns of the matrices, */
  MRT_RELAY_COLUMNS,
  MRT_RELAY_PITCH,   /* bytes of a row, */
  MRT_RELAY_RUNS,    /* and what mrt_relaid.runs says */
  MRT_RELAY_FEATURES
};

struct mrt_arg {
  unsigned kind;
  unsigned flags;
  void *pointer;   /* BUFFER: the host address, NULL for memory that is never touched; VALUE, REDUCTION: where the
                    * value is, or the result goes */
  mrt_size size;   /* VALUE, REDUCTION: bytes.  BUFFER: bytes from pointer on, 0 if only the registry knows */
  long low;        /* BUFFER: byte offset (<= 0) of the lowest access relative to pointer */
  const char *name; /* memory: the array's name in the user's source, for MAPPER_INFO */
  const char *layout; /* BUFFER with MRT_WRITE: the scalars of an element, in the letters of Python's module struct
                       * (b h i q, capital ones unsigned, f d, x for padding, each after a count), for MAPPER_VERIFY */
  const struct mrt_transposition *transposed; /* BUFFER: the order that the kernel expects under MRT_LAYOUT; NULL: the
                                               * host's.  The pointer is then that of the whole segment */
  const struct mrt_area *area; /* BUFFER: where not NULL, the launch writes all of it, and reads none of it before that;
                                * it touches nothing else of the memory */
  const struct mrt_relaid *relaid; /* BUFFER: for the second version of the kernel; NULL: it uses the array itself */
};

/* Tables of pointers.  `double ***x` is a TABLE, a SUBTABLE and ROWS, in this order, beside each other.  The TABLE's
 * pointer, size and low are those of a buffer; a SUBTABLE's size and low say which entries are reached from the
 * ones that the level before points to, size 0 if that is unknown.  The size of ROWS is that of an element; how many bytes are reached from the beginning of a row
 * stands in their pointer, 0 if that is unknown, and in low.  For a table the kernel gets a cl_mem of `long` positions, a byte offset
 * into it, and two longs `first` and `step`.  Entry i leads to position `first + i * step` of the next level where step
 * is not 0, else to the position that stands in the table: counted in entries for a SUBTABLE, in elements for ROWS.
 * Positions are those of the host's pointers when the loop is launched.  The tables themselves are read by the host,
 * and only as far as the registry knows them; a loop whose entries lead to memory that is not registered is refused,
 * null pointers are not followed.  Kernels don't write tables.
 *
 * ROWS with MRT_APART: as far as sizes and lows say that they are reached, those that are written must not overlap each
 * other, nor the rows of another table with MRT_APART, unless both are the same table.  Else the launch is refused. */

/* Enqueue one loop: work-items for counts[0] x counts[1] x counts[2] iterations (dimension 0 has neighbouring
 * work-items).  Any count may be 0 (then nothing runs and no result is written) and may exceed the device's limits
 * (the library splits the launch; kernels get their index by get_global_id, which includes the launch's offset,
 * and must ignore indices at or beyond the count).
 *
 * Kernel arguments, in order: for each mrt_arg in order (buffers: `__global T *base, long offset`; values: the
 * value); then `ulong` counts, one for each dimension; then, if there are reductions or the kernel may stop,
 * `__global ulong *partials`.
 *
 * A kernel's second version (mrt_kernel.relaid) has the same arguments, and behind them a `ulong` for each buffer with a
 * `relaid` order of 0 rows, their number.
 *
 * Kernels with reductions are launched one-dimensionally over min(total, limit) work-items in groups of
 * MRT_GROUP_SIZE (a macro that the library defines when it builds the program; a power of two), loop over the
 * linear index themselves, each over its share, and leave one partial result of reduction number r for
 * each work-group at the beginning of partials[r * get_num_groups(0) + get_group_id(0)].  The library reads them,
 * blocking, and folds them into args[i].pointer.
 *
 * Kernels with reductions and `folds` have one more partial result before the others, a counter of work-groups that is 0
 * between launches, and no MRT_ARG_REDUCTION: they write what becomes of their results into memory, and nothing is read.
 *
 * Kernels with `stops` have one more partial result, before the others, whose first 4 bytes are not 0 after a work-item
 * stopped: it came to where only the host can go on, as to print or to end the program.  The library saves what such
 * a kernel may write, reads that flag, blocking, and if it is set undoes what the kernel wrote and returns 0, so that
 * the program runs the loop on the CPU, from its beginning.  Then the kernel is not launched again.
 *
 * The kernels of a form with shares of rows (mrt_kernel.collapse) have two more arguments, `__global ulong *` memory of
 * the library's own.  The third kernel leaves in the first one whether the rows' bounds fall anywhere, the longest row, and
 * the number of elements; the fourth leaves in the second one in which row each share begins, and how many rows there are.
 * The first two, which groups of 256 and of `carrying` work-items run, read that, and use the other to hand sums on.
 *
 * Kernels with `ordered` have four more arguments: `__global uint *tiles`, and three `uint`: the pass, the number of
 * threads, and in how many parts the iterations of each are cut.  A group, whose size the kernel requires, takes a part,
 * or a work-item one counter of one thread.  The library launches the passes, reads the flags at the beginning of the
 * tiles, blocking, before the last one, and returns 0 where these say that the loop is not right in any order.
 *
 * Which segment a buffer uses: the registered one that holds pointer + low and, where the size is known, all of the
 * range.  Else, with a known size, automatic and static memory (MRT_STACK, MRT_STATIC) is registered, and other memory is
 * treated as MRT_EAGER; overlapping ones are merged.  Else, and for a range that leaves its segment, the launch is refused.
 * Segments are uploaded whole when the device copy is not valid, also for kernels that only write, but where
 * MRT_OVERWRITES or an area says what they write: then the host keeps what is outside of it.  Device addresses equal host addresses modulo 128, so that alignment is kept.
 *
 * Returns 1 when the loop was enqueued, also for empty loops.  Returns 0 when it was refused or failed, and nothing
 * has been changed: host copies of all its buffers are then valid, and the device copies of those with MRT_WRITE
 * are not, so the caller runs the loop on the CPU at once, without announcing its accesses.  So it is with all memory where
 * the kernel may stop.
 * A reduction's result is written only by a loop that ran at least one iteration.
 *
 * On devices with memory of their own, kernels are built with MRT_LAYOUT=1 (else 0), and a device copy has the order of
 * the last launch that used it: one that expects another has it changed on the device, and the copies to and from the
 * host's memory change it, too.  All arguments that lead to one segment must expect the same, else the launch is refused. */
int mrt_launch(struct mrt_run *run, struct mrt_kernel *kernel, const mrt_u64 *counts, struct mrt_arg *args,
               unsigned n);

/* ---- virtual threads ----------------------------------------------------------------------------------- */

/* A loop in which each thread carries a state of its own along is one work-item a virtual thread.  How many: at
 * least one, at most one an iteration, and as many as the device keeps busy and as fit into 64 MiB with `bytes` of
 * state each. */
mrt_u64 mrt_team_size(mrt_u64 iterations, mrt_size bytes) __attribute__((pure));

/* Memory for the states that a launch leaves, one for each virtual thread; NULL without memory. */
void *mrt_states(mrt_u64 team, mrt_size bytes);
void mrt_states_end(void *states);

/* MAPPER_VERIFY.  mrt_launch then runs the loop on the device and returns 0 all the same, with the host's memory as
 * it was, so that the program runs the loop on the CPU.  What is behind the loop's end calls mrt_check, which
 * compares the results and tells of the first difference; so does mrt_leave.  Of each reduction the program notes the
 * variable's value before and after. */
void mrt_note(struct mrt_run *run, unsigned reduction, const void *value);
void mrt_check(struct mrt_run *run);
#define MRT_NOTE(run, reduction, type, value)                                                                \
  ((run)->check ? mrt_note((run), (reduction), &(type){value}) : (void)0)
#define MRT_CHECK(run) ((run)->check && (run)->parts == 0 ? mrt_check(run) : (void)0)

/* Around the loops of a kernel where its launch returned 0, and each of them is launched for itself.  If that was to
 * verify it, none of them is, and all are compared at the end. */
#define MRT_PARTS(run) ((void)(run)->parts++)
#define MRT_PARTS_END(run) ((run)->parts--, MRT_CHECK(run))

/* ---- host accesses ------------------------------------------------------------------------------------- */

/* Not zero while any segment has a device copy; read without a lock by the macros below. */
extern int mrt_active;
#define MRT_ACTIVE __atomic_load_n(&mrt_active, __ATOMIC_RELAXED)

/* The host is about to read (MRT_READ), write (MRT_WRITE) or read and write the segment that `pointer` points
 * into, anywhere inside or just behind its end; pointers into no segment are ignored.  Reading brings the host copy
 * up to date, writing makes the device copy invalid (after bringing the host copy up to date, for partial
 * writes). */
void mrt_host_access(void *pointer, unsigned mode);

/* The same for all segments. */
void mrt_host_access_all(unsigned mode);

/* The host is about to read or write some bytes of a segment, all of them where it writes.  In large segments only they
 * move: the device's copy stays valid, and gets what was written before the next launch that uses it. */
void mrt_host_part(void *pointer, mrt_size bytes, unsigned mode);

/* Sets bytes of a segment to zero where the device has them, and 1; else 0, and the host is to do it. */
int mrt_clear(const struct mrt_run *run, void *pointer, mrt_size bytes);

/* The parameter is not const, and the cast goes over an integer, so that compilers neither warn of arrays without
 * values yet nor of qualifiers that are cast away. */
#define MRT_HOST(pointer, mode)                                                                              \
  (MRT_ACTIVE ? mrt_host_access((void *)(__UINTPTR_TYPE__)(pointer), (mode) | MRT_IF_ARRAY(pointer)) : (void)0)
#define MRT_HOST_PART(object, mode)                                                                          \
  (MRT_ACTIVE ? mrt_host_part((void *)(__UINTPTR_TYPE__)&(object), sizeof(object), (mode)) : (void)0)
#define MRT_HOST_ALL(mode) (MRT_ACTIVE ? mrt_host_access_all(mode) : (void)0)

/* An array's name can only mean the array: not what lies before or behind it, as a pointer may. */
#define MRT_IF_ARRAY(pointer)                                                                                \
  (__builtin_types_compatible_p(__typeof__(pointer), __typeof__(((void)0, (pointer)))) ? 0u : (unsigned)MRT_ARRAY)

/* The smaller and the larger of two values, in the sizes of buffers that follow from loop bounds. */
static __inline__ long mrt_least(long one, long other) { return one < other ? one : other; }
static __inline__ long mrt_greatest(long one, long other) { return one > other ? one : other; }

/* An automatic array's scope: declared right after the array, it registers the array, so that pointers into it
 * find it, and drops its device copy when the scope is left.  MRT_SCOPE(n, a, sizeof a) declares one. */
struct mrt_scope {
  const void *address;
  mrt_size bytes;
};
struct mrt_scope mrt_scope_begin(void *address, mrt_size bytes);
void mrt_scope_end(struct mrt_scope *scope);
#define MRT_SCOPE(number, pointer, size)                                                                     \
  struct mrt_scope mrt_scope_##number __attribute__((cleanup(mrt_scope_end), unused)) =                      \
      mrt_scope_begin((void *)(pointer), (size))

/* ---- the time ------------------------------------------------------------------------------------------ */

/* Calls of clock, clock_gettime, getrusage, gettimeofday, omp_get_wtime, time, times and timespec_get go to functions of
 * the library, mrt_clock and so on, by `#pragma redefine_extname` above the user's first line.  They wait for all that
 * was enqueued, so that no clock counts work that was started before it. */

/* ---- allocation ---------------------------------------------------------------------------------------- */

/* The C library's functions of the same name, which also keep the registry of segments.  The emitted program
 * declares the C library's own names with these as assembler names (MRT_TRACK_ALLOCATIONS below), so that the
 * user's text is untouched.  free of a block with a device copy drops it; realloc brings the host copy up to date
 * first. */
void *mrt_malloc(mrt_size size);
void *mrt_calloc(mrt_size count, mrt_size size);
void *mrt_realloc(void *pointer, mrt_size size);
void *mrt_aligned_alloc(mrt_size alignment, mrt_size size);
int mrt_posix_memalign(void **result, mrt_size alignment, mrt_size size);
void *mrt_reallocarray(void *pointer, mrt_size count, mrt_size size);
void *mrt_memalign(mrt_size alignment, mrt_size size);
void *mrt_valloc(mrt_size size);
void mrt_free(void *pointer);

#ifdef MRT_TRACK_ALLOCATIONS
extern void *malloc(mrt_size) __asm__("mrt_malloc");
extern void *calloc(mrt_size, mrt_size) __asm__("mrt_calloc");
extern void *realloc(void *, mrt_size) __asm__("mrt_realloc");
extern void *aligned_alloc(mrt_size, mrt_size) __asm__("mrt_aligned_alloc");
extern int posix_memalign(void **, mrt_size, mrt_size) __asm__("mrt_posix_memalign");
extern void *reallocarray(void *, mrt_size, mrt_size) __asm__("mrt_reallocarray");
extern void *memalign(mrt_size, mrt_size) __asm__("mrt_memalign");
extern void *valloc(mrt_size) __asm__("mrt_valloc");
extern void free(void *) __asm__("mrt_free");
#endif

#ifdef __cplusplus
}
#endif
#endif
