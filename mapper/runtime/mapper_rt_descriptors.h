/* mapper_rt_descriptors.h: descriptors, the static data of emitted programs.  Part of mapper_rt.h. */
#ifndef MAPPER_RT_DESCRIPTORS_H
#define MAPPER_RT_DESCRIPTORS_H

enum { MRT_CPU = 0, MRT_OPENCL = 1 }; /* a decision */

enum { MRT_NEEDS_FP64 = 1, MRT_NEEDS_INT64_ATOMICS = 2 }; /* device abilities, for mrt_program.needs */

struct mrt_static { /* an array with static storage that regions may use, directly or through pointers */
  const void *address;
  mrt_size bytes;
};

struct mrt_statics {               /* those of a file that launches no kernels */
  const struct mrt_static *arrays; /* ended by a null address */
  struct mrt_statics *next;        /* the library's own */
};

enum { MRT_BY_PROGRAM = 0, MRT_BY_REGION = 1 }; /* what one decision is about */

enum { MRT_STATE_FEATURES = 4 }; /* executions, bytes to the device, bytes back, whether the start-up is to be paid */

struct mrt_model_facts {
  int granularity;  /* MRT_BY_PROGRAM or MRT_BY_REGION */
  double patience;  /* seconds that regions which prefer the device wait on the CPU before it is opened after all */
  double doublings; /* not 0: a score of 1 means so many doublings of speed; 0: a score is the share of the slower
                     * side's time that the faster one saves */
};

enum { MRT_MAX_MODELS = 8, MRT_WEIGHTS = 4 };

/* What was learnt of one OpenCL device. */
struct mrt_model {
  const char *name; /* for MAPPER_INFO */
  /* Reads all features, and is positive for MRT_OPENCL; writes the path that it took as text
   * ("F1 <= 0.31 (0.02), comp > 2e+06 (3e+07)") when path is not NULL. */
  double (*score)(const double *features, char *path, mrt_size path_size);
  struct mrt_model_facts facts;
  const char *device; /* that it was trained on, by its OpenCL name; "" where that is not known */
  const char *type;   /* "gpu", "cpu" or "other", or "" where that is not known */
  /* Positive where copies in another order pay, by the features MRT_RELAY_...; `path` as in score.  NULL where no
   * kernel has a version for such copies. */
  double (*relayout)(const double *features, char *path, mrt_size path_size);
  unsigned threads; /* of the machine that it was trained on; 0 where that is not known */
  /* What an operation costs there, in single-precision ones: on integers, in single and double precision, and of
   * special functions. */
  double weights[MRT_WEIGHTS];
  /* The seconds that are expected of the CPU and of the device, by all features; NULL where the model has no prices.
   */
  void (*seconds)(const double *features, double *seconds);
};

/* One for each emitted C file. */
struct mrt_program {
  unsigned abi;              /* MRT_ABI */
  const char *name;          /* the source file, for messages */
  const char *const *source; /* OpenCL C text in pieces (string literals have a limited length), NULL ends it */
  unsigned needs;            /* MRT_NEEDS_... of all its kernels */
  const struct mrt_static *statics; /* ended by a null address; may be NULL */
  /* NULL-terminated: the schema's raw features, MRT_STATE_FEATURES state features, then the combined ones.  The last
   * raw feature is the size of the arrays. */
  const char *const *feature_names;
  unsigned raw_features, features; /* how many raw ones, how many in all (at most 128) */
  mrt_u64 once; /* bit i: the raw feature number i does not grow with the number of executions */
  /* One to MRT_MAX_MODELS.  Of several, each knows another device; all files of a program have the same. */
  const struct mrt_model *models;
  unsigned model_count;
  /* Fills in the combined features from the raw ones and the state, by a model's weights. */
  void (*combine)(double *features, const double *weights);
  struct mrt_region *const *regions; /* those of the file, NULL ends them; may be NULL */
  /* What can be said of these regions from anywhere in the file: how often the program executes each, and its raw
   * features (raw_features for each region, NaN where one is not known).  May be NULL. */
  void (*expect)(double *calls, double *raw);
  struct mrt_kernel *const *kernels; /* all that `source` holds, NULL ends them; may be NULL */
  struct mrt_program_state *state;   /* the library's own; NULL at start */
  struct mrt_program *next;          /* the library's own */
};

