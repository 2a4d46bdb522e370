/* promises_processes.c: promises about processes and threads: forks at any time, ends within a region, locales. */
#include "promises.h"

#include <dirent.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static int stop;

/* Enters regions and allocates for as long as it may: any lock may be held when another thread forks. */
static void *use_everything(void *argument) {
  for (int round = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); round++) {
    double mine = round % 10; /* the model keeps these on the CPU */
    struct mrt_run own;
    mrt_enter(&own, &region, &mine, NULL);
    char *large = mrt_malloc(20000);
    MRT_HOST(large, MRT_READ);
    mrt_leave(&own);
    mrt_free(large);
  }
  return argument;
}

/* Children of a process with several threads find all locks free, although only one thread goes on in them. */
static void forked_beside_threads(void) {
  pthread_t others[3];
  for (int i = 0; i < 3; i++)
    CHECK(pthread_create(&others[i], NULL, use_everything, NULL) == 0);
  for (int round = 0; round < 300; round++) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      static struct mrt_region fresh = {.id = "main_2", .file = "emitted.c", .program = &program};
      struct mrt_run own;
      alarm(300); /* a lock that nobody gives back */
      items = 7;
      mrt_free(mrt_malloc(20000));
      CHECK(!begin());
      mrt_leave(&run);
      mrt_enter(&own, &fresh, &items, NULL);
      mrt_leave(&own);
      _exit(0);
    }
    check_end(child);
  }
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  for (int i = 0; i < 3; i++)
    pthread_join(others[i], NULL);
}

/* The region goes on in the child, on the CPU, with what the device has computed. */
static void forked_in_a_region(void) {
  double *a = new_array(N, 1);
  CHECK(begin());
  CHECK(launch_number(a, N, 0, 0));
  pid_t child = fork();
  if (child == 0) {
    alarm(300);
    CHECK(!launch_add(a, a, 1, N, 0, 0) && !mrt_clear(&run, a, N * sizeof *a) && a[999] == 999);
    mrt_leave(&run);
    CHECK(!begin());
    mrt_leave(&run);
    exit(0);
  }
  check_end(child);
  CHECK(launch_add(a, a, 1, N, 0, 0));
  mrt_leave(&run);
  MRT_HOST(a, MRT_READ);
  CHECK(a[999] == 2 * 999);
  mrt_free(a);
}

static double *shown;
static volatile sig_atomic_t interrupts;

static void show(int number) {
  (void)number;
  interrupts++;
  MRT_HOST(shown, MRT_READ);
  MRT_HOST_PART(shown[3], MRT_READ);
  MRT_HOST_ALL(MRT_READ);
}

static void *watch(void *argument) {
  sleep(300);
  _exit(1); /* it hangs */
  return argument;
}

/* A signal handler that looks at an array finds what is there, whatever the library is doing. */
static void interrupted(void) {
  pthread_t watcher;
  sigset_t alarms;
  struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
  double *a = new_array(N, 1);
  shown = new_array(20000, 1);
  CHECK(begin() && launch_number(shown, N, 0, 0) && launch_number(a, N, 0, 0));
  mrt_leave(&run); /* drivers are not asked by handlers while they compile */
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  CHECK(pthread_sigmask(SIG_BLOCK, &alarms, NULL) == 0 && pthread_create(&watcher, NULL, watch, NULL) == 0);
  CHECK(pthread_sigmask(SIG_UNBLOCK, &alarms, NULL) == 0 && signal(SIGALRM, show) != SIG_ERR);
  MRT_HOST(shown, MRT_READ | MRT_WRITE);
  CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
  while (interrupts < 300) {
    mrt_lock_memory(); /* as any part of the library does */
    for (volatile int i = 0; i < 100000; i++)
      ;
    mrt_unlock_memory();
  }
  CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
  mrt_free(a);
  mrt_free(shown);
}

/* Drivers' threads don't run the program's handlers. */
static void signals_of_drivers(void) {
  CHECK(begin());
  mrt_leave(&run);
  DIR *tasks = opendir("/proc/self/task");
  int threads = 0;
  for (const struct dirent *task = readdir(tasks); task != NULL; task = readdir(tasks)) {
    char path[300], line[200];
    unsigned long long blocked = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/status", task->d_name);
    int other = atoi(task->d_name);
    FILE *file = other != 0 && other != getpid() ? fopen(path, "r") : NULL;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
      if (sscanf(line, "SigBlk: %llx", &blocked) == 1) {
        CHECK(blocked >> (SIGALRM - 1) & blocked >> (SIGUSR1 - 1) & 1);
        threads++;
      }
    if (file != NULL)
      fclose(file);
  }
  closedir(tasks);
  sigset_t now;
  CHECK(threads > 0 && pthread_sigmask(SIG_BLOCK, NULL, &now) == 0 && !sigismember(&now, SIGALRM));
}

/* What a process has one of, and random numbers that are drawn from it. */
struct process {
  int numbers[3], flags, rounding, file;
  mode_t mask;
  uint64_t handlers, blocked;
  size_t variables;
  locale_t locale;
  char folder[4096], locales[256];
};

static void draw(struct process *now) {
  now->numbers[0] = rand();
  now->numbers[1] = (int)random();
  now->numbers[2] = (int)lrand48();
}

