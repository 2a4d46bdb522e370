/* ahead.c: what drivers' compilers do beside the program: building, and making binaries for the cache.
 *
 * What the cache does not hold takes a driver a tenth of a second to several seconds to build, and some as long again
 * to make a binary of it.  A thread for each file's program does that while the host prepares its data, copies them
 * to the device, and runs the regions of other files.  It says nothing and changes nothing but its own record: the
 * first launch that needs the program waits for it, and where it failed builds once more, which says why.
 *
 * Nothing may be built while the process forks or exits: drivers' compilers don't bear that.  The C library calls
 * the destructors of a thread's variables before all other exit handlers, those of drivers too.  So that a process
 * which may do without the device need not wait at its end, its kernels are built one by one, each as in apart.c,
 * those that a thread waits for first: then only the one that is being built is waited for.  As long as no thread
 * waits, the compiler rests twice as long as it has worked, and it has the lowest priority: loops whose threads need
 * all processors nearly stand still beside it.
 */
#include "mrt_programs.h"
#include "mrt_copies.h"
#include "mrt_process.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SECONDS = 1000000, RESTING = 2, LOWEST = 19 };

/* What a byte of a kernel's text is taken to need, in seconds, as if so much had been built; and what each kernel
 * needs besides, in bytes. */
static const double usual_rate = 2.5e-5, usual_text = 8192, own_cost = 2048;

struct ahead { /* one thread's work */
  struct ahead *next;
  const struct mrt_program *program; /* to be built; NULL: its binary is to be kept */
  const char *const *source;
  struct mrt_kernel *const *kernels; /* to be built one by one, or NULL */
  struct alone *alone;               /* what came of them */
  double bytes;                      /* what each of them costs, in bytes of text */
  char *text;                        /* of the one that is being built */
  struct mrt_build build;
  bool busy, built, ended; /* the compiler is at work; all is there; the thread ends */
  bool fresh;              /* what was there last was built, not taken from the cache */
  bool taken;              /* the result */
};

struct alone { /* one kernel's program */
  cl_program program; /* NULL: failed, or taken */
  bool ended;
};

pthread_mutex_t mrt_build_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct ahead *all;
static int any; /* all != NULL, for threads without the lock */
static bool forbidden, closing;
static unsigned waiting;                        /* threads that wait for a build, */
static const struct mrt_region *wanted;         /* and the region or the kernel whose the last of them was, or NULL */
static const struct mrt_kernel *wanted_kernel;
static struct { double seconds, bytes; } did;    /* what building one by one has taken, and of how much text */

/* The C library's, for thread-local variables of C++. */
extern int __cxa_thread_atexit_impl(void (*)(void *), void *, void *) __attribute__((weak));
extern void *__dso_handle __attribute__((visibility("hidden")));

void mrt_forbid_ahead(void) { forbidden = true; }

static void note(bool *what) {
  pthread_mutex_lock(&mrt_build_lock);
  *what = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mrt_build_lock);
}

static void build_together(struct ahead *one, size_t unused) {
  bool fresh = true;
  (void)unused;
  if (one->program != NULL) {
    one->build.program = mrt_load_or_build(one->source, one->build.options, NULL, &fresh);
    note(&one->built);
  }
  if (fresh && one->build.program != NULL)
    mrt_cache_store(one->build.program, one->source, one->build.options);
}

static void build_alone(struct ahead *one, size_t number) {
  const char *const pieces[] = {one->text, NULL};
  one->fresh = false;
  if (one->text != NULL)
    one->alone[number].program = mrt_load_or_build(pieces, one->build.options, NULL, &one->fresh);
  if (one->fresh && one->alone[number].program != NULL)
    mrt_cache_store(one->alone[number].program, pieces, one->build.options);
}

/* Whether a kernel is that of one of a region's loops, in functions that it calls, too. */
static bool is_of(const struct mrt_kernel *kernel, const struct mrt_region *region) {
  if (region->loops == NULL)
    return strcmp(kernel->id, region->id) == 0;
  for (const char *const *id = region->loops; *id != NULL; id++)
    if (strcmp(kernel->id, *id) == 0)
      return true;
  return false;
}

