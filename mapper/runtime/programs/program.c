/* program.c: an emitted file's OpenCL program and kernels, built on first use. */
#include "mrt_programs.h"
#include "mrt_memory.h"
#include "mrt_decide.h"
#include "mrt_forms.h"
#include "mrt_process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* On CPUs each work-item of a group runs after the other, so short strides are good for their caches. */

static size_t power_of_two_below(size_t limit) {
  size_t size = 1;
  while (size * 2 <= limit)
    size *= 2;
  return size;
}

static size_t first_group_size(void) {
  size_t wish = mrt_settings()->group_size;
  if (wish == 0)
    wish = mrt_device.summing_group;
  if (wish > mrt_device.processors.limit)
    wish = mrt_device.processors.limit;
  return power_of_two_below(wish < mrt_device.processors.item_limit[0] ? wish : mrt_device.processors.item_limit[0]);
}

/* ---- building -------------------------------------------------------------------------------------------- */

static pthread_mutex_t compiler = PTHREAD_MUTEX_INITIALIZER;

void mrt_compiler_begins(void) { pthread_mutex_lock(&compiler); }

void mrt_compiler_ends(void) { pthread_mutex_unlock(&compiler); }

/* The first line of the build log that reports an error, for the one-line message. */
static void log_line(cl_program program, char *line, size_t line_size) {
  const struct mrt_cl *cl = &mrt_device.cl;
  size_t size = 0;
  line[0] = '\0';
  if (cl->GetProgramBuildInfo(program, mrt_device.id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) != CL_SUCCESS || size < 2)
    return;
  char *log = calloc(size + 1, 1);
  if (log == NULL)
    return;
  if (cl->GetProgramBuildInfo(program, mrt_device.id, CL_PROGRAM_BUILD_LOG, size, log, NULL) == CL_SUCCESS) {
    mrt_trace("build log:\n%s", log);
    const char *found = strstr(log, "error");
    const char *start = found != NULL ? found : log;
    snprintf(line, line_size, ": %.*s", (int)strcspn(start, "\n"), start);
  }
  free(log);
}

static void explain(char *why, const char *what, cl_int error) {
  if (why != NULL)
    mrt_explain(why, MRT_WHY, what, error);
}

static cl_program build_source(const char *const *source, const char *options, char *why) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_uint pieces = 0;
  while (source[pieces] != NULL)
    pieces++;
  const char **texts = malloc((pieces + 1u) * sizeof *texts);
  if (texts == NULL) {
    explain(why, "building the kernels failed", CL_OUT_OF_HOST_MEMORY);
    return NULL;
  }
  memcpy(texts, source, pieces * sizeof *texts);
  cl_int error = CL_SUCCESS;
  cl_program program = cl->CreateProgramWithSource(mrt_device.context, pieces, texts, NULL, &error);
  free(texts);
  if (program == NULL || error != CL_SUCCESS) {
    explain(why, "creating the OpenCL program failed", error);
    return NULL;
  }
  error = cl->BuildProgram(program, 1, &mrt_device.id, options, NULL, NULL);
  if (error != CL_SUCCESS) {
    char line[160], what[224];
    log_line(program, line, sizeof line);
    snprintf(what, sizeof what, "building the kernels failed%s", line);
    explain(why, what, error);
    cl->ReleaseProgram(program);
    return NULL;
  }
  return program;
}

cl_program mrt_load_or_build(const char *const *source, const char *options, char *why, bool *fresh) {
  cl_program built = mrt_cache_load(source, options);
  *fresh = built == NULL;
  if (*fresh) {
    mrt_compiler_begins();
    built = build_source(source, options, why);
    mrt_compiler_ends();
  }
  return built;
}

/* The same with all that goes with it on the program's own thread; `build` has the options.  A text that `stays` as
 * long as the process may be stored in the cache by another thread. */
static bool build_now(const char *const *source, struct mrt_build *build, char *why, bool stays) {
  struct mrt_guard *guard = mrt_guard_begin();
  bool fresh;
  build->program = mrt_load_or_build(source, build->options, why, &fresh);
  if (build->program != NULL && fresh && stays)
    mrt_store_ahead(source, build);
  else if (build->program != NULL && fresh)
    mrt_cache_store(build->program, source, build->options);
  mrt_guard_end(guard);
  mrt_at_exit();
  return build->program != NULL;
}

