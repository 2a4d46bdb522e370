/* builder.c: a process of its own that builds kernels, so that the program can do without them at any time.
 *
 * A compiler in the program's own process competes with its loops even at the lowest priority, for the memory's
 * tables, and the process can't end while it is at work.  The program's executable, started once more, runs serve()
 * in place of everything else: it builds the texts that it gets and stores them in the cache, whence the program
 * takes them.  It ends when the program closes their socket or ends itself, in whatever way.
 *
 * The program does not meet it in wait() or as SIGCHLD: the process that starts it ends at once, without a signal.  Where it can't be had, nothing is reported, and the program builds by itself.
 */
#include "mrt_programs.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_STARTS = 8, STACK = 65536, MOST_BYTES = 1 << 28, SOCKET = 3 /* the process's end of it */ };

static const char variable[] = "__MRT_BUILDER", executable[] = "/proc/self/exe";

struct request {
  uint32_t options, text; /* bytes of either, which follow */
};

struct answer {
  double seconds; /* of the processor's time */
  bool built;
};

static bool put(int to, const void *from, size_t bytes) {
  for (const char *at = from; bytes > 0;) {
    ssize_t done = send(to, at, bytes, MSG_NOSIGNAL);
    if (done <= 0)
      return false;
    at += done;
    bytes -= (size_t)done;
  }
  return true;
}

static bool get(int from, void *to, size_t bytes) {
  for (char *at = to; bytes > 0;) {
    ssize_t done = read(from, at, bytes);
    if (done <= 0)
      return false;
    at += done;
    bytes -= (size_t)done;
  }
  return true;
}

/* ---- the process ------------------------------------------------------------------------------------------ */

/* Ends the process with the program, in the midst of a build, too. */
static void *watch(void *unused) {
  struct pollfd end = {.fd = SOCKET, .events = POLLRDHUP};
  (void)unused;
  while (poll(&end, 1, -1) <= 0)
    continue;
  _exit(0);
}

/* The process's own seconds: the clock's may be many more while all processors are busy. */
static double processor_time(void) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool build_one(const char *text, const char *options) {
  const char *const source[] = {text, NULL};
  bool fresh = true;
  struct mrt_guard *guard = mrt_guard_begin();
  cl_program built = mrt_load_or_build(source, options, NULL, &fresh);
  if (built != NULL && fresh)
    mrt_cache_store(built, source, options);
  if (built != NULL)
    mrt_device.cl.ReleaseProgram(built);
  mrt_guard_end(guard);
  return built != NULL;
}

static bool answer(void) {
  struct request request;
  struct answer done = {0, false};
  if (!get(SOCKET, &request, sizeof request) || request.text > MOST_BYTES || request.options >= MRT_OPTIONS)
    return false;
  char options[MRT_OPTIONS] = "", *text = calloc(1, (size_t)request.text + 1);
  bool known = text != NULL && get(SOCKET, options, request.options) && get(SOCKET, text, request.text);
  double start = processor_time();
  done.built = known && build_one(text, options);
  done.seconds = processor_time() - start;
  free(text);
  return known && put(SOCKET, &done, sizeof done);
}

static void serve(void) {
  const struct sched_param lowest = {0};
  sched_setscheduler(0, SCHED_IDLE, &lowest);
  prctl(PR_SET_NAME, "mapper-builds", 0, 0, 0);
  if (!mrt_start_thread(watch, NULL) || !mrt_try_device(true))
    return;
  while (answer())
    continue;
}

/* Before the program's own constructors. */
__attribute__((constructor(101))) static void serve_if_asked(void) {
  int type = 0;
  socklen_t size = sizeof type;
  if (getenv(variable) == NULL || getauxval(AT_SECURE) != 0 ||
      getsockopt(SOCKET, SOL_SOCKET, SO_TYPE, &type, &size) != 0)
    return;
  unsetenv(variable);
  serve();
  _exit(0);
}

/* ---- the program ------------------------------------------------------------------------------------------ */

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER; /* whose text is being built */
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static int connection = -1; /* whose turn it is */
static bool active;         /* it waits for an answer, and may be stopped (state locked) */

struct start {
  char *const *environment;
  int socket;
  char *stack; /* of the process that is executed */
  bool failed;
};

/* Nothing that the program has open, or prints to, is kept open by the process. */
static int execute(void *of) {
  static char name[] = "mapper builds kernels";
  struct start *start = of;
  char *const arguments[] = {name, NULL};
  int nothing = open("/dev/null", O_RDWR);
  if (nothing >= 0 && dup2(start->socket, SOCKET) == SOCKET)
    for (int i = 0; i < SOCKET; i++)
      dup2(nothing, i);
  syscall(SYS_close_range, SOCKET + 1u, ~0u, 0u);
  execve(executable, arguments, start->environment);
  start->failed = true;
  _exit(1);
}

