/* promises_revision.c: promises about work that is taken back from the side that proves slow. */
#include "promises.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

static double says_opencl(const double *features, char *path, mrt_size size) {
  (void)features;
  (void)path;
  (void)size;
  return 1;
}

static double says_cpu(const double *features, char *path, mrt_size size) {
  (void)features;
  (void)path;
  (void)size;
  return -1;
}

static void wait_for(long milliseconds) {
  struct timespec pause = {0, milliseconds * 1000000};
  nanosleep(&pause, NULL);
}

enum { SLOW = 20 }; /* milliseconds: what a busy machine takes for a launch of few elements is less */

/* Adds b to a, where it takes so many milliseconds more on either side. */
static int add_slowly(double *a, double *b, long cpu, long opencl) {
  struct mrt_run own;
  double k = 1, size = 1000;
  mrt_u64 n = N;
  struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, a, 0, 0, "a", "d", NULL, NULL},
                           {MRT_ARG_BUFFER, MRT_READ, b, 0, 0, "b", NULL, NULL, NULL},
                           {MRT_ARG_VALUE, 0, &k, sizeof k, 0, "k", NULL, NULL, NULL}};
  mrt_enter(&own, &region, &size, NULL);
  int done = own.device && mrt_begin(&own) && mrt_launch(&own, &add, &n, args, 3);
  if (!done) {
    MRT_HOST(a, MRT_READ | MRT_WRITE);
    MRT_HOST(b, MRT_READ);
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  }
  if ((done ? opencl : cpu) > 0)
    wait_for(done ? opencl : cpu);
  mrt_leave(&own);
  return done;
}

/* Whether all executions are on one side at last, because a trial has shown that it is faster. */
static int stays_at(enum mrt_arm arm) {
  unsigned count;
  const struct mrt_revised *all = mrt_all_revised(&count);
  for (unsigned i = 0; i < count; i++)
    if (all[i].to == arm && all[i].stays)
      return 1;
  return 0;
}

/* Executes until work has been taken to a side; the results are right wherever the executions ran. */
static void until_taken_to(enum mrt_arm arm, long cpu, long opencl) {
  double *a = new_array(N, 0), *b = new_array(N, 1);
  int executions = 0;
  const int most = 20000; /* a trial takes half as much work as led to it, and a busy machine builds kernels slowly */
  for (; executions < most && !stays_at(arm); executions++)
    add_slowly(a, b, cpu, opencl);
  CHECK(executions > 1 && executions < most);
  CHECK(MRT_ACTIVE == 0 || arm == ARM_OPENCL); /* on the CPU the host has nothing to announce any more */
  CHECK(add_slowly(a, b, cpu, opencl) == (arm == ARM_OPENCL));
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == executions + 1 && a[N - 1] == executions + 1);
  mrt_free(a);
  mrt_free(b);
}

/* A model that always says OpenCL is overruled where OpenCL is slow, and one that always says CPU where the CPU is.
 */
static void taken_to_cpu(void) {
  models[0].score = says_opencl;
  until_taken_to(ARM_CPU, 0, SLOW);
}

static void taken_to_opencl(void) {
  models[0].score = says_cpu;
  until_taken_to(ARM_OPENCL, SLOW, 0);
}

/* Nothing is taken anywhere where the user has said so.  Prints where the executions ran. */
static void not_taken(void) {
  double *a = new_array(N, 0), *b = new_array(N, 1);
  models[0].score = says_opencl;
  models[0].facts.patience = 0.01;
  int there = 0;
  for (int i = 0; i < 60; i++)
    there += add_slowly(a, b, 0, 2);
  unsigned count;
  mrt_all_revised(&count);
  CHECK(count == 0);
  printf("%d\n", there);
  mrt_free(a);
  mrt_free(b);
}

/* The model says CPU, and there is no device: that is all the same to the program. */
static void tried_in_vain(void) {
  double *a = new_array(N, 0), *b = new_array(N, 1);
  models[0].score = says_cpu;
  models[0].facts.patience = 0.01;
  for (int i = 0; i < 60; i++)
    CHECK(!add_slowly(a, b, 2, 0));
  CHECK(mrt_device_is_lost() && a[0] == 60);
  mrt_free(a);
  mrt_free(b);
}

/* The file's kernels, which may be built one by one. */
static struct mrt_kernel *const list[] = {&add, &number, &total, NULL};
static struct mrt_region *const regions[] = {&region, NULL};