cl_program mrt_build_program(const char *const *source, const char *id) {
  struct mrt_build build = {.options = "-cl-std=CL1.2 -w"};
  char why[MRT_WHY];
  if (build_now(source, &build, why, true))
    return build.program;
  mrt_device_failed_because(id, why);
  return NULL;
}

static void plan(struct mrt_build *build, size_t group_size) {
  char nvidia[32] = "";
  *build = (struct mrt_build){.group_size = group_size, .layouts = mrt_device.layouts};
  if (mrt_device.nvidia > 0)
    snprintf(nvidia, sizeof nvidia, " -DMRT_NVIDIA=%u", mrt_device.nvidia);
  snprintf(build->options, sizeof build->options,
           "-cl-std=CL1.2 -w %s-DMRT_GROUP_SIZE=%zu -DMRT_LANES=%u -DMRT_LAYOUT=%d -DMRT_WIDE=%d%s",
           mrt_device.rounds_divisions ? "-cl-fp32-correctly-rounded-divide-sqrt " : "", group_size, mrt_device.lanes,
           build->layouts, mrt_device.wide, nvidia);
}

static void adopt(struct mrt_program_state *state, const struct mrt_build *build) {
  if (state->program != NULL) {
    mrt_ahead_wait_all(); /* it may be being stored */
    mrt_device.cl.ReleaseProgram(state->program);
  }
  state->program = build->program;
  state->layouts = build->layouts;
  state->group_size = build->group_size;
  state->generation++;
}

cl_program mrt_build_alone(const char *const *source, size_t group_size, char *why) {
  struct mrt_build now;
  plan(&now, group_size);
  build_now(source, &now, why, false);
  return now.program;
}

/* Builds a file's kernels; where they can't be built together, each will be when it is needed. */
static void build(struct mrt_program *program, size_t group_size, const char *id) {
  struct mrt_build now;
  char why[MRT_WHY];
  plan(&now, group_size);
  double start = mrt_now();
  if (!program->state->apart && build_now(program->source, &now, why, true)) {
    adopt(program->state, &now);
    mrt_trace("%s: kernels of %s built in %.1f ms", id, program->name, (mrt_now() - start) * 1e3);
    return;
  }
  if (!program->state->apart && mrt_settings()->info > 0)
    mrt_say("%s: %s; each kernel is built by itself", program->name, why);
  now.program = NULL;
  adopt(program->state, &now);
  program->state->apart = true;
}

/* ---- programs -------------------------------------------------------------------------------------------- */

/* Why the device can't run a program, or NULL. */
static const char *missing_ability(const struct mrt_program *program) {
  if ((program->needs & MRT_NEEDS_FP64) && !mrt_device.fp64)
    return "the device has no double precision (fp64)";
  if ((program->needs & MRT_NEEDS_INT64_ATOMICS) && !mrt_device.int64_atomics)
    return "the device has no 64-bit atomic operations";
  return NULL;
}

static void register_statics(const struct mrt_static *statics, const struct mrt_static *end) {
  mrt_lock_memory();
  for (; statics != end && statics->address != NULL; statics++) {
    uintptr_t base = (uintptr_t)statics->address;
    /* An array that several files use is listed by each; the first that knows it wins. */
    if (statics->bytes > 0 && mrt_segment_in(base, base + statics->bytes) == NULL)
      mrt_segment_add(base, statics->bytes, SEGMENT_STATIC);
  }
  mrt_unlock_memory();
}

/* What MRT_KNOWN puts into a section of its own: static arrays of functions.  The linker names its ends. */
extern const struct mrt_static first_known[] __asm__("__start___mrt_known")
    __attribute__((weak, visibility("hidden")));
extern const struct mrt_static end_of_known[] __asm__("__stop___mrt_known")
    __attribute__((weak, visibility("hidden")));