/* Of those that are still to be built: one that is waited for, or else the first (build lock held).  False without
 * any. */
static bool next_kernel(const struct ahead *one, size_t *number) {
  bool found = false;
  for (size_t i = 0; one->kernels[i] != NULL; i++) {
    const struct mrt_kernel *kernel = one->kernels[i];
    if (one->alone[i].ended)
      continue;
    bool first = kernel == wanted_kernel || (wanted != NULL && is_of(kernel, wanted));
    if (first || !found)
      *number = i;
    found = true;
    if (first)
      break;
  }
  return found;
}

/* One piece of work that can't be interrupted; false where the process ends and can do without.  It waits while the
 * process forks. */
static bool compile(struct ahead *one, void (*build)(struct ahead *, size_t), size_t number) {
  pthread_mutex_lock(&mrt_build_lock);
  one->busy = !closing || one->kernels == NULL;
  pthread_mutex_unlock(&mrt_build_lock);
  if (!one->busy)
    return false;
  struct mrt_guard *guard = mrt_guard_begin();
  build(one, number);
  mrt_guard_end(guard);
  mrt_at_exit();
  pthread_mutex_lock(&mrt_build_lock);
  one->busy = false;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mrt_build_lock);
  return true;
}

/* A time from now on, for waits. */
static struct timespec after(double seconds) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  double end = (double)until.tv_nsec * 1e-9 + (seconds < MOST_SECONDS ? seconds : MOST_SECONDS);
  until.tv_sec += (time_t)end;
  until.tv_nsec = (long)((end - floor(end)) * 1e9);
  return until;
}

static void rest(double seconds) {
  struct timespec until = after(seconds);
  pthread_mutex_lock(&mrt_build_lock);
  while (!closing && waiting == 0 && pthread_cond_timedwait(&changed, &mrt_build_lock, &until) == 0)
    continue;
  pthread_mutex_unlock(&mrt_build_lock);
}

/* The thread's own seconds: the clock's may be many more while all processors are busy. */
static double processor_time(void) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Builds a kernel, whose text is there, by itself.  False where the program ends. */
static bool build_next(struct ahead *one, size_t number) {
  double start = mrt_now(), worked = processor_time();
  if (!compile(one, build_alone, number))
    return false;
  if (one->fresh) {
    pthread_mutex_lock(&mrt_build_lock);
    did.seconds += processor_time() - worked;
    did.bytes += one->bytes;
    pthread_mutex_unlock(&mrt_build_lock);
  }
  note(&one->alone[number].ended);
  rest(RESTING * (mrt_now() - start));
  return true;
}

/* Kernels one by one, until all are built or the process ends. */
static void build_all_alone(struct ahead *one) {
  size_t number = 0;
  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), LOWEST); /* a wish */
  for (bool more = true; more;) {
    pthread_mutex_lock(&mrt_build_lock);
    more = next_kernel(one, &number);
    pthread_mutex_unlock(&mrt_build_lock);
    if (!more)
      break;
    one->text = mrt_text_alone(one->source, one->kernels[number]);
    more = build_next(one, number);
    free(one->text);
  }
}

static void *work(void *of) {
  struct ahead *one = of;
  if (one->kernels == NULL)
    compile(one, build_together, 0);
  else
    build_all_alone(one);
  note(&one->built);
  note(&one->ended);
  return NULL;
}

/* Takes the lock at a time when the threads have ended or, where they may go on later, do nothing. */
static void hold(bool to_the_end) {
  pthread_mutex_lock(&mrt_build_lock);
  for (const struct ahead *one = all; one != NULL; one = one->next)
    while (to_the_end || one->kernels == NULL ? !one->ended : one->busy)
      pthread_cond_wait(&changed, &mrt_build_lock);
}

void mrt_ahead_hold(void) { hold(false); }

