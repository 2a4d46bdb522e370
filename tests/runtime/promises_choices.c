/* promises_choices.c: promises about decisions: where regions run. */
#include "promises.h"

#include <time.h>

static void *decide_much(void *argument) {
  for (int round = 0; round < 2000; round++) {
    double mine = round % 3 == 0 ? 5 : round % 17; /* equal and other features than the other threads' */
    struct mrt_run own;
    mrt_enter(&own, &region, &mine, NULL);
    CHECK(own.device == (mine > 10));
    mrt_leave(&own);
    char *small = mrt_malloc((mrt_size)round % 300 + 1), *large = mrt_malloc(20000);
    MRT_HOST(large, MRT_READ);
    mrt_free(small);
    mrt_free(large);
  }
  return argument;
}

static void deciding_threads(void) {
  pthread_t others[4];
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&others[i], NULL, decide_much, NULL) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(others[i], NULL);
}

/* MAPPER_DEVICE=auto: the model decides, once for equal features: first whether to open the device at all, and as
 * long as it is not open also whether the region would run there. */
static void decisions(void) {
  static const double values[] = {5, 5, 50, 50, 5, 10, 11};
  static const int answers[] = {0, 0, 1, 1, 0, 0, 1};
  static const int walks[] = {2, 2, 4, 4, 5, 6, 7};
  for (int i = 0; i < 7; i++) {
    mrt_enter(&run, &region, &values[i], NULL);
    CHECK(run.device == answers[i] && asked == walks[i]);
    mrt_leave(&run);
  }
}

static double score_open_only(const double *features, char *path, mrt_size size) {
  (void)path;
  (void)size;
  return features[region.program->raw_features + 3] != 0 ? -1 : 1; /* against opening the device, for it once open */
}

static double score_as_told(const double *features, char *path, mrt_size size) {
  (void)path;
  (void)size;
  return features[region.program->raw_features + 3] != 0 ? 1 : features[0] - 1; /* for opening the device */
}

/* An answer stays where the score for the other one is not clear. */
static void hysteresis(void) {
  static const double values[] = {1.5, 0.95, 1.02, 0.8, 1.05, 0.99, 1.2, 0.91};
  static const int answers[] = {1, 1, 1, 0, 0, 0, 1, 1};
  models[0].score = score_as_told;
  for (int i = 0; i < 8; i++) {
    mrt_enter(&run, &region, &values[i], NULL);
    CHECK(run.device == answers[i]);
    mrt_leave(&run);
  }
}

/* Whether a region that waits is sent to the device within so many executions, each of so many milliseconds at least. */
static int opens(double expected, int executions, long milliseconds) {
  static double size = 1;
  region.program->expect = NULL;
  for (int i = 0; i < executions; i++) {
    mrt_enter(&run, &region, &size, NULL);
    region.state->expected = expected;
    int where = run.device;
    struct timespec pause = {0, milliseconds * 1000000};
    if (!where)
      nanosleep(&pause, NULL);
    mrt_leave(&run);
    if (where)
      return 1;
  }
  return 0;
}

/* Waiting opens the device, unless the end is expected before that pays. */
static void waiting(void) {
  models[0].score = score_open_only;
  models[0].facts.patience = 0.3; /* long beside what a busy machine takes from a process at once */
  CHECK(!opens(30, 28, 0));
  CHECK(!opens(30, 1, 375)); /* one is left */
  CHECK(opens(1000, 60, 15));
}

/* Waiting opens the device where more executions come than were expected, too. */
static void surprised(void) {
  models[0].score = score_open_only;
  models[0].facts.patience = 0.02;
  CHECK(opens(10, 60, 1));
}

static double little_gain(const double *features, char *path, mrt_size size) {
  (void)features, (void)path, (void)size;
  return 0.4;
}

/* Where little is expected of the device, regions wait as long as opening it takes, a quarter of a model's patience. */
static void hesitating(void) {
  models[0].score = little_gain;
  models[0].facts.patience = 0.6;
  CHECK(!opens(1000, 1, 0));
  CHECK(opens(1000, 30, 15)); /* 0.45 s */
}

/* An execution that was waited for ran on the CPU: it is no reason to leave the device that it has opened. */
static void waiting_long(void) {
  models[0].score = little_gain;
  models[0].facts.granularity = MRT_BY_PROGRAM;
  models[0].facts.patience = 1.2;
  CHECK(opens(1000, 2, 450));
}

static void expects(const double *features, double *seconds) {
  seconds[0] = features[0];
  seconds[1] = 1e-6;
}