static void look(struct process *now) {
  memset(now, 0, sizeof *now);
  draw(now);
  now->flags = fetestexcept(FE_ALL_EXCEPT);
  now->rounding = fegetround();
  now->file = open("/dev/null", O_RDONLY);
  close(now->file);
  now->mask = umask(0);
  umask(now->mask);
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, NULL, &blocked);
  for (int number = 1; number < 32; number++) {
    struct sigaction action;
    if (number != SIGFPE && sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL)
      now->handlers |= (uint64_t)1 << number;
    if (sigismember(&blocked, number) == 1)
      now->blocked |= (uint64_t)1 << number;
  }
  for (char **variable = environ; *variable != NULL; variable++)
    now->variables = now->variables * 31 + strlen(*variable);
  now->locale = uselocale((locale_t)0);
  CHECK(getcwd(now->folder, sizeof now->folder) != NULL);
  snprintf(now->locales, sizeof now->locales, "%s", setlocale(LC_ALL, NULL));
}

static void seed(void) {
  srand(7);
  srand48(7);
}

/* Nothing that drivers do, when they are opened or build, shows in the program. */
static void rude_driver(void) {
  static struct process before, after;
  feclearexcept(FE_ALL_EXCEPT);
  fesetround(FE_UPWARD);
  feraiseexcept(FE_INVALID);
  seed();
  look(&before);
  struct process expected;
  draw(&expected);
  seed();
  look(&after);
  CHECK(memcmp(&before, &after, sizeof before) == 0);
  double *x = new_array(N, 1);
  CHECK(begin());
  CHECK(launch_add(x, x, 2, N, 0, 0));
  MRT_HOST(x, MRT_READ);
  mrt_leave(&run);
  CHECK(x[N - 1] == 3);
  draw(&after);
  CHECK(memcmp(expected.numbers, after.numbers, sizeof after.numbers) == 0);
  bool file_is_free = false; /* what drivers keep open has other numbers; a build beside this has it for a moment */
  for (int i = 0; i < 5000 && !file_is_free; i++) {
    seed();
    look(&after);
    file_is_free = after.file == before.file;
    after.file = before.file;
    CHECK(memcmp(&before, &after, sizeof before) == 0);
    usleep(2000);
  }
  CHECK(file_is_free);
}

static double *left;

static void look_at_the_end(void) {
  MRT_HOST(left, MRT_READ);
  printf("%g\n", left[999]);
}

/* The program's own handlers still find the device's results, wherever it ends. */
static void ends_in_a_region(void) {
  left = new_array(N, 1);
  atexit(look_at_the_end);
  CHECK(begin());
  CHECK(launch_number(left, N, 0, 0) && launch_add(left, left, 1, N, 0, 0));
  exit(0);
}

static void *end_the_process(void *argument) {
  (void)argument;
  exit(0);
}

/* Another thread ends the process while a region runs. */
static void ends_beside_a_region(void) {
  pthread_t other;
  left = new_array(N, 1);
  CHECK(begin());
  CHECK(launch_number(left, N, 0, 0));
  CHECK(pthread_create(&other, NULL, end_the_process, NULL) == 0);
  for (;;)
    launch_add(left, left, 0, N, 0, 0);
}

/* The profile and files of measurements are the same in all locales, and texts are Unicode. */
static void odd_texts(void) {
  char text[8];
  CHECK(setlocale(LC_NUMERIC, "comma") != NULL && snprintf(text, sizeof text, "%g", 0.5) == 3 && text[1] == ',');
  region.file = "caf\xc3\xa9/caf\xe9\xed\xa0\x80\xf4\x90\x80\x80\xc0\xaf\"\\\t\xf0\x9f\x98\x80\xe2\x82";
  begin();
  mrt_leave(&run);
}

/* What can't be written whole is not there, and a limit on files does not end the program. */
static void torn_files(void) {
  char path[MRT_PATH_BYTES], temporary[MRT_PATH_BYTES + 16];
  static const char text[100000];
  CHECK(mrt_state_path(7, ".whole", path, true));
  FILE *file = mrt_begin_file(path, temporary);
  CHECK(file != NULL && fwrite(text, sizeof text, 1, file) == 1 && mrt_end_file(file, temporary, path));
  CHECK(mrt_state_path(7, ".torn", path, true));
  file = mrt_begin_file(path, temporary);
  CHECK(file != NULL && fwrite(text, 1, 10, file) == 10 && close(fileno(file)) == 0);
  CHECK(!mrt_end_file(file, temporary, path));
  struct rlimit limit = {4096, RLIM_INFINITY};
  CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0 && mrt_begin_file(path, temporary) == NULL);
}

const struct promise processes_promises[] = {
    {"torn_files", torn_files},
    {"forked_beside_threads", forked_beside_threads},
    {"forked_in_a_region", forked_in_a_region},
    {"interrupted", interrupted},
    {"signals_of_drivers", signals_of_drivers},
    {"rude_driver", rude_driver},
    {"ends_in_a_region", ends_in_a_region},
    {"ends_beside_a_region", ends_beside_a_region},
    {"odd_texts", odd_texts},
    {NULL, NULL},
};