/* Its end is reported to nobody (no signal), that of what it starts to the system's first process. */
static int step(void *of) {
  struct start *start = of;
  if (clone(execute, start->stack + STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, start) < 0)
    start->failed = true;
  _exit(0);
}

/* Both run in the program's memory, while the thread waits: nothing is copied. */
static bool start_detached(char *const *environment, int socket) {
  char *stacks = malloc(2 * STACK);
  struct start start = {.environment = environment, .socket = socket, .stack = stacks};
  int child = stacks != NULL ? clone(step, stacks + 2 * STACK, CLONE_VM | CLONE_VFORK, &start) : -1;
  if (child >= 0)
    while (waitpid(child, NULL, (int)__WCLONE) < 0 && errno == EINTR)
      continue;
  free(stacks);
  return child >= 0 && !start.failed;
}

/* The program's environment, but for what says which device to open, and what is said; allocated. */
static char **environment_for(char *asked, char *device, char *index) {
  static char quiet[] = "MAPPER_INFO=0";
  static const char *const replaced[] = {"MAPPER_DEVICE=", "MAPPER_DEVICE_INDEX=", "MAPPER_INFO=", "MAPPER_PROFILE="};
  char *const own[] = {asked, device, index, quiet};
  size_t count = 0, kept = 0, more = sizeof own / sizeof *own;
  while (environ != NULL && environ[count] != NULL)
    count++;
  char **all = calloc(count + more + 1, sizeof *all);
  for (size_t i = 0; all != NULL && i < count; i++) {
    bool other = true;
    for (size_t j = 0; j < sizeof replaced / sizeof *replaced; j++)
      other &= strncmp(environ[i], replaced[j], strlen(replaced[j])) != 0;
    if (other)
      all[kept++] = environ[i];
  }
  if (all != NULL)
    memcpy(all + kept, own, sizeof own);
  return all;
}

/* The program's end of a new process's socket, or -1. */
static int start_builder(void) {
  static unsigned starts;
  char folder[MRT_PATH_BYTES], asked[32], device[256], index[40];
  int ends[2];
  if (starts >= MOST_STARTS || !mrt_in_executable() || getauxval(AT_SECURE) != 0 ||
      !mrt_cache_folder(folder, sizeof folder) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return -1;
  starts++;
  snprintf(asked, sizeof asked, "%s=1", variable);
  snprintf(device, sizeof device, "MAPPER_DEVICE=%s", mrt_device.name);
  snprintf(index, sizeof index, "MAPPER_DEVICE_INDEX=%u", mrt_device.index);
  char **environment = environment_for(asked, device, index);
  bool started = environment != NULL && start_detached(environment, ends[1]);
  free(environment);
  close(ends[1]);
  if (!started)
    close(ends[0]);
  return started ? ends[0] : -1;
}

static struct answer ask(const char *text, const char *options) {
  const struct request request = {(uint32_t)strlen(options), (uint32_t)strlen(text)};
  struct answer answer;
  if (put(connection, &request, sizeof request) && put(connection, options, request.options) &&
      put(connection, text, request.text) && get(connection, &answer, sizeof answer))
    return answer;
  return (struct answer){0, false};
}

static void set_active(bool so) {
  pthread_mutex_lock(&state_lock);
  active = so;
  pthread_mutex_unlock(&state_lock);
}

static void drop(void) {
  pthread_mutex_lock(&state_lock);
  if (connection >= 0)
    close(connection);
  connection = -1;
  pthread_mutex_unlock(&state_lock);
}

bool mrt_builder_build(const char *text, const char *options, bool (*may)(void), double *seconds) {
  struct answer answer = {0, false};
  pthread_mutex_lock(&turn);
  if (connection < 0 && may())
    connection = start_builder();
  set_active(connection >= 0);
  if (connection >= 0 && may())
    answer = ask(text, options);
  set_active(false);
  if (!answer.built)
    drop();
  pthread_mutex_unlock(&turn);
  *seconds = answer.seconds;
  return answer.built;
}

void mrt_builder_stop(void) {
  pthread_mutex_lock(&state_lock);
  if (active)
    shutdown(connection, SHUT_RDWR);
  pthread_mutex_unlock(&state_lock);
}

void mrt_forget_builder(void) {
  pthread_mutex_init(&turn, NULL);
  pthread_mutex_init(&state_lock, NULL);
  if (connection >= 0)
    close(connection);
  connection = -1;
  active = false;
}
