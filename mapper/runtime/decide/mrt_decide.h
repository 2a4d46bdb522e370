/* mrt_decide.h: where a region runs: features, models, measurements, and revision by time.
 *
 * decide.c       where a region runs (mrt_enter)
 * worth.c        whether the process opens the device, and when
 * horizon.c      the questions that the model is asked, and what they are about
 * features.c     what emitted programs ask when they compute features and walk the tree
 * models.c       several models in one program, one for each device that it may meet, and which of them is
 *                followed
 * history.c      what processes took that did the same, on either side
 * explore.c      MAPPER_EXPLORE=1, regions near the model's threshold are measured once on either side
 * corrections.c  what regions took on the CPU corrects what the model expects
 * revise.c       work is taken back from the side that proves slow
 * revision.c     the rule of mrt_revision.h; docs/revision.md has it in words, with the bound and its proof
 * strips.c       long executions on the CPU are broken off
 * stats.c        the state and the statistics of each region
 * questions.c    the questions that were put to the model, kept for the profile
 */
#ifndef MAPPER_DECIDE_H
#define MAPPER_DECIDE_H

#include "mrt_tables.h"
#include "mrt_revision.h"

struct mrt_trial;

/* ---- stats.c: what MAPPER_INFO and MAPPER_PROFILE report ------------------------------------------------- */

struct mrt_vector { /* one distinct vector of raw features of a region */
  struct mrt_vector *next;
  mrt_u64 hash, calls[2];
  double seconds[2], first[2]; /* `first`: of the region's first call on that side, where it met this vector */
  double values[];
};

enum { MRT_VECTOR_BUCKETS = 64 };

struct mrt_took { /* executions: what they took, and what the model expected of them; seconds, atomic */
  double seconds, expected;
};

