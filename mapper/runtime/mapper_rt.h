/* mapper_rt.h: the interface between emitted programs and mapper's run-time library.
 *
 * This header is the library's manual.  Its parts are, besides the life of a region and decisions, which stand here:
 *
 *     mapper_rt_descriptors.h    what the program says of its files, models, regions and kernels
 *     mapper_rt_launch.h         launching a kernel: arguments, reductions, virtual threads, MAPPER_VERIFY
 *     mapper_rt_memory.h         the host's accesses, automatic arrays, allocation, clocks
 *
 * They include nothing of the system's, so that they can be above the first line of a user's file without touching
 * feature-test macros, and every name in them begins with mrt_ or MRT_.  Programs get copies of the library in which
 * two underscores are before these names and the files' names, which C reserves.
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
 *     if (!done) { ... host accesses announced with MRT_HOST() ... the OpenMP original ... }
 *     mrt_leave(&run);
 *
 * Memory.  A segment is a piece of host memory that may have a device copy: a heap block (registered by the
 * allocation functions), a static array (registered by the emitted program) or an automatic array
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
 * allocation functions and MRT_HOST may be called by any thread at any time.  A forked child has its parent's
 * memory with all results, and no device, if that was open.
 */
#ifndef MAPPER_RT_H
#define MAPPER_RT_H

#ifdef __cplusplus
extern "C" {
#endif

typedef __SIZE_TYPE__ mrt_size;
typedef unsigned long long mrt_u64;

#define MRT_ABI 20 /* changes when a struct or function of this interface changes its meaning */

#include "mapper_rt_descriptors.h"

/* ---- running a region ---------------------------------------------------------------------------------- */

struct mrt_run { /* one execution of a region; on the stack of the thread that met it */
  struct mrt_region *region;
  int device;   /* MRT_CPU or MRT_OPENCL */
  int rest;     /* where its loops run that MAPPER_FORCE does not name; device is MRT_OPENCL if any runs there */
  int began;    /* mrt_begin succeeded */
  double start; /* seconds, for MAPPER_INFO and MAPPER_PROFILE, and while the device is not open; else 0.  The
                 * time that opening the device and building the program take is not the region's */
  const double *features;
  struct mrt_run *outer;   /* the one that the thread was in when this one began */
  struct mrt_check *check; /* a loop that ran on the device and now runs on the CPU, to be compared; or NULL */
  int threads;             /* what the region's num_threads asks for; 0 without one.  Set by the program */
  int parts;               /* not 0: the loops of a kernel run one by one, see MRT_PARTS */
  unsigned weight; /* how many executions this one stands for where they are compared; 0: it is not measured */
  double elsewhere;        /* seconds of the thread that are none of this region's, when it began */
  int strips;              /* not 0: the program calls mrt_strips */
  mrt_u64 from, to, count; /* the CPU runs the loop's iterations from `from` to before `to`, of `count`; all are 0, or
                            * `to` is `count`, where it runs in one */
  double stripped;         /* seconds when the strip began, */
  double spent;            /* and on strips before it; */
  double expected;         /* what was expected of all of them together */
};

/* Decide where this execution of the region runs, and start its clock.  `features` are the raw features
 * (program->raw_features of them), valid until mrt_leave.  `arrays` are pointers into the memory that the region
 * uses, as far as they are known when it begins; NULL ends them.  Order of authority: MAPPER_FORCE for the region's
 * id or one of its loops, OMP_TARGET_OFFLOAD=disabled, MAPPER_DEVICE, a device that failed before, then the model.
 *
 * The model is asked two questions.  While the device is not open: is all that the program is still expected to do
 * worth opening it?  Of several models the one counts that expects the greatest speed-up over OpenMP, among those
 * whose device is here; from then on the process uses that device, and that model alone is asked.  Then, under
 * MRT_BY_REGION: is it better to run what is expected of this region there, with what has to move?  Where regions
 * that would run on the device have lost more time on the CPU than opening costs, it is opened whatever the first
 * answer was.  The last answer is used again while the features are equal, no copy of an array has become valid or
 * invalid, and the region is not called more often than was expected.  Whatever the model says, work that proves slow
 * is taken to the other side by what executions take (docs/revision.md). */
void mrt_enter(struct mrt_run *run, struct mrt_region *region, const double *features, const void *const *arrays);

/* Strip-mining of a region's loop on the CPU, whose device the model may still choose: an execution whose work is not
 * known is broken off where it takes too long.  mrt_strips begins the first strip, of `count` iterations in all.
 * mrt_next_strip is called behind a strip that is not the last one, and is never 0: run->device is MRT_OPENCL where
 * the rest is expected to take longer on the CPU than the device takes, with its start-up, for all of it.  The device
 * then runs the rest, or all iterations, if the region does not resume; where that fails, the CPU does so: mrt_rest
 * is called before the launch. */
void mrt_strips(struct mrt_run *run, mrt_u64 count);
int mrt_next_strip(struct mrt_run *run);
void mrt_rest(struct mrt_run *run);

/* Registers a file's regions, before any of the program's regions is entered. */
void mrt_register(struct mrt_program *program);
/* Registers the static arrays of a file without regions, into which pointers of other files may lead. */
void mrt_register_statics(struct mrt_statics *file);
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

/* How many threads a team has that so many are asked for, or as many as OpenMP would take where that is 0:
 * OMP_THREAD_LIMIT and OMP_MAX_ACTIVE_LEVELS count, too. */
int mrt_team(int asked);

/* How many threads a loop of the region is to have that runs on the CPU after all: run->threads, otherwise as many as
 * OpenMP would take. */
int mrt_threads(const struct mrt_run *run);

/* Whether the parts of iterations that threads take make one range, or one rectangle of so many dimensions: no two of
 * them overlap, and together they have all iterations from where that of the first thread begins to where that of the
 * last one ends, none of them below 0.  The arguments behind the dimensions are where the part of thread `mrt_part`
 * of `mrt_parts` begins and ends in each. */
#define MRT_TILED(threads, dimensions, ...)                                                                          \
  __extension__({                                                                                                    \
    const int mrt_parts = (threads);                                                                                 \
    long mrt_all[mrt_parts > 0 ? mrt_parts : 1][2 * (dimensions)];                                                   \
    int mrt_part;                                                                                                    \
    for (mrt_part = 0; mrt_part < mrt_parts; mrt_part++) {                                                           \
      const long mrt_one[2 * (dimensions)] = {__VA_ARGS__};                                                          \
      __builtin_memcpy(mrt_all[mrt_part], mrt_one, sizeof mrt_one);                                                  \
    }                                                                                                                \
    mrt_tiled(mrt_parts, (dimensions), &mrt_all[0][0]);                                                              \
  })
int mrt_tiled(int parts, int dimensions, const long *bounds);

/* How many threads the team has that would run the region: what omp_get_num_threads says to loops of the run that
 * began last.  As the number of threads is that of the OpenMP version, arrays with an element for each thread are
 * large enough, and what one region leaves by a thread's number means the same in the next, wherever that runs. */
int mrt_team_threads(void);

/* Reports that a spin loop would wait for ever, as one thread of the host runs it for all iterations, and aborts the
 * program; `spin` is what the loop tests. */
void mrt_never_ends(const char *spin) __attribute__((noreturn, cold));

/* Whether code runs in a parallel region, even if that has one thread. */
int mrt_in_team(void);

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

/* Whether `size` bytes are memory that may be read: in a segment that the registry knows, or in what is alive of the
 * calling thread's stack.  A feature that reads through a pointer asks first, since it may be null before the loop
 * that uses it. */
int mrt_readable(const volatile void *pointer, mrt_size size) __attribute__((pure));

/* About how many bytes the rows take that a table of pointers leads to through so many levels. */
double mrt_rows_bytes(const void *table, unsigned levels) __attribute__((pure));

/* How many blocks of memory these rows are in: one where they lie behind each other. */
double mrt_rows_pieces(const void *table, unsigned levels) __attribute__((pure));

/* Models compute as the text says, so that they answer as they did when they were fitted: a sum of products has no
 * fused multiply-additions, whatever the compiler's options.  MRT_AS_WRITTEN is where such a function begins. */
#if defined(__clang__)
#define MRT_NO_CONTRACTION
#define MRT_AS_WRITTEN _Pragma("clang fp contract(off)")
#elif defined(__GNUC__)
#define MRT_NO_CONTRACTION __attribute__((optimize("O1", "fp-contract=off")))
#define MRT_AS_WRITTEN
#else
#define MRT_NO_CONTRACTION
#define MRT_AS_WRITTEN
#endif

/* A function's device version. The CPU runs the loops in it only where a launch is refused: with -O3, the C compiler
 * would take twice as long for them. */
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) && !defined(__clang__)
#define MRT_DEVICE_VERSION __attribute__((optimize("O1")))
#else
#define MRT_DEVICE_VERSION
#endif