/* The model has prices, and asks for the program.  The region's loop runs in strips as it says. */
static void expecting(double (*score)(const double *, char *, mrt_size), double patience, int strips) {
  models[0].score = score;
  models[0].seconds = expects;
  models[0].facts.granularity = MRT_BY_PROGRAM;
  models[0].facts.patience = patience;
  region.program->expect = NULL;
  region.strips = strips;
}

/* This loop can't be broken off: where it is expected to take longer than the waiting, it is not waited for. */
static void not_waiting(void) {
  expecting(little_gain, 1.2, MRT_IN_ONE);
  double brief = 0.2, lengthy = 0.4;
  mrt_enter(&run, &region, &brief, NULL);
  CHECK(!run.device);
  mrt_leave(&run);
  mrt_enter(&run, &region, &lengthy, NULL);
  CHECK(run.device);
  mrt_leave(&run);
}

static double large_gain_in_all(const double *features, char *path, mrt_size size) {
  (void)features, (void)path, (void)size;
  return 3;
}

/* A loop that can be broken off: strips are as long as is expected, and each is twice as long as the one before it.
 * The device is opened for the rest where a strip took long, and for the next execution where none did. */
static void strips(void) {
  static double seconds = 80;
  const mrt_u64 count = 1 << 20;
  expecting(large_gain_in_all, 40, MRT_UNCERTAIN); /* a start-up of 10 s */
  mrt_region_state(&region)->expected = 1; /* execution */
  mrt_enter(&run, &region, &seconds, NULL);
  CHECK(!run.device && run.strips); /* though much is expected of the device */
  mrt_strips(&run, count);
  CHECK(run.from == 0 && run.to == count / 64 && run.count == count);
  for (mrt_u64 end = 3 * (count / 64); run.to < count; end = 2 * end + count / 64) {
    mrt_u64 before = run.to;
    CHECK(mrt_next_strip(&run) && !run.device && run.from == before && (run.to == end || run.to == count));
  }
  mrt_leave(&run);
  mrt_enter(&run, &region, &seconds, NULL);
  CHECK(!run.strips);
  mrt_leave(&run);
}

static void broken_off(void) {
  static double seconds = 0.01;
  struct timespec pause = {0, 40000000};
  expecting(score_open_only, 0.4, MRT_UNCERTAIN); /* at first nothing is expected of the device */
  mrt_enter(&run, &region, &seconds, NULL);
  CHECK(!run.device && run.strips);
  mrt_strips(&run, 1600000);
  CHECK(run.to == 100000);
  nanosleep(&pause, NULL); /* the rest takes .6 s */
  CHECK(mrt_next_strip(&run) && run.device && run.from == 100000);
  CHECK(region.state->on_cpu > 0.1); /* so long the next one waits for kernels, */
  run.device = run.rest = MRT_CPU;
  nanosleep(&pause, NULL);
  CHECK(mrt_next_strip(&run) && run.device && run.from == 300000);
  CHECK(region.state->on_cpu < 1e-6); /* and only once */
  mrt_rest(&run);
  CHECK(run.from == 0 && run.to == run.count);
  mrt_leave(&run);
}

static double total_asked, most_asked;

static double score_of_total(const double *features, char *path, mrt_size size) {
  (void)path, (void)size;
  if (total_asked < 0) { /* the first question, which is about the program */
    total_asked = features[0];
    most_asked = features[1];
  }
  return -1;
}

/* A region whose executions differ, as those of a multigrid's levels do, goes on as they were in the mean. */
static void mean_of_past(void) {
  static const double sizes[][3] = {{100, 5, 7}, {1, 9, 1}, {1, 9, 1}, {4, 2, 2}, {2, 1, 1}}, totals[] = {800, 1 + 6 * 50.5, -1, 4 + 4 * 26.5, 2 + 3 * 21.6};
  models[0].score = score_of_total;
  models[0].facts.granularity = MRT_BY_PROGRAM;
  region.program->expect = NULL;
  region.program->raw_features = 3;
  region.program->once = 6; /* the last two are not multiplied */
  region.program->features += 2;
  mrt_region_state(&region)->expected = 8;
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    total_asked = -1;
    mrt_enter(&run, &region, sizes[i], NULL);
    CHECK(!run.device && total_asked == totals[i]);
    CHECK(total_asked < 0 || most_asked == (i == 0 ? 5 : 9));
    mrt_leave(&run);
  }
}

/* Where the device goes on behind a strip, only the rest counts for it, and the CPU does not begin again either. */
static void resumed(void) {
  static const double seconds = 0.01;
  expecting(score_open_only, 0.4, MRT_UNCERTAIN); /* a start-up of .1 s */
  for (int resumes = 0; resumes < 2; resumes++) {
    region.resumes = resumes;
    mrt_region_state(&region)->expected = 1;
    region.state->entered = 0;
    mrt_enter(&run, &region, &seconds, NULL);
    run.device = MRT_CPU;
    run.from = 700, run.to = 800, run.count = 1000;
    run.stripped = mrt_now() - 1; /* the rest takes 2 s, of 10 */
    run.spent = 7;
    run.expected = 10;
    region.state->on_device = 4;
    CHECK(mrt_next_strip(&run) && run.device == resumes);
    mrt_rest(&run);
    CHECK(run.from == (resumes ? 800 : 0) && run.to == 1000);
    mrt_leave(&run);
  }
}