static void many(double *calls, double *raw) {
  calls[0] = 100000;
  raw[0] = N;
}

/* The region is executed often, and the model is patient for so many seconds. */
static void repeats(double (*score)(const double *, char *, mrt_size), double patience) {
  models[0].score = score;
  models[0].facts.patience = patience;
  program.kernels = list;
  program.regions = regions;
  program.expect = many;
}

/* Work that repeats does not wait for kernels any longer than the CPU takes for it, or than the model's patience
 * where that is not known; it goes to the device when they are built. */
static void built_meanwhile(void) {
  double *a = new_array(N, 0), *b = new_array(N, 1);
  repeats(says_opencl, 0.05);
  int executions = 1, there = 0;
  CHECK(!add_slowly(a, b, 1, 0));
  for (; executions < 60000 && !there; executions++)
    there = add_slowly(a, b, 1, 0);
  CHECK(there);
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == executions && a[N - 1] == executions);
  mrt_free(a);
  mrt_free(b);
}

static void once(double *calls, double *raw) {
  calls[0] = 1;
  raw[0] = N;
}

static void says_briefly(const double *features, double *seconds) {
  seconds[MRT_CPU] = 1e-4 + 0 * features[0];
  seconds[MRT_OPENCL] = 1e-5;
}

static void says_long(const double *features, double *seconds) {
  seconds[MRT_CPU] = 1000 + 0 * features[0];
  seconds[MRT_OPENCL] = 1e-5;
}

/* Work that is done once waits for its own kernel, which is built before others. */
static void own_kernel_first(void) {
  static struct mrt_kernel *const last[] = {&number, &total, &grid2, &grid3, &inner, &flip, &gather, &add, NULL};
  static const char *const own[] = {"main_add", NULL};
  double *a = new_array(N, 0), *b = new_array(N, 1);
  repeats(says_opencl, 0.05);
  models[0].seconds = says_long;
  program.kernels = last;
  program.expect = once;
  region.loops = own;
  CHECK(add_slowly(a, b, 0, 0));
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 1 && a[N - 1] == 1);
  mrt_free(a);
  mrt_free(b);
}

/* Work that the CPU does faster than its kernel is built does not wait, however patient the model is. */
static void done_before_built(void) {
  double *a = new_array(N, 0), *b = new_array(N, 1);
  repeats(says_opencl, 1000);
  models[0].seconds = says_briefly;
  program.expect = once;
  CHECK(!add_slowly(a, b, 0, 0));
  CHECK(a[0] == 1 && a[N - 1] == 1);
  mrt_free(a);
  mrt_free(b);
}

static void inner_regions(struct mrt_region *inner) {
#pragma omp parallel num_threads(8)
  {
    struct mrt_run own;
    double size = 1000;
    mrt_enter(&own, inner, &size, NULL);
    CHECK(!own.device);
    wait_for(50);
    mrt_leave(&own);
  }
}

/* What the threads of a team do in regions is not counted beside the region around it, so nothing waits for it. */
static void teams_count_once(void) {
  static struct mrt_region inner = {.id = "main_3"};
  static struct mrt_region *const both[] = {&region, &inner, NULL};
  double *a = new_array(N, 0), *b = new_array(N, 1);
  repeats(says_opencl, 0.05);
  inner.program = &program;
  inner.loops = region.loops;
  program.regions = both;
  for (int i = 0; i < 4; i++) {
    struct mrt_run own;
    double size = 1000;
    mrt_enter(&own, &region, &size, NULL);
    CHECK(!own.device || !mrt_begin(&own));
    inner_regions(&inner);
    mrt_leave(&own);
  }
  mrt_free(a);
  mrt_free(b);
}

/* A process ends without the kernels that it has not needed yet. */
static void given_up(void) {
  double *a = new_array(N, 0), *b = new_array(N, 1);
  repeats(says_opencl, 0.05);
  for (int i = 0; i < 3; i++)
    CHECK(!add_slowly(a, b, SLOW, 0));
  CHECK(a[0] == 3);
  mrt_free(a);
  mrt_free(b);
}

/* Regions go on on the CPU while kernels are built for a trial of the device. */
static void tried_when_built(void) {
  repeats(says_cpu, 0.05);
  until_taken_to(ARM_OPENCL, SLOW, 0);
}

static void twice(double *calls, double *raw) {
  calls[0] = 2;
  raw[0] = N;
}

