/* history.c: what processes took that did the same, on either side, so that the next one is on the better side from
 * its beginning.
 *
 * A model that was trained offline knows neither what a program's input makes of it nor when it will end: so a
 * process that expects little of the device waits on the CPU first, and one that is expected to need it opens it when
 * the first region asks.  What it took is known at its end, and is kept for processes of the same executable with the
 * same arguments in the same folder with as many threads: a history-based performance model (Augonnet, Thibault and
 * Namyst: Automatic Calibration of Performance Models on Heterogeneous Multicore Architectures, 2009).
 *
 * A record has the seconds of all regions with the device closed and with the device open, the start-up included, as
 * far as these were measured, or follow from executions of the same work on the other arm (revision.c).  Where the
 * device was never used, what the model expects of it stands for that, until the next process measures it.
 *
 * The same arguments may name a file that has changed since.  So a record also has what the model expected of OpenMP
 * when the first region asked: where that is several times more or less now, the process does something else, and the
 * record says nothing of it.
 */
#include "mrt_decide.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern int omp_get_max_threads(void) __attribute__((weak));

enum { NAME = 64, VALID = 7 * 24 * 3600, PIECE = 4096 };
/* Of an arm's seconds so many may be of executions whose time on the other arm is not known; and so much a record may
 * be wrong before it is written again, or an expectation. */
static const double overlooked = 0.1, inexact = 0.25;
static const char format[] = "cpu %lf opencl %lf expected %lf asked %lf model %63[^\n]";
/* An expectation of OpenMP that differs by this factor is about other work. */
static const double other_work = 4;

struct record { /* seconds; negative: not known */
  double cpu, opencl, expected;
  double asked;     /* what was expected of OpenMP when the first region asked */
  char model[NAME]; /* whose device it is */
};

static struct {
  mrt_u64 key; /* 0: nothing is kept */
  struct record before;
  bool found; /* there was a record */
  double total[2],
      unmatched[2]; /* seconds by whether the device is open; of these, without a known time on the other side */
  double waited;    /* seconds on the CPU of regions that the model would have run on an open device */
  double expected, startup;
  double asked;
  const struct mrt_model *model; /* that expects it */
} these = {.before = {-1, -1, -1, -1, ""}, .expected = -1, .asked = -1};

/* ---- which process ------------------------------------------------------------------------------------------- */

static mrt_u64 with_arguments(mrt_u64 key) {
  char piece[PIECE];
  FILE *file = fopen("/proc/self/cmdline", "re");
  if (file == NULL)
    return 0;
  for (size_t bytes; (bytes = fread(piece, 1, sizeof piece, file)) > 0;)
    key = mrt_hash(key, piece, bytes);
  fclose(file);
  return key;
}

static mrt_u64 key_of_process(void) {
  struct stat status;
  char folder[PATH_MAX];
  size_t drivers;
  if (stat("/proc/self/exe", &status) != 0 || getcwd(folder, sizeof folder) == NULL)
    return 0;
  long long facts[] = {(long long)status.st_dev,          (long long)status.st_ino,
                       (long long)status.st_size,         (long long)status.st_mtim.tv_sec,
                       (long long)status.st_mtim.tv_nsec, omp_get_max_threads != NULL ? omp_get_max_threads() : 1};
  mrt_u64 key = mrt_hash(mrt_stamp_devices(&drivers), facts, sizeof facts);
  return with_arguments(mrt_hash(key, folder, strlen(folder)));
}

/* ---- the record ---------------------------------------------------------------------------------------------- */

static void read_record(void) {
  char path[MRT_PATH_BYTES];
  struct stat status;
  struct record read;
  MRT_PLAIN_NUMBERS;
  FILE *file = mrt_state_path(these.key, ".history", path, false) ? mrt_open_own(path) : NULL;
  if (file == NULL)
    return;
  bool fresh = fstat(fileno(file), &status) == 0 && time(NULL) - status.st_mtime < VALID;
  bool whole = fresh && fscanf(file, format, &read.cpu, &read.opencl, &read.expected, &read.asked, read.model) == 5;
  if (whole && isfinite(read.cpu) && isfinite(read.opencl) && isfinite(read.expected) && isfinite(read.asked)) {
    these.before = read;
    these.found = true;
  }
  fclose(file);
}