void mrt_forget_ahead(void) {
  for (struct ahead *one = all; one != NULL; one = one->next)
    one->built = one->ended = true;
}

void mrt_ahead_wait_all(void) {
  if (!__atomic_load_n(&any, __ATOMIC_ACQUIRE))
    return;
  hold(true);
  pthread_mutex_unlock(&mrt_build_lock);
}

void mrt_ahead_close(void) {
  pthread_mutex_lock(&mrt_build_lock);
  closing = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mrt_build_lock);
  mrt_ahead_wait_all();
}

static void at_exit(void *unused) {
  (void)unused;
  mrt_opened_beside(); /* waits */
  mrt_sends_close();
  mrt_ahead_close();
}

/* Once, on the thread that opened the device: nearly always the first one, which ends the process. */
static bool watch_exit(void) {
  static bool watched;
  if (!watched && __cxa_thread_atexit_impl != NULL)
    watched = __cxa_thread_atexit_impl(at_exit, NULL, &__dso_handle) == 0;
  return watched;
}

bool mrt_may_work_beside(void) {
  pthread_mutex_lock(&mrt_build_lock);
  bool may = !forbidden && watch_exit();
  pthread_mutex_unlock(&mrt_build_lock);
  return may;
}

/* What a kernel of a text costs on average, in bytes of text. */
static double bytes_of(const char *const *source, size_t kernels) {
  size_t bytes = 0;
  for (size_t i = 0; source[i] != NULL; i++)
    bytes += strlen(source[i]);
  return own_cost + (double)bytes / (double)(kernels > 0 ? kernels : 1);
}

static size_t count_of(struct mrt_kernel *const *kernels) {
  size_t count = 0;
  while (kernels[count] != NULL)
    count++;
  return count;
}