/* No member has the type of an enumeration: that is one of fewer bytes in programs with -fshort-enums. */
enum { MRT_BY_MODEL, MRT_ON_OPENCL, MRT_ON_GPU }; /* mrt_region.target */
enum { MRT_IN_ONE, MRT_COUNTED, MRT_UNCERTAIN };  /* mrt_region.strips */

struct mrt_region { /* one for each parallel region that has a device version */
  const char *id;   /* the id of its first loop */
  const char *file; /* the user's file, and where the directive is in it */
  int line, column;
  struct mrt_program *program;
  struct mrt_region_state *state; /* the library's own; NULL at start */
  const char *const *loops; /* the ids of its loops that have a kernel, in functions it calls too; NULL ends them.
                             * May be NULL where the region's id is the only one */
  /* Where the source wants it, unless the environment says otherwise: MRT_ON_OPENCL on the device; MRT_ON_GPU on one
   * that is a GPU, else on the CPU with OpenMP. */
  int target;
  /* Not 0: on the CPU its loop may run in strips, see mrt_strips.  MRT_UNCERTAIN: the text does not say how much an
   * iteration does. */
  int strips;
  int resumes; /* 1: the device goes on where strips end; the last dimension of its kernel is the loop.  0: it runs
                * all iterations, those of the strips once more */
  /* For each of the `arrays` that mrt_enter gets: 0, or through how many levels it leads to its rows, as a table of
   * pointers.  NULL where there is no table among them. */
  const unsigned char *levels;
};

struct mrt_pair { /* two arguments, by their numbers */
  unsigned one, other;
  unsigned alike; /* 1: BUFFERs that may begin at the same address */
};

/* Another form of a kernel. */
struct mrt_schedule {
  const char *name;     /* the kernel's function */
  unsigned lanes, rows; /* as MRT_LANES and mrt_kernel.rows */
  const char *batch;    /* as mrt_kernel.batch, in this form; NULL without one */
};

/* Another form of a kernel with tiles. */
struct mrt_block {
  const char *name; /* the kernel's function */
  mrt_size tile[4]; /* as mrt_kernel.tile */
};

struct mrt_collapse { /* a form of a kernel over rows of elements, which work-groups take equal shares of */
  /* The kernels: the shares, what goes on behind them, a look at the rows, where shares begin. */
  const char *forms[4];
  unsigned rows; /* the argument, memory, whose entries bound the rows */
  int lower;     /* the argument, a value, that is the number of the first row; -1: the program's text says it */
  unsigned share, slots; /* elements and ends of rows for a work-group of 256, and what it leaves, in 8 bytes each */
  unsigned lanes, carrying; /* work-items for each share, and those of a group, in the second kernel */
};

struct mrt_sum {        /* an array that a kernel does nothing with but to add to elements of one type */
  unsigned argument, bytes; /* its number, and the bytes of such an element; 0 ends a list */
};

struct mrt_replicated { /* a form of a kernel in which work-groups add to replicas of short arrays in local memory; for
                         * one lane alone where it has `counters` */
  const char *name; /* the kernel's function.  Behind the usual arguments it gets `uint` the number of replicas, and one
                     * `uint` for each array: how many elements a replica has, 0 for none.  Its work-groups are those
                     * of a reduction */
  unsigned room;    /* bytes of local memory for all replicas, of which each array's begin at multiples of 8 */
  const struct mrt_sum *sums;
};