static void expects_little(const double *features, double *seconds) {
  const char *much = getenv("EXPECTS");
  seconds[MRT_CPU] = (much != NULL ? atof(much) : 0.01) + 0 * features[0];
  seconds[MRT_OPENCL] = 0.1;
}

/* As emitted files do, before the library's own constructors, for the promises that depend on it. */
__attribute__((constructor(200))) static void register_program(void) {
  if (getenv("REGISTERED") != NULL)
    mrt_register(&program);
}

/* For regions alone the device is better, but it does not pay to open it. */
static double says_closed(const double *features, char *path, mrt_size size) {
  (void)path;
  (void)size;
  return features[4] > 0 ? -1 : 1;
}

/* The model says that the device is not to be opened, where an execution takes 200 ms; on the device it takes as many
 * as the variable SLOWLY says.  With NEVER the CPU is better for regions, too.  Prints where the executions ran.  With the variable LEAVES the process ends at once;
 * with FORKS a child comes first, which has no device where one is being opened. */
static void repeated(void) {
  double *a = new_array(N, 0), *b = new_array(N, 1);
  const char *slowly = getenv("SLOWLY");
  repeats(getenv("NEVER") != NULL ? says_cpu : says_closed, 0.7);
  models[0].seconds = expects_little;
  program.expect = twice;
  if (getenv("LEAVES") != NULL)
    return;
  if (getenv("FORKS") != NULL) {
    pid_t child = fork();
    if (child == 0) {
      CHECK(!add_slowly(a, b, 0, 0) && a[N - 1] == 1);
      _exit(0);
    }
    check_end(child);
  }
  for (int i = 0; i < 2; i++)
    printf("%d", add_slowly(a, b, 200, slowly != NULL ? atol(slowly) : 0));
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 2 && a[N - 1] == 2);
  mrt_free(a);
  mrt_free(b);
}

static int opens; /* the model is for opening the device, and for the region once it is open */

static double says_later(const double *features, char *path, mrt_size size) {
  (void)features;
  (void)path;
  (void)size;
  return opens ? 1 : -1;
}

static void a_hundred(double *calls, double *raw) {
  calls[0] = 100;
  raw[0] = N;
}

/* 10 ms for each execution on the CPU, 2 on the device, and 50 for opening it. */
static void expects_much(const double *features, double *seconds) {
  seconds[MRT_CPU] = 0.01 * features[1];
  seconds[MRT_OPENCL] = 0.002 * features[1] + 0.05 * features[4];
}

/* The model first wants the CPU, then the device.  An execution takes as many milliseconds on the CPU as the variable
 * CPU says.  Prints the answer of the question about the program. */
static void paced(void) {
  double *a = new_array(N, 0), *b = new_array(N, 1);
  repeats(says_later, 1000);
  models[0].seconds = expects_much;
  program.expect = a_hundred;
  for (int i = 0; i < 100; i++) {
    if (i == 30) {
      opens = 1;
      mrt_residency_changed(); /* it is asked anew */
    }
    add_slowly(a, b, atol(getenv("CPU")), 0);
  }
  printf("%s\n", mrt_program_answer());
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 100 && a[N - 1] == 100);
  mrt_free(a);
  mrt_free(b);
}

/* So many milliseconds for each execution on the CPU as the variable EXPECTS says, a fifth of that on the device, and
 * 50 for opening it. */
static void expects_told(const double *features, double *seconds) {
  seconds[MRT_CPU] = atof(getenv("EXPECTS")) / 1000 * features[1];
  seconds[MRT_OPENCL] = seconds[MRT_CPU] / 5 + 0.05 * features[4];
}

/* A hundred executions, which take as many milliseconds on the CPU as the variable CPU says, and the second one as
 * many as SECOND.  Prints how many had ended when the device was opened, and the answer about the program. */
static void corrected(void) {
  double *a = new_array(N, 0), *b = new_array(N, 1);
  int closed = 0;
  repeats(getenv("OPENS") != NULL ? says_opencl : says_closed, 0.8);
  models[0].seconds = expects_told;
  program.expect = a_hundred;
  for (int i = 0; i < 100; i++) {
    add_slowly(a, b, atol(getenv(i == 1 ? "SECOND" : "CPU")), 0);
    closed += !mrt_is_opened();
  }
  printf("%d %s\n", closed, mrt_program_answer());
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 100 && a[N - 1] == 100);
  mrt_free(a);
  mrt_free(b);
}