/* False where it can't be done beside the program.  A profile says what building takes. */
static bool start(const struct mrt_program *program, const char *const *source, const struct mrt_build *build) {
  const struct mrt_settings *settings = mrt_settings();
  struct ahead *one = forbidden || settings->profile != NULL || !settings->ahead ? NULL : calloc(1, sizeof *one);
  if (one == NULL)
    return false;
  *one = (struct ahead){.program = program, .source = source, .build = *build};
  if (build->alone) {
    one->kernels = program->kernels;
    size_t count = count_of(one->kernels);
    one->alone = calloc(count, sizeof *one->alone);
    one->bytes = bytes_of(source, count);
    if (one->alone == NULL) {
      free(one);
      return false;
    }
  }
  pthread_mutex_lock(&mrt_build_lock);
  bool started = watch_exit() && mrt_start_thread(work, one);
  if (started) { /* records stay until the process ends: there are few */
    one->next = all;
    all = one;
    __atomic_store_n(&any, 1, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&mrt_build_lock);
  if (!started) {
    free(one->alone);
    free(one);
  }
  return started;
}

/* The build whose result is not taken yet. */
static struct ahead *find(const struct mrt_program *program) {
  struct ahead *one = all;
  while (one != NULL && (one->program != program || one->taken))
    one = one->next;
  return one;
}

bool mrt_ahead_has(const struct mrt_program *program) {
  if (!__atomic_load_n(&any, __ATOMIC_ACQUIRE))
    return false;
  pthread_mutex_lock(&mrt_build_lock);
  bool found = find(program) != NULL;
  pthread_mutex_unlock(&mrt_build_lock);
  return found;
}

void mrt_build_ahead(const struct mrt_program *program, const struct mrt_build *build) {
  if (!mrt_ahead_has(program))
    start(program, program->source, build);
}

void mrt_store_ahead(const char *const *source, const struct mrt_build *build) {
  if (!start(NULL, source, build))
    mrt_cache_store(build->program, source, build->options);
}

/* The thread waits for a region's kernels, for one kernel, or (both NULL) for all (build lock held). */
static void wait_begins(const struct mrt_region *region, const struct mrt_kernel *kernel) {
  waiting++;
  wanted = region;
  wanted_kernel = kernel;
  pthread_cond_broadcast(&changed);
}

static void wait_ends(void) {
  waiting--;
  wanted = NULL;
  wanted_kernel = NULL;
}

bool mrt_ahead_take(const struct mrt_program *program, struct mrt_build *build) {
  pthread_mutex_lock(&mrt_build_lock);
  struct ahead *one = find(program);
  wait_begins(NULL, NULL);
  while (one != NULL && !one->built && one->kernels == NULL)
    pthread_cond_wait(&changed, &mrt_build_lock);
  wait_ends();
  if (one != NULL) {
    *build = one->build;
    one->taken = true;
  }
  pthread_mutex_unlock(&mrt_build_lock);
  return one != NULL && (build->program != NULL || build->alone);
}

/* The record of a kernel that is built by itself, with what the program is built with now (build lock held). */
static struct ahead *find_alone(const struct mrt_program *program, const struct mrt_kernel *kernel, size_t *number) {
  const struct mrt_program_state *now = program->state;
  for (struct ahead *one = all; one != NULL; one = one->next)
    if (one->kernels == program->kernels && one->build.group_size == now->group_size &&
        one->build.layouts == now->layouts)
      for (size_t i = 0; one->kernels[i] != NULL; i++)
        if (one->kernels[i] == kernel) {
          *number = i;
          return one;
        }
  return NULL;
}

cl_program mrt_ahead_alone(const struct mrt_program *program, const struct mrt_kernel *kernel) {
  if (program->kernels == NULL || !__atomic_load_n(&any, __ATOMIC_ACQUIRE))
    return NULL;
  pthread_mutex_lock(&mrt_build_lock);
  size_t number = 0;
  struct ahead *one = find_alone(program, kernel, &number);
  wait_begins(NULL, kernel);
  while (one != NULL && !one->alone[number].ended && !one->built)
    pthread_cond_wait(&changed, &mrt_build_lock);
  wait_ends();
  cl_program found = one != NULL ? one->alone[number].program : NULL;
  if (one != NULL)
    one->alone[number].program = NULL;
  pthread_mutex_unlock(&mrt_build_lock);
  return found;
}

/* How many of a thread's kernels are still to be built, of a region (NULL: all). */
static unsigned unbuilt(const struct ahead *one, const struct mrt_region *region) {
  unsigned count = 0;
  for (size_t i = 0; one->kernels[i] != NULL; i++)
    count += !one->alone[i].ended && (region == NULL || is_of(one->kernels[i], region));
  return count;
}

static bool is_building(const struct mrt_region *region) {
  for (const struct ahead *one = all; one != NULL; one = one->next)
    if (one->program != NULL && !one->built && (one->kernels == NULL || unbuilt(one, region) > 0))
      return true;
  return false;
}

double mrt_ahead_expected(const struct mrt_region *region, double usual) {
  double longest = 0;
  pthread_mutex_lock(&mrt_build_lock);
  for (const struct ahead *one = all; one != NULL; one = one->next) {
    if (one->program == NULL || one->built)
      continue;
    double rate = (did.seconds + usual_rate * usual_text) / (did.bytes + usual_text);
    double seconds = one->kernels == NULL ? usual : unbuilt(one, region) * one->bytes * rate;
    longest = seconds > longest ? seconds : longest;
  }
  pthread_mutex_unlock(&mrt_build_lock);
  return longest;
}

bool mrt_ahead_ready(const struct mrt_region *region, double seconds) {
  if (!__atomic_load_n(&any, __ATOMIC_ACQUIRE))
    return true;
  struct timespec until = after(seconds > 0 ? seconds : 0);
  pthread_mutex_lock(&mrt_build_lock);
  bool ready = !is_building(region);
  if (!ready && seconds > 0) {
    wait_begins(region, NULL);
    while (is_building(region) && pthread_cond_timedwait(&changed, &mrt_build_lock, &until) == 0)
      continue;
    wait_ends();
    ready = !is_building(region);
  }
  pthread_mutex_unlock(&mrt_build_lock);
  return ready;
}