/* The static arrays of all files: pointers may lead from one file's loops into another's arrays. */
static void register_all_statics(void) {
  for (struct mrt_statics *file = mrt_take_statics(); file != NULL; file = file->next)
    register_statics(file->arrays, NULL);
  for (struct mrt_program *program = mrt_all_programs(); program != NULL; program = program->next)
    if (program->abi == MRT_ABI)
      register_statics(program->statics, NULL);
  register_statics(first_known, end_of_known);
}

void mrt_know_statics(void) {
  static int known;
  if (__atomic_load_n(&known, __ATOMIC_RELAXED) == 0 && __atomic_exchange_n(&known, 1, __ATOMIC_RELAXED) == 0)
    register_all_statics();
}

/* The program's state, made on first use; NULL without memory. */
static struct mrt_program_state *state_of(struct mrt_program *program) {
  if (program->state == NULL)
    __atomic_store_n(&program->state, calloc(1, sizeof *program->state), __ATOMIC_RELEASE);
  return program->state;
}

void mrt_prefetch_program(struct mrt_program *program) {
  struct mrt_build now;
  if (missing_ability(program) != NULL || program->source[0] == NULL || state_of(program) == NULL)
    return;
  plan(&now, first_group_size());
  now.program = mrt_cache_load(program->source, now.options);
  if (now.program != NULL) {
    adopt(program->state, &now);
    return;
  }
  /* What a process may do without, it must be able to give up. */
  now.alone = mrt_settings()->revise && mrt_device.gpu && program->kernels != NULL;
  mrt_build_ahead(program, &now);
}

/* Sees to it that the program is built: now, if it has to be. */
static void complete(struct mrt_program *program, const char *id) {
  struct mrt_program_state *state = program->state;
  struct mrt_build ahead;
  if (program->source[0] == NULL) /* all kernels of the file's regions are in other files */
    return;
  if (mrt_ahead_has(program) && mrt_ahead_take(program, &ahead)) {
    adopt(state, &ahead);
    state->apart = ahead.alone;
    mrt_trace("%s: kernels of %s were built beside the program", id, program->name);
  }
  if ((state->program == NULL && !state->apart) || state->layouts != mrt_device.layouts)
    build(program, state->group_size != 0 ? state->group_size : first_group_size(), id);
}

bool mrt_prepare_program(struct mrt_program *program, const char *id) {
  struct mrt_program_state *state = state_of(program);
  if (state == NULL) {
    mrt_device_failed(id, "building the kernels failed", CL_OUT_OF_HOST_MEMORY);
    return false;
  }
  if (state->unusable)
    return false;
  const char *missing = missing_ability(program);
  if (missing != NULL) {
    static const char *told; /* the regions of other files miss the same */
    mrt_fall_back(id, missing);
    if (told != missing)
      mrt_say("%s: %s; continuing on the CPU with OpenMP", id, missing);
    told = missing;
    __atomic_store_n(&state->unusable, true, __ATOMIC_RELAXED);
    return false;
  }
  if (!mrt_ahead_has(program))
    complete(program, id);
  if (!state->statics_known) {
    register_statics(program->statics, NULL);
    register_all_statics();
    state->statics_known = true;
  }
  return true;
}

/* ---- kernels --------------------------------------------------------------------------------------------- */

static void release_kernels(struct mrt_kernel_state *state) {
  mrt_forget_schedules(state);
  if (state->main != NULL)
    mrt_device.cl.ReleaseKernel(state->main);
  if (state->batch != NULL)
    mrt_device.cl.ReleaseKernel(state->batch);
  state->main = state->batch = NULL;
  mrt_forget_arguments(state);
  if (state->partials != NULL) /* smaller groups leave more of them */
    mrt_release_buffer(state->partials);
  free(state->host_partials);
  state->partials = NULL;
  state->host_partials = NULL;
}

struct mrt_program *mrt_kernel_program(const struct mrt_kernel *kernel, const struct mrt_run *run) {
  return kernel->program != NULL ? kernel->program : run->region->program;
}