/* Later executions count as the rest does, but no more than three. */
static void strips_of_many(void) {
  static const double seconds = 0.01, start_ups[] = {0.35, 0.35, 1.2, 1.2}, expected[] = {1, 4, 4, 400};
  for (unsigned i = 0; i < sizeof start_ups / sizeof *start_ups; i++) {
    expecting(score_open_only, 4 * start_ups[i], MRT_UNCERTAIN);
    struct mrt_region_state *state = mrt_region_state(&region);
    state->entered = 0;
    state->expected = expected[i];
    mrt_enter(&run, &region, &seconds, NULL);
    run.device = MRT_CPU;
    run.from = 0, run.to = 100, run.count = 1000;
    run.spent = 0;
    run.expected = seconds;
    run.stripped = mrt_now() - 0.03; /* an execution takes .3 s, four of them 1.2 */
    CHECK(mrt_next_strip(&run) && run.device == (i == 1));
    mrt_leave(&run);
  }
}

/* A loop whose work is known runs in strips only if it is executed once, and takes about as long as opening the device. */
static void counted(void) {
  static const double seconds[] = {0.05, 0.3, 0.5};
  static const int stripped[] = {1, 1, 0}, opened[] = {0, 0, 1};
  expecting(large_gain_in_all, 0.4, MRT_COUNTED); /* a start-up of .1 s */
  struct mrt_region_state *state = mrt_region_state(&region);
  for (unsigned i = 0; i < sizeof seconds / sizeof *seconds; i++) {
    state->entered = 0;
    state->expected = 1;
    mrt_enter(&run, &region, &seconds[i], NULL);
    CHECK(run.strips == stripped[i] && run.device == opened[i]);
    mrt_leave(&run);
  }
}

/* A long one that has too few iterations for strips is not waited for. */
static void too_few(void) {
  static const double seconds = 0.3;
  expecting(large_gain_in_all, 0.4, MRT_COUNTED);
  mrt_region_state(&region)->expected = 1;
  mrt_enter(&run, &region, &seconds, NULL);
  CHECK(run.strips && !run.device);
  mrt_strips(&run, 12);
  CHECK(run.device && run.from == 0 && run.to == 0 && run.count == 0);
  mrt_leave(&run);
}

/* Few iterations, or such as can't be counted, run in one. */
static void no_strips(void) {
  static double seconds = 0.01;
  static const mrt_u64 counts[] = {0, 1, 7, MRT_UNCOUNTABLE};
  expecting(score_open_only, 0.4, MRT_UNCERTAIN);
  mrt_enter(&run, &region, &seconds, NULL);
  CHECK(!run.device && run.strips);
  for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
    mrt_strips(&run, counts[i]);
    CHECK(run.from == 0 && run.to == 0 && run.count == 0);
  }
  mrt_leave(&run);
}

static double large_gain(const double *features, char *path, mrt_size size) {
  (void)features, (void)path, (void)size;
  return 0.9;
}

static double near_score(const double *features, char *path, mrt_size size) {
  (void)path;
  (void)size;
  return features[0] > 10 ? 0.1 : -0.1;
}

static int explore_once(double *a, double *b, const double *size) {
  mrt_enter(&run, &region, size, NULL);
  if (!(run.device && mrt_begin(&run) && launch_add(a, b, 1, N, 0, 0))) {
    MRT_HOST(a, MRT_READ | MRT_WRITE);
    MRT_HOST(b, MRT_READ);
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  }
  int where = run.began;
  mrt_leave(&run);
  return where;
}

/* Under MAPPER_EXPLORE a region near the threshold runs on either side until both are known.  Prints where. */
static void explored(void) {
  double *a = new_array(N, 0), *b = new_array(N, 1), size = 100, small = 5, other = 200;
  models[0].score = large_gain;
  region.program->expect = NULL;
  CHECK(explore_once(a, b, &other) == 1); /* opens the device */
  models[0].score = near_score;
  region.state->expected = 100;
  for (int i = 0; i < 10; i++)
    printf("%d", explore_once(a, b, &size));
  printf(" ");
  for (int i = 0; i < 10; i++)
    printf("%d", explore_once(a, b, &small));
  printf("\n");
  MRT_HOST(a, MRT_READ);
  for (int i = 0; i < N; i++)
    CHECK(a[i] == 21);
  mrt_free(a);
  mrt_free(b);
}