struct mrt_kernel { /* one for each work-shared loop that has a device version */
  const char *id;   /* the loop's id */
  const char *name; /* the kernel's function */
  const char *file;
  int line, column;
  struct mrt_region *region;      /* NULL for a loop of a function that regions call: it belongs to the running one */
  unsigned dimensions;            /* 1 to 3 */
  unsigned reductions;            /* number of its reductions: of MRT_ARG_REDUCTION arguments unless it folds */
  mrt_size local[3];              /* the work-group shape asked for; local[0] == 0 leaves it to the library */
  struct mrt_kernel_state *state; /* the library's own; NULL at start */
  struct mrt_program *program;    /* whose OpenCL text holds the kernel; NULL: the region's */
  unsigned rows;  /* not 0: where MRT_LANES is more than one, so many work-items share an iteration, and a group has
                   * so many iterations */
  unsigned stops; /* 1: a work-item may stop at an error path, or where a check fails, see mrt_launch */
  /* Memory (BUFFER or ROWS) that must not overlap, otherwise the launch is refused; zeros end it.  May be NULL. */
  const struct mrt_pair *distinct;
  /* Where MRT_LANES is more than one and tile[0] is not 0: the work-group's size in dimensions 0 and 1, and how many
   * iterations a group does there. */
  mrt_size tile[4];
  const char *const *others; /* the ids of further loops that it runs; NULL ends them.  May be NULL */
  unsigned ordered;          /* not 0: iterations count in the order of their thread, in rows of so many counters */
  unsigned placed;           /* 1: what they count decides on where they store, which has to be checked */
  /* Where MRT_LANES is more than one: other numbers of work-items that may share an iteration; a NULL name ends them.
   * The launch takes one by the mean number of elements that argument `along`, memory, has for each iteration; an
   * element has `element` bytes.  Where that is 0, launches with many iterations take the first one.  May be NULL. */
  const struct mrt_schedule *schedules;
  unsigned along, element;
  /* Of an element of the array where rows begin, whose number of elements says how many rows there are, and that
   * argument's number.  Launches may be for some of the rows.  `start` is 0 where it is not known. */
  unsigned start, starts;
  unsigned counters; /* not 0: where MRT_LANES is more than one, work-groups of 256 take neighbouring iterations and
                      * keep copies of rows of so many counters */
  unsigned sorts; /* of `ordered` kernels, not 0: where MRT_LANES is more than one, so many iterations are sorted */
  const char *relaid; /* the function that expects the orders of mrt_arg.relaid; NULL without one */
  unsigned wide; /* not 0: takes the place of `rows` on devices with 48 KB of local memory for a work-group, whose
                  * programs are built with MRT_WIDE set */
  const struct mrt_collapse *collapse; /* NULL without such a form */
  unsigned folds; /* 1: its last work-group folds the partial results, which stay on the device: see mrt_launch */
  /* Where MRT_LANES is more than one: the function that runs launches which follow each other and differ in values
   * and counts only.  Its arguments: the buffers as usual; a structure of 32 rows of `ulong`, each with the values'
   * bytes, then the counts; `uint` the number of rows that count; `uint before`; `__global uint *arrived`.  Between
   * two rows work-groups, which all run at the same time, wait until each has added one to `arrived`, which was
   * `before` at the start.  In a kernel whose work-items share iterations it does the same with as many of them.
   * NULL without one. */
  const char *batch;
  /* Other blocks than `tile`, of which a launch takes one where it suits it better; a NULL name ends them.  Zeros are
   * no blocks, for launches with few iterations; they are the last.  NULL without any. */
  const struct mrt_block *blocks;
  const char *const *sites; /* the messages of its checks, each with a place, see mrt_launch; NULL: it has none */
  unsigned repeated; /* 1: launches for `batch` may be of several executions of the region, in which it is alone */
  mrt_u64 turns; /* bits of the arguments that may change places from one to another of these launches */
  unsigned loops;    /* 1: an iteration has loops that may be long: what few iterations wait for counts, not how they
                      * are started */
  const struct mrt_replicated *replicated; /* NULL without such a form */
};

/* Around what was generated: gcc's guesses about uninitialised variables there are of no use to the user. */
#if defined(__GNUC__) && !defined(__clang__)
#define MRT_QUIET                                                                                                    \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wuninitialized\"")                               \
      _Pragma("GCC diagnostic ignored \"-Wmaybe-uninitialized\"")
#define MRT_QUIET_END _Pragma("GCC diagnostic pop")
#else
#define MRT_QUIET
#define MRT_QUIET_END
#endif

#endif