static int forking; /* children are made meanwhile */

static void *add_much(void *argument) {
  double *a = new_array(N, 0), *b = new_array(N, 1);
  int rounds = 0;
  for (; rounds < 400 || __atomic_load_n(&forking, __ATOMIC_RELAXED); rounds++) {
    add_slowly(a, b, rounds % 50 == 0, rounds % 37 == 0);
    if (rounds % 5 == 0)
      MRT_HOST(a, MRT_READ);
  }
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == rounds && a[N - 1] == rounds);
  mrt_free(a);
  mrt_free(b);
  return argument;
}

/* Threads are taken to and fro, and their results are right; so are those of children. */
static void taken_threads(void) {
  pthread_t others[3];
  models[0].score = says_opencl;
  models[0].facts.patience = 0.01;
  forking = 1;
  for (int i = 0; i < 3; i++)
    CHECK(pthread_create(&others[i], NULL, add_much, NULL) == 0);
  for (int i = 0; i < 10; i++) {
    wait_for(10);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      alarm(300); /* a lock that nobody gives back */
      __atomic_store_n(&forking, 0, __ATOMIC_RELAXED);
      add_much(NULL);
      _exit(0);
    }
    check_end(child);
  }
  __atomic_store_n(&forking, 0, __ATOMIC_RELAXED);
  for (int i = 0; i < 3; i++)
    pthread_join(others[i], NULL);
  unsigned count;
  mrt_all_revised(&count);
  CHECK(count > 0);
}

/* What small executions take says what large ones take only as far as it grows with their work; sizes far apart are
 * not taken for one. */
static void expected(void) {
  struct mrt_revision rule = {0};
  static struct mrt_pace pace;
  mrt_revision_begin(&rule, ARM_OPENCL, 1);
  CHECK(mrt_expected(&pace, ARM_OPENCL, 64) < 0);
  for (int round = 0; round < 3; round++)
    for (double work = 64; work < 1e5; work *= 8) /* a table of rows costs the same however long these are */
      mrt_revision_add(&rule, &pace, work, 0.02 + 1e-9 * work, 1, false);
  double large = mrt_expected(&pace, ARM_OPENCL, 0x1p24);
  CHECK(large > 0.02 && large < 0.05);
  CHECK(mrt_expected(&pace, ARM_CPU, 64) < 0);
  mrt_revision_add(&rule, &pace, 0x1p24, 0.04, 1, false);
  CHECK(fabs(mrt_expected(&pace, ARM_OPENCL, 0x1p24) - 0.04) < 1e-6);
  CHECK(fabs(mrt_expected(&pace, ARM_OPENCL, 64) - 0.02) < 1e-3);
}

/* What a region's first execution copies begins no trial if it is to be executed again: the second one shows what it
 * costs.  Otherwise all that it took counts. */
static void copied_once(void) {
  for (int again = 0; again < 2; again++) {
    struct mrt_revision rule = {0};
    struct mrt_pace pace = {0};
    mrt_revision_begin(&rule, ARM_OPENCL, 1);
    rule.other = ARM_CPU;
    mrt_revision_add(&rule, &pace, 64, 5, 1, again);
    CHECK(mrt_revision_is_due(&rule, INFINITY) == !again);
    mrt_revision_add(&rule, &pace, 64, 0.1, 1, true);
    CHECK(fabs(rule.spent - (again ? 0.2 : 5.1)) < 1e-9);
    mrt_revision_add(&rule, &pace, 64, 0.1, 9, true);
    CHECK(fabs(rule.spent - (again ? 0.3 : 5.2)) < 1e-9);
  }
}

const struct promise revision_promises[] = {
    {"expected", expected},
    {"copied_once", copied_once},
    {"taken_to_cpu", taken_to_cpu},
    {"taken_to_opencl", taken_to_opencl},
    {"paced", paced},
    {"corrected", corrected},
    {"not_taken", not_taken},
    {"tried_in_vain", tried_in_vain},
    {"built_meanwhile", built_meanwhile},
    {"own_kernel_first", own_kernel_first},
    {"done_before_built", done_before_built},
    {"teams_count_once", teams_count_once},
    {"given_up", given_up},
    {"tried_when_built", tried_when_built},
    {"repeated", repeated},
    {"taken_threads", taken_threads},
    {NULL, NULL},
};