static void write_record(const struct record *record) {
  char path[MRT_PATH_BYTES], temporary[MRT_PATH_BYTES + 16];
  MRT_PLAIN_NUMBERS;
  FILE *file = mrt_state_path(these.key, ".history", path, true) ? mrt_begin_file(path, temporary) : NULL;
  if (file == NULL)
    return;
  fprintf(file, "cpu %.9g opencl %.9g expected %.9g asked %.9g model %s\n", record->cpu, record->opencl,
          record->expected, record->asked, record->model);
  mrt_end_file(file, temporary, path);
}

/* The better side: -1 where it is not known.  A process that ended with the device open has found that better.  What
 * is expected must be clearly less than what was measured. */
static int verdict(const struct record *record) {
  if (record->opencl >= 0)
    return record->cpu < 0 || record->opencl < record->cpu ? MRT_OPENCL : MRT_CPU;
  return record->expected >= 0 && (1 + inexact) * record->expected < record->cpu ? MRT_OPENCL : -1;
}

int mrt_history_says(void) { return verdict(&these.before); }

const char *mrt_history_model(void) { return these.before.model; }

void mrt_history_reason(char *text, size_t size) {
  const struct record *record = &these.before;
  double opencl = record->opencl >= 0 ? record->opencl : record->expected;
  const char *how = record->opencl >= 0 ? "took" : "is expected to take";
  if (record->cpu >= 0)
    snprintf(text, size, "the last time regions took %.3g s on the CPU, and OpenCL %s %.3g s", record->cpu, how,
             opencl);
  else
    snprintf(text, size, "the last time regions stayed on the device, for %.3g s", opencl);
}

void mrt_history_begin(void) {
  these.key = key_of_process();
  if (these.key != 0)
    read_record();
}

/* ---- this process ---------------------------------------------------------------------------------------------- */

void mrt_history_expects(const struct mrt_model *model, double opencl) {
  these.model = model;
  these.startup = model->facts.patience / MRT_PATIENCE;
  these.expected = opencl > 0 ? opencl : -1;
}

/* Whether the model expects about as much of this process as of the one before it; where it expected nothing, it is
 * taken to. */
static bool is_same_work(double before, double now) {
  return before <= 0 || now <= 0 || (now < other_work * before && before < other_work * now);
}

void mrt_history_asked(double cpu) {
  if (these.asked >= 0)
    return;
  these.asked = cpu;
  if (is_same_work(these.before.asked, cpu))
    return;
  mrt_trace("the last time %.3g s were expected of the CPU, and now %.3g s: what it took then says nothing",
            these.before.asked, cpu);
  these.before = (struct record){-1, -1, -1, -1, ""};
  these.found = false;
}

void mrt_history_add(bool open, bool waits, double seconds, double elsewhere) {
  these.total[open] += seconds;
  if (waits)
    these.waited += seconds;
  if (elsewhere >= 0)
    these.total[!open] += elsewhere;
  else
    these.unmatched[open] += seconds;
}

/* Seconds with the device open or closed; negative where too much is not known. */
static double seconds_of(bool open) {
  bool known = these.total[open] > 0 && these.unmatched[!open] <= overlooked * these.total[!open];
  return known ? these.total[open] : -1;
}

static bool is_near(double one, double other) {
  return one < 0 ? other < 0 : other >= 0 && fabs(one - other) <= inexact * one;
}

/* Where regions that would run on the device take less than opening it, nothing is expected of it. */
static double expected_now(void) {
  if (these.expected < 0)
    return these.before.expected;
  return these.waited > these.startup ? these.expected : -1;
}

void mrt_forget_history(void) { these.key = 0; }

void mrt_history_end(void) {
  const struct record *before = &these.before;
  if (these.key == 0 || these.model == NULL || mrt_device_is_lost())
    return;
  double cpu = seconds_of(false), opencl = seconds_of(true);
  struct record now = {.cpu = cpu >= 0 ? cpu : before->cpu,
                       .opencl = opencl >= 0 ? opencl + these.startup : before->opencl,
                       .expected = expected_now(),
                       .asked = these.asked >= 0 ? these.asked : before->asked};
  snprintf(now.model, sizeof now.model, "%s", these.model->name);
  bool matters = now.opencl >= 0 || now.cpu > these.startup; /* otherwise the device can't pay */
  bool same = these.found && is_near(before->cpu, now.cpu) && is_near(before->opencl, now.opencl) &&
              verdict(before) == verdict(&now);
  if (matters && !same)
    write_record(&now);
}