static void explore_much_by(int rounds) {
  double *a = new_array(N, 0), *b = new_array(N, 1), size = 100;
  for (int i = 0; i < rounds; i++) {
    struct mrt_run mine;
    mrt_enter(&mine, &region, &size, NULL);
    double k = 1;
    mrt_u64 n = N;
    struct mrt_arg args[] = {{MRT_ARG_BUFFER, MRT_READ | MRT_WRITE, a, 0, 0, "a", NULL, NULL, NULL},
                             {MRT_ARG_BUFFER, MRT_READ, b, 0, 0, "b", NULL, NULL, NULL},
                             {MRT_ARG_VALUE, 0, &k, sizeof k, 0, "k", NULL, NULL, NULL}};
    if (!(mine.device && mrt_begin(&mine) && mrt_launch(&mine, &add, &n, args, 3))) {
      MRT_HOST(a, MRT_READ | MRT_WRITE);
      MRT_HOST(b, MRT_READ);
      for (int j = 0; j < N; j++)
        a[j] += b[j];
    }
    mrt_leave(&mine);
  }
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == rounds && a[N - 1] == rounds);
  mrt_free(a);
  mrt_free(b);
}

static void *explore_much(void *argument) {
  explore_much_by(50);
  return argument;
}

static void exploring_threads(void) {
  pthread_t others[4];
  models[0].score = near_score;
  explore_much_by(1);
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&others[i], NULL, explore_much, NULL) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(others[i], NULL);
}

/* Prints what the environment makes of a big and of a small region. */
static void choice(void) {
  double few = 5;
  int big = begin();
  mrt_leave(&run);
  mrt_enter(&run, &region, &few, NULL);
  printf("%d %d\n", big, run.device);
  mrt_leave(&run);
}

/* Under MAPPER_VERIFY each loop runs on the CPU as well, here sometimes wrongly: MAPPER_INFO tells of the rest. */
static void verified(void) {
  double *a = new_array(N, 1), *b = new_array(N, 2), sum = 10, top = 0, before = sum;
  CHECK(begin());
  CHECK(!launch_add(a, b, 1, N, 0, 0) && a[0] == 1);
  for (int i = 0; i < N; i++)
    a[i] += b[i] * (1 + 1e-15);
  MRT_CHECK(&run);
  CHECK(!launch_total(a, N, &sum, &top));
  MRT_NOTE(&run, 0, double, before);
  MRT_NOTE(&run, 1, double, before);
  MRT_NOTE(&run, 0, double, before + 3 * N);
  MRT_NOTE(&run, 1, double, before + 1);
  MRT_CHECK(&run);
  CHECK(!launch_number(b, N, 0, 0));
  for (int i = 0; i < N; i++)
    b[i] = i == 17 ? 1 : i;
  mrt_leave(&run);
  CHECK(begin());
  CHECK(launch_number(b, N, 0, 0)); /* once is enough */
  mrt_leave(&run);
  MRT_HOST(b, MRT_READ);
  CHECK(b[17] == 17);
  mrt_free(a);
  mrt_free(b);
}

static void library(void) { /* MAPPER_DEVICE=cpu: no OpenCL library in the process */
  CHECK(!begin());
  mrt_leave(&run);
  char line[512];
  FILE *maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps) != NULL)
    CHECK(strcasestr(line, "opencl") == NULL && strcasestr(line, "pocl") == NULL);
  fclose(maps);
}

/* What the variables that are numbers come to. */
static void settings(void) {
  const struct mrt_settings *all = mrt_settings();
  printf("%d %d %d %d %d %d %d %d %d %d %d %zu %zu %zu %zu\n", all->info, all->early, all->verify, all->explore,
         all->layout, all->relayout, all->collapse, all->tune, all->ahead, all->timers, all->batch, all->group_size,
         all->max_items, all->lanes, all->staging);
}

const struct promise choices_promises[] = {
    {"settings", settings},
    {"deciding_threads", deciding_threads},
    {"decisions", decisions},
    {"hysteresis", hysteresis},
    {"waiting", waiting},
    {"hesitating", hesitating},
    {"waiting_long", waiting_long},
    {"not_waiting", not_waiting},
    {"strips", strips},
    {"broken_off", broken_off},
    {"strips_of_many", strips_of_many},
    {"resumed", resumed},
    {"mean_of_past", mean_of_past},
    {"no_strips", no_strips},
    {"counted", counted},
    {"too_few", too_few},
    {"surprised", surprised},
    {"explored", explored},
    {"exploring_threads", exploring_threads},
    {"choice", choice},
    {"verified", verified},
    {"library", library},
    {NULL, NULL},
};