/* What a first decision runs and reads is in one place, so that it can be fetched at once: the functions that say
 * what is expected of files' regions (mrt_program.expect), models' functions, and their tables. */
#define MRT_EXPECTATIONS __attribute__((section("__mrt_expect_code")))
#define MRT_MODEL MRT_NO_CONTRACTION __attribute__((section("__mrt_score_code")))
#define MRT_MODEL_DATA __attribute__((section("__mrt_score_data")))

/* In features: the larger of a value and 0, a quotient that is 0 where the denominator is, 2 to the power of an
 * exponent (to 0.3%, of -64 to 64 at most), how often 1 must be multiplied by a base above 1 to be a value or more,
 * and the mean of all that a place has said so far, whose number and sum `said` holds. */
static __inline__ double mrt_positive(double value) { return value > 0.0 ? value : 0.0; }
static __inline__ double mrt_ratio(double numerator, double denominator) {
  return denominator != 0.0 ? numerator / denominator : 0.0;
}
static __inline__ double mrt_power(double exponent) {
  double power = 1.0;
  if (!(exponent > -64.0)) exponent = -64.0;
  if (exponent > 64.0) exponent = 64.0;
  for (; exponent >= 1.0; exponent -= 1.0) power *= 2.0;
  for (; exponent < 0.0; exponent += 1.0) power /= 2.0;
  return power * (1.0 + exponent * (0.6565 + 0.3435 * exponent));
}

static __inline__ double mrt_logarithm(double value, double base) {
  double times = 0.0, power = 1.0;
  for (; power < value && times < 1024.0; power *= base) times += 1.0;
  return times;
}
static __inline__ double mrt_mean(double *said, double value) {
  said[0] += 1.0;
  said[1] += value;
  return said[1] / said[0];
}

/* Appends one condition of the tree, with its threshold and the feature's value, to the path that mrt_model.score
 * was given; nothing when that is NULL. */
void mrt_path(char *path, mrt_size size, const char *condition, double value, double threshold);

#include "mapper_rt_launch.h"
#include "mapper_rt_memory.h"

#ifdef __cplusplus
}
#endif
#endif