cl_kernel mrt_create_kernel(const struct mrt_kernel *kernel, const struct mrt_program *program, const char *name,
                            size_t *limit) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_int error = CL_SUCCESS;
  cl_program built = mrt_program_of(kernel, program);
  if (built == NULL)
    return NULL;
  cl_kernel made = cl->CreateKernel(built, name, &error);
  if (made == NULL || error != CL_SUCCESS) {
    mrt_device_failed(kernel->id, "creating a kernel failed", error);
    return NULL;
  }
  size_t size = 0;
  error = cl->GetKernelWorkGroupInfo(made, mrt_device.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL);
  if (error != CL_SUCCESS || size == 0) {
    mrt_device_failed(kernel->id, "asking for a kernel's work-group size failed", error);
    cl->ReleaseKernel(made);
    return NULL;
  }
  if (size < *limit)
    *limit = size;
  return made;
}

static bool create_kernels(struct mrt_kernel_state *state, const struct mrt_program *program) {
  const struct mrt_kernel *kernel = state->kernel;
  state->limit = mrt_device.processors.limit;
  state->main =
      mrt_create_kernel(kernel, program, state->plain != NULL ? kernel->relaid : kernel->name, &state->limit);
  if (state->main == NULL || mrt_device.cl.GetKernelWorkGroupInfo(
                                 state->main, mrt_device.id, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                 sizeof state->width, &state->width, NULL) != CL_SUCCESS)
    state->width = 0;
  return state->main != NULL;
}

/* What MAPPER_FORCE says of a kernel's loops: none of them may run on the device that is to run on the CPU. */
static int forced(const struct mrt_kernel *kernel) {
  int answer = mrt_forced(mrt_settings(), kernel->id);
  for (const char *const *id = kernel->others; id != NULL && *id != NULL && answer != MRT_CPU; id++) {
    int other = mrt_forced(mrt_settings(), *id);
    answer = other >= 0 ? other : answer;
  }
  return answer;
}

static struct mrt_kernel_state *new_state(struct mrt_kernel *kernel, const struct mrt_run *run) {
  struct mrt_kernel_state *state = calloc(1, sizeof *state);
  if (state == NULL)
    return NULL;
  state->kernel = kernel;
  state->forced = forced(kernel);
  mrt_stats_lock();
  struct mrt_kernel_state **last = &(kernel->region != NULL ? kernel->region : run->region)->state->kernels;
  while (*last != NULL)
    last = &(*last)->next;
  *last = state;
  mrt_stats_unlock();
  return state;
}

/* Makes the state's OpenCL objects; NULL after a failure. */
static struct mrt_kernel_state *make_ready(struct mrt_kernel_state *state, struct mrt_program *program) {
  const struct mrt_kernel *kernel = state->kernel;
  while (state->main == NULL || state->generation != program->state->generation) {
    release_kernels(state);
    if (!create_kernels(state, program))
      return NULL;
    state->generation = program->state->generation;
    /* Reductions need groups of MRT_GROUP_SIZE: where the kernel can't have them, build with smaller ones. */
    if (kernel->reductions > 0 && state->limit < program->state->group_size)
      build(program, power_of_two_below(state->limit), kernel->id);
  }
  return state;
}

struct mrt_kernel_state *mrt_kernel_state(struct mrt_kernel *kernel, const struct mrt_run *run) {
  if (kernel->state == NULL)
    kernel->state = new_state(kernel, run);
  if (kernel->state == NULL)
    mrt_device_failed(kernel->id, "creating a kernel failed", CL_OUT_OF_HOST_MEMORY);
  return kernel->state;
}

bool mrt_prepare_kernel(struct mrt_kernel_state *state, const struct mrt_run *run) {
  struct mrt_program *program = mrt_kernel_program(state->kernel, run);
  complete(program, state->kernel->id);
  return make_ready(state, program) != NULL;
}

struct mrt_kernel_state *mrt_prepare_version(struct mrt_kernel_state *plain, const struct mrt_run *run) {
  if (plain->relaid == NULL)
    plain->relaid = calloc(1, sizeof *plain->relaid);
  if (plain->relaid == NULL)
    return NULL;
  plain->relaid->kernel = plain->kernel;
  plain->relaid->plain = plain;
  return make_ready(plain->relaid, mrt_kernel_program(plain->kernel, run));
}
