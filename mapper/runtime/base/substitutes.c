/* substitutes.c: what drivers call in place of functions that change the process's own state (imports.c).
 *
 * Random numbers come from a state of their own.  Variables that drivers set, or that the library sets for them, are
 * seen by drivers alone.  The locale, the current folder, the mask for new files and signal handlers stay what they
 * are: a driver gets an error for others, or that it has them.  Files that stay open get numbers that the
 * program would not get next, and are closed in programs that it starts.
 *
 * Nothing here takes a lock: a driver may fork, and its child go on.
 */
#include "mrt_base.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOWEST_FILE = 64 };

/* ---- random numbers ---------------------------------------------------------------------------------------- */

static uint64_t state = 1;

static uint64_t draw(void) { /* a linear congruential generator: Knuth's MMIX */
  uint64_t before = __atomic_load_n(&state, __ATOMIC_RELAXED), after;
  do
    after = before * 6364136223846793005u + 1442695040888963407u;
  while (!__atomic_compare_exchange_n(&state, &before, after, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return after >> 32;
}

static void seed(uint64_t number) { __atomic_store_n(&state, number, __ATOMIC_RELAXED); }

static int own_rand(void) { return (int)(draw() >> 1); }
static void own_srand(unsigned number) { seed(number); }
static long own_random(void) { return (long)(draw() >> 1); }
static void own_srandom(unsigned number) { seed(number); }
static char *own_initstate(unsigned number, char *memory, size_t size) {
  (void)size;
  seed(number);
  return memory;
}
static char *own_setstate(char *memory) { return memory; }
static double own_drand48(void) { return (double)draw() * 0x1p-32; }
static long own_lrand48(void) { return (long)(draw() >> 1); }
static long own_mrand48(void) { return (long)(int32_t)(uint32_t)draw(); }
static void own_srand48(long number) { seed((uint64_t)number); }
static unsigned short *own_seed48(unsigned short number[3]) {
  static unsigned short before[3];
  seed((uint64_t)number[0] | (uint64_t)number[1] << 16 | (uint64_t)number[2] << 32);
  return before;
}
static void own_lcong48(unsigned short number[7]) { own_seed48(number); }

/* ---- variables --------------------------------------------------------------------------------------------- */

struct variable { /* newest first; never released */
  char *text;     /* NAME=value */
  size_t name;    /* length */
  bool gone;
  struct variable *next;
};

static struct variable *variables;

static struct variable *find(const char *name, size_t length) {
  struct variable *one = __atomic_load_n(&variables, __ATOMIC_ACQUIRE);
  while (one != NULL && (one->name != length || memcmp(one->text, name, length) != 0))
    one = one->next;
  return one;
}

static bool keep(const char *name, size_t length, const char *value) {
  struct variable *one = malloc(sizeof *one);
  size_t bytes = value != NULL ? strlen(value) + 1 : 1;
  char *text = malloc(length + 1 + bytes);
  if (one == NULL || text == NULL) {
    free(one);
    free(text);
    return false;
  }
  memcpy(text, name, length);
  text[length] = '=';
  memcpy(text + length + 1, value != NULL ? value : "", bytes);
  *one = (struct variable){text, length, value == NULL, __atomic_load_n(&variables, __ATOMIC_ACQUIRE)};
  while (!__atomic_compare_exchange_n(&variables, &one->next, one, false, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
    continue;
  return true;
}

static char *own_getenv(const char *name) {
  const struct variable *one = find(name, strlen(name));
  if (one == NULL)
    return getenv(name);
  return one->gone ? NULL : one->text + one->name + 1;
}

static char *own_secure_getenv(const char *name) { return own_getenv(name); } /* no privileged process comes here */

static int own_setenv(const char *name, const char *value, int overwrite) {
  if (!overwrite && own_getenv(name) != NULL)
    return 0;
  if (keep(name, strlen(name), value))
    return 0;
  errno = ENOMEM;
  return -1;
}

static int own_unsetenv(const char *name) { return keep(name, strlen(name), NULL) ? 0 : -1; }

static int own_putenv(char *text) {
  const char *equals = strchr(text, '=');
  if (equals == NULL)
    return own_unsetenv(text);
  return keep(text, (size_t)(equals - text), equals + 1) ? 0 : -1;
}

void mrt_set_for_drivers(const char *name, const char *value) {
  if (!mrt_isolate())
    setenv(name, value, 0);
  else if (own_getenv(name) == NULL)
    keep(name, strlen(name), value);
}

/* ---- the process ------------------------------------------------------------------------------------------- */

static char *own_setlocale(int category, const char *name) { return name == NULL ? setlocale(category, NULL) : NULL; }

static int own_chdir(const char *path) {
  (void)path;
  errno = EACCES;
  return -1;
}

static int own_fchdir(int file) {
  (void)file;
  errno = EACCES;
  return -1;
}

static mode_t own_umask(mode_t mask) {
  static mode_t kept = 022;
  return __atomic_exchange_n(&kept, mask & 0777, __ATOMIC_RELAXED);
}

/* That of an integer division by zero in a kernel, which is not to end a program that does not look at it, may be the
 * driver's. */
static int own_sigaction(int number, const struct sigaction *action, struct sigaction *before) {
  struct sigaction now;
  if (sigaction(number, NULL, &now) != 0)
    return -1;
  if (action != NULL && number == SIGFPE && now.sa_handler == SIG_DFL)
    return sigaction(number, action, before);
  if (before != NULL)
    *before = now;
  return 0;
}

typedef void (*handler)(int);

static handler own_signal(int number, handler function) {
  struct sigaction action = {.sa_handler = function, .sa_flags = SA_RESTART}, before;
  sigemptyset(&action.sa_mask);
  return own_sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

static int own_sigaltstack(const stack_t *stack, stack_t *before) {
  (void)stack;
  return before != NULL ? sigaltstack(NULL, before) : 0;
}

/* ---- files ------------------------------------------------------------------------------------------------- */

/* Gives a file a number that the program would not get next. */
static int moved(int file) {
  int kept = errno;
  int high = file >= 0 && file < LOWEST_FILE ? fcntl(file, F_DUPFD_CLOEXEC, LOWEST_FILE) : -1;
  if (high >= 0) {
    close(file);
    file = high;
  }
  errno = kept;
  return file;
}

static bool creates(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

static int own_openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = creates(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return moved(openat(folder, path, flags | O_CLOEXEC, mode));
}

static int own_open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = creates(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return own_openat(AT_FDCWD, path, flags, mode);
}

static int own_open_2(const char *path, int flags) { return own_open(path, flags, 0); }

static void *own_dlopen(const char *path, int mode) {
  void *library = dlopen(path, mode);
  if (library != NULL)
    mrt_isolate();
  return library;
}

/* ---- the list ---------------------------------------------------------------------------------------------- */

typedef void (*function)(void);

#define OWN(name) {#name, (function)name, (function)own_##name, false, false}
#define READS(name) {#name, (function)name, (function)own_##name, true, false}

/* In the order of their names. */
static const struct mrt_substitute all[] = {
    {"__open64_2", NULL, (function)own_open_2, false, false},
    {"__open_2", NULL, (function)own_open_2, false, false},
    {"__secure_getenv", NULL, (function)own_secure_getenv, true, false},
    OWN(chdir),
    {"dlopen", (function)dlopen, (function)own_dlopen, false, true},
    OWN(drand48),
    OWN(fchdir),
    READS(getenv),
    OWN(initstate),
    OWN(lcong48),
    OWN(lrand48),
    OWN(mrand48),
    OWN(open),
    {"open64", (function)open64, (function)own_open, false, false},
    OWN(openat),
    {"openat64", (function)openat64, (function)own_openat, false, false},
    OWN(putenv),
    OWN(rand),
    OWN(random),
    READS(secure_getenv),
    OWN(seed48),
    OWN(setenv),
    OWN(setlocale),
    OWN(setstate),
    OWN(sigaction),
    OWN(sigaltstack),
    OWN(signal),
    OWN(srand),
    OWN(srand48),
    OWN(srandom),
    OWN(umask),
    OWN(unsetenv),
};

static int by_name(const void *name, const void *one) {
  return strcmp(name, ((const struct mrt_substitute *)one)->name);
}

const struct mrt_substitute *mrt_substitute_for(const char *name) {
  return bsearch(name, all, sizeof all / sizeof *all, sizeof *all, by_name);
}