struct mrt_region_state {
  struct mrt_region *region;
  struct mrt_region_state *next; /* all regions that were entered, newest first */
  int fixed;                     /* the answer that the environment or the source gives, or -1: ask the tree */
  bool by_source;                /* the source gives it */
  bool looks_for_gpu;            /* it does, and it depends on whether there is a GPU: see decide.c */
  bool has_forced;               /* MAPPER_FORCE sends single loops of it to the device */
  bool in_team;                  /* the answer is the device, and it was entered in a team on the CPU; atomic */
  /* The last vector of raw features and its answer, published by a sequence lock: odd while being written.  The
   * answer holds until the validity of some copy changes (`epoch`) or the region was entered `check` times. */
  unsigned sequence, epoch;
  int answer;
  double *last; /* program->raw_features values, accessed atomically */
  /* The sums of the raw features of the executions before the last question, the largest of the last feature, and how
   * many these were (decisions locked). */
  double *past;
  mrt_u64 past_calls;
  mrt_u64 check;
  mrt_u64 entered;          /* executions so far, atomic */
  mrt_u64 moved;            /* bytes copied for the region, atomic */
  double first;             /* bytes that its first execution on the device had to move */
  double expected;          /* executions in the whole program */
  double on_cpu;            /* seconds of one execution there, by the model; 0: not known.  Atomic */
  double on_device;         /* the same with the device open; atomic */
  struct mrt_took first_took, longest_took, others_took; /* executions on the CPU: the first; of the later ones */
  double score;             /* of the last question about the region */
  bool prefers;             /* the device would be better, were it open; atomic */
  unsigned wants;           /* the model that says so; atomic */
  struct mrt_trial *trials; /* explore.c */
  /* revise.c: what its executions took (revisions locked); on the CPU each `stride`th is measured, the next one is
   * number `timed` (both atomic); executions on the device since a change (regions locked); the change since which it
   * was asked whether the region is to be executed again (atomic). */
  struct mrt_pace pace;
  unsigned stride, launched_era, asked_era;
  mrt_u64 timed, launched;
  mrt_u64 asked[2];         /* questions about the region, and about the program on entering it (statistics lock) */
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
/* Makes the memory of the first states the process's own (when the program starts). */
void mrt_touch_states(void);
void mrt_count_call(struct mrt_region_state *state, int device, double seconds, const double *features);
void mrt_count_command(struct mrt_region *region, struct mrt_kernel_state *kernel, enum mrt_command kind,
                       mrt_u64 bytes, double seconds);
/* Bytes that went to the device before a region asked for them (memory locked). */
void mrt_count_sent(struct mrt_region *region, mrt_u64 bytes, double seconds);
/* Time that was spent on opening the device and building. */
void mrt_count_startup(double seconds);
/* The list of states, for the report and the profile. */
struct mrt_region_state *mrt_all_regions(void);
/* worth.c: whether a region runs on the CPU though it prefers a device that is not open, and the time of that. */
bool mrt_is_waiting(const struct mrt_region_state *state);
/* decide.c: whether the calling thread is in a team, whose regions run on the CPU. */
bool mrt_in_parallel(void);
/* decide.c: behind a run on the device: OpenMP may choose smaller teams again, if mrt_threads has kept it from that. */
void mrt_adjust_teams(void);
void mrt_count_waiting(struct mrt_region_state *state, double seconds);
/* worth.c: whether the device was found worth opening; and opens it, so that a trial may use it, for the model that
 * the region's last question was put to: false where that has no device here (no lock but that of regions). */
bool mrt_is_opened(void);
bool mrt_open_to_try(const struct mrt_region_state *state);
/* The same for an execution that is expected to take so many seconds on the CPU; `why`: the words before these in the
 * reason (decisions locked). */
bool mrt_open_for(const struct mrt_region_state *state, double seconds, const char *why);
/* The same for an execution that prefers the device and is not to be waited for (decisions locked). */
void mrt_open_if_long(const struct mrt_region_state *state);
/* strips.c: whether an execution of the region that is expected to take so long on the CPU can be broken off there,
 * and is worth it; and whether this one runs in strips: it is the first one, and the device is not open. */
bool mrt_can_strip(const struct mrt_region_state *state, double expected);
bool mrt_wants_strips(const struct mrt_region_state *state, mrt_u64 entered);
/* worth.c: the first question's answer as a line of text; empty where it was never asked. */
const char *mrt_program_answer(void);
void mrt_stats_lock(void);
void mrt_stats_unlock(void);
/* report.c, profile.c: written at exit, statistics locked. */
void mrt_report(void);
void mrt_profile(const char *path);

/* Where what the compiler emitted of a name is, in all files: MRT_EXPECTATIONS and the like. */
#define MRT_SECTION(name)                                                                                            \
  extern const char __start_##name[] __attribute__((weak, visibility("hidden")));                                    \
  extern const char __stop_##name[] __attribute__((weak, visibility("hidden")))
MRT_SECTION(__mrt_expect_code);
MRT_SECTION(__mrt_score_code);
MRT_SECTION(__mrt_score_data);

/* ---- horizon.c: the questions to the model --------------------------------------------------------------- */

enum { MRT_PATH = 512 };

struct mrt_correction { /* of what is expected of the whole process, by what was measured; seconds */
  double expected; /* of the CPU for executions of regions that were measured, */
  double measured; /* which take it that long, */
  double certain;  /* a part of that: those that were expected from the beginning */
  double device;   /* and the device longer than it was expected to */
};

struct mrt_question { /* and its answer */
  double features[MRT_MAX_FEATURES];
  double score;
  double on_cpu;       /* seconds that the model expects of the CPU; 0: it expects none */
  double on_device;    /* and of the device, with the start-up where the question is about the program */
  struct mrt_correction correction; /* where it is about the program */
  unsigned model;                   /* whose answer it is */
  char path[MRT_PATH]; /* empty unless measuring */
};

/* features.c: how many blocks the rows are in that a table of pointers leads to through so many levels, and one of
 * these blocks, in the middle (memory locked). */
double mrt_rows_of(const void *table, unsigned levels, struct mrt_extent *row);
/* Makes room for what is expected of a file's regions (when the program starts). */
void mrt_reserve_expectations(const struct mrt_program *file);
/* Asks whether opening the device pays for all that the program is expected to do (decisions locked).
 * `features` are those of the region that is being entered. */
void mrt_ask_program(struct mrt_region_state *state, const double *features, struct mrt_question *question);
/* Asks about the expected executions of one region, with the device open (decisions locked). */
void mrt_ask_region(struct mrt_region_state *state, const double *features, const void *const *arrays,
                    struct mrt_question *question);
/* Before a region is asked about on its execution number `entered`: those since the last question were like it was
 * then (decisions locked). */
void mrt_note_past(struct mrt_region_state *state, mrt_u64 entered);
/* How often the region will still be executed, this time included. */
double mrt_remaining(const struct mrt_region_state *state);
/* The same, this time not included, for each time that it was executed: 0 once it has done what was expected. */
double mrt_again(const struct mrt_region_state *state);

/* worth.c: asks the first question, unless it is settled: whether the device is to be opened at all, and which
 * (decisions locked). */
void mrt_ask_opening(struct mrt_region_state *state, const double *features, struct mrt_question *question);

/* The conditions that led to an answer, as words. */
static inline const char *mrt_reason(const char *path) { return path[0] != '\0' ? path : "the model has one answer"; }

/* ---- models.c: which of several models is followed ----------------------------------------------------------- */

/* How many models a program has; 0 of one that was translated for another version of the library. */
unsigned mrt_models(const struct mrt_program *program);
/* The number of the model that is followed, -1 while that is open (always, in programs with one model). */
int mrt_model_in_use(void);
/* That model, or the program's first. */
const struct mrt_model *mrt_model(const struct mrt_program *program);
/* Fills in the combined features and the answer to a question about the `whole` process or a region: of the model
 * that is followed, else of the one that expects the greatest speed-up among those whose device is not known to be
 * absent (decisions locked). */
void mrt_ask_models(const struct mrt_program *program, bool whole, struct mrt_question *question);
/* Follows a model from now on, unless its device is not here but that of another is: then false, and what was asked
 * is to be asked again (decisions locked). */
bool mrt_choose_model(const struct mrt_program *program, unsigned number);
/* Follows the first model whose device is a GPU that is here, if there are several models; false without one.  A
 * process has one device, so a trial must not spend it on the processor. */
bool mrt_choose_gpu(const struct mrt_program *program);
/* Finds out, once, whether a GPU may be here, so that no decision need. */
void mrt_look_for_gpu(const struct mrt_program *program);
/* The model of the device that a trial would open: of a GPU that may be here, otherwise the wanted one. */
unsigned mrt_model_to_try(const struct mrt_program *program, unsigned wanted);
/* What a model expects of its device, in seconds, when it is asked the same question. */
double mrt_expect_of(const struct mrt_program *program, unsigned number, const struct mrt_question *question);
/* The expected speed from which on the device is opened at once: `AT_ONCE` of mapper.model.tree. */
#define MRT_AT_ONCE 2
/* Whether the answer is OpenCL, but little is expected of it: then regions wait on the CPU for one start-up's time.
 */
bool mrt_gains_little(const struct mrt_program *program, const struct mrt_question *question);
/* The device was opened, without a question perhaps: then the model that knows it is followed, or else the first. */
void mrt_adopt_device(const struct mrt_program *program);
/* The device of the model that is followed; false with a reason where it is not here. */
struct mrt_candidate;
bool mrt_model_device(struct mrt_candidate *device, char *why, size_t why_size);
/* The device of the model that is followed can't be opened: follows the one that expects most of the others, of those
 * that expect more than OpenMP.  False where there is none. */
bool mrt_follow_next(void);

struct mrt_standing { /* of one of several models */
  const struct mrt_model *model;
  enum { UNSEEN, HERE, ABSENT } here; /* its device; UNSEEN: the devices were not listed */
  bool in_use;
  double speedup; /* of the whole process over OpenMP, as expected when all were asked; 0 where it was not asked */
};
struct mrt_standing mrt_model_standing(const struct mrt_program *program, unsigned number);

/* questions.c: a question kept for the profile, in the order in which they were asked. */
struct mrt_asked {
  struct mrt_asked *next;
  const struct mrt_region_state *state; /* of the region that was being entered */
  bool program;                         /* about the program rather than the region */
  mrt_u64 entered;                      /* the region's executions, this one included */
  double at, score;                     /* seconds after the first question */
  const struct mrt_model *model;        /* whose answer the score is */
  double features[];                    /* the program's `features` values */
};
/* Whether a profile is made of a process with all regions on one side: the model is asked all the same, as in a
 * process that stays on the CPU, and not followed. */
bool mrt_only_asks(void);
/* Keeps a question, if there will be a profile (no lock held but that of decisions). */
void mrt_keep_question(struct mrt_region_state *state, bool program, const struct mrt_question *question);
/* All kept questions; statistics locked. */
const struct mrt_asked *mrt_all_asked(void);

/* ---- corrections.c: what regions took on the CPU corrects what the model expects -------------------------- */

/* So many executions of a region on the CPU took so long; `first`: it is its first one. */
void mrt_note_pace(struct mrt_region_state *state, double seconds, unsigned executions, bool first);
/* Adds what is known of executions that are still to come.  `certain`: they were expected. */
void mrt_correct(struct mrt_correction *correction, const struct mrt_region_state *state, double still, bool certain);

/* ---- revise.c: work is taken back from the side that proves slow ---------------------------------------- */

struct mrt_revised { /* a trial that has ended: where regions ran, and where they were tried */
  enum mrt_arm from, to;
  bool stays;                        /* on the arm that was tried */
  double at;                         /* when it began: seconds after the first execution that was measured */
  double cost, same, excess, lasted; /* as in mrt_revision */
};

/* A model's patience is so many start-ups: opening the device, and building kernels. */
#define MRT_PATIENCE 4
/* Brings into the process what the first execution needs (when the program starts). */
void mrt_touch_revision(void);
/* The arm that all regions follow in place of the model, or -1. */
int mrt_revised_arm(void);
/* What an execution is expected to take on the CPU: by what was measured, or else by the model; INFINITY where
 * nothing is known (no lock held but that of regions). */
double mrt_seconds_on_cpu(const struct mrt_run *run, struct mrt_region_state *state);
/* Whether the region's executions are measured. */
bool mrt_revises(const struct mrt_region_state *state);
/* Marks an execution that is measured, when it is decided where it runs; and what it took, when it has ended (no lock
 * held but that of regions). */
void mrt_revise_enter(struct mrt_run *run, struct mrt_region_state *state, mrt_u64 entered);
void mrt_revise(const struct mrt_run *run, struct mrt_region_state *state, double seconds);
/* Whether the device is waited for behind this execution on it (regions locked). */
bool mrt_revise_waits(const struct mrt_run *run);
/* The thread begins or has ended to run a region on the device. */
void mrt_revise_device(bool begins);
/* Whether regions that are to run on the device run on the CPU for now, as their kernels are being built. */
void mrt_revise_builds(bool so);
/* So much of an execution's time is done once: a part of the start-up. */
void mrt_revise_once(double seconds);
/* Around what makes the host wait for the device, or copies: seconds, or 0 where that is not counted.  It counts for
 * a region (NULL: for none). */
double mrt_wait_begins(void);
void mrt_wait_ends(double start, const struct mrt_region *region);
/* All trials, and an arm in words; revisions locked, or at exit. */
const struct mrt_revised *mrt_all_revised(unsigned *count);
const char *mrt_arm_name(enum mrt_arm arm);

/* ---- history.c: what processes took that did the same ---------------------------------------------------- */

/* Reads what is known of this process's executable, arguments, folder and threads (when the program starts). */
void mrt_history_begin(void);
/* The side that was better for all regions, MRT_CPU or MRT_OPENCL, or -1 where that is not known; the model whose
 * device it was, and the reason in words. */
int mrt_history_says(void);
const char *mrt_history_model(void);
void mrt_history_reason(char *text, size_t size);
/* What the model expects of OpenMP for the whole process, when a region asks: the first time, a record of other work
 * is dropped (decisions locked). */
void mrt_history_asked(double cpu);
/* What the model expects of the whole process on its device, in seconds with the start-up; 0: nothing (decisions
 * locked). */
void mrt_history_expects(const struct mrt_model *model, double opencl);
/* Regions took so long with the device closed or open, and would have taken `elsewhere` on the other arm; negative
 * where nothing is known of that.  `waits`: the model would run them on an open device (revisions locked). */
void mrt_history_add(bool open, bool waits, double seconds, double elsewhere);
/* Keeps what this process took (at exit). */
void mrt_history_end(void);
/* A child of a fork has nothing to keep. */
void mrt_forget_history(void);

/* ---- explore.c: regions near the threshold are measured on either side (decisions locked) --------------- */

/* A score that is nearer to 0 is near the threshold. */
#define MRT_NEAR 0.25
/* Where the region is to run: where it is known to be faster, or where it is to be measured now, or `answer`. `again`
 * becomes true where the next execution must ask again. */
int mrt_explore(const struct mrt_run *run, struct mrt_region_state *state, const double *features, int answer,
                bool *again);
/* Whether this execution is measured (no lock held). */
bool mrt_is_explored(const struct mrt_run *run);
/* It took so long, device work included (no lock held). */
void mrt_explored(const struct mrt_run *run, double seconds);

#endif
