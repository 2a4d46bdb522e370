/* revised.c: the rule that takes work back, on simulated times: no clock, no device.
 *
 * `revised FIRST LAST` makes a random program of each seed: some regions of several sizes, executed in rounds, with
 * random costs on either side, launches that the host does not wait for, arrays that must be copied after each change
 * of sides and arrays that go to and fro in each round.  A model that is always right, always wrong, or mixes both
 * starts it.  The process must take no longer than the bound of docs/revision.md, and even less where the page
 * adds up the worst of several things that don't come together.  Prints the worst.
 */
#include "mrt_revision.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REGIONS = 8, SIZES = 5, QUEUED = 128 };

struct region {
  unsigned sizes, executions; /* of each size in a round */
  double work[SIZES], seconds[2][SIZES];
  double first[2];  /* what its first execution after a change of sides takes more */
  bool asynchronous; /* the host goes on while the device works */
};

struct program {
  unsigned regions, rounds;
  struct region all[REGIONS];
  double startup, patience, round_trip; /* copies of each round on the device */
  bool by_region[REGIONS];              /* of a mixed model */
  enum mrt_arm model;
};

/* ---- random numbers --------------------------------------------------------------------------------------- */

static uint64_t state;

static double uniform(void) { /* splitmix64, Steele, Lea and Flood, OOPSLA 2014 */
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static double between(double low, double high) { return low * pow(high / low, uniform()); }

static unsigned number(unsigned most) { return 1 + (unsigned)(uniform() * most); }

static struct program make(uint64_t seed) {
  state = seed;
  struct program program = {.regions = number(REGIONS), .rounds = (unsigned)between(1, 3000)};
  double ratio = between(0.004, 250);
  for (unsigned r = 0; r < program.regions; r++) {
    struct region *region = &program.all[r];
    region->sizes = uniform() < 0.5 ? 1 : number(SIZES);
    region->executions = uniform() < 0.7 ? 1 : number(20);
    region->asynchronous = uniform() < 0.5;
    double base = between(1e-6, 1e-2), own = ratio * between(0.3, 3);
    double overhead[2] = {between(1e-6, 1e-5), between(3e-6, 3e-5)};
    for (unsigned s = 0; s < region->sizes; s++) {
      region->work[s] = pow(8, s);
      region->seconds[0][s] = overhead[0] + base * region->work[s];
      region->seconds[1][s] = overhead[1] + base * region->work[s] * own;
    }
    for (int side = 0; side < 2; side++)
      region->first[side] = uniform() < 0.5 ? 0 : between(1e-5, 1e-2);
    program.by_region[r] = uniform() < 0.5;
  }
  program.startup = between(0.01, 0.5);
  program.round_trip = uniform() < 0.7 ? 0 : between(1e-5, 1e-3);
  program.model = (enum mrt_arm)(uniform() * 3);
  return program;
}

/* ---- running ----------------------------------------------------------------------------------------------- */

struct process {
  const struct program *program;
  struct mrt_revision revision;
  struct mrt_pace paces[REGIONS];
  unsigned era[REGIONS], there[REGIONS]; /* executions on the device since the last change */
  bool open, is_there[REGIONS];
  double time, queued;
  unsigned commands, last, done, trials;
  double longest; /* execution, or wait */
};

static enum mrt_arm other_than(const struct process *process) {
  enum mrt_arm incumbent = process->revision.incumbent;
  if (incumbent == ARM_MIXED)
    return process->trials % 2 == 0 ? ARM_CPU : ARM_OPENCL;
  return incumbent == ARM_CPU ? ARM_OPENCL : ARM_CPU;
}

static void drain(struct process *process, bool counts) {
  double seconds = process->queued;
  process->queued = 0;
  process->commands = 0;
  process->time += seconds;
  process->longest = fmax(process->longest, seconds);
  if (counts && seconds > 0)
    mrt_revision_wait(&process->revision, &process->paces[process->last], seconds);
}

static bool on_device(const struct process *process, unsigned r) {
  enum mrt_arm now = process->revision.now;
  return now == ARM_OPENCL || (now == ARM_MIXED && process->program->by_region[r]);
}

static void execute(struct process *process, unsigned r, unsigned s) {
  const struct program *program = process->program;
  const struct region *region = &program->all[r];
  struct mrt_revision *revision = &process->revision;
  bool device = on_device(process, r);
  double seconds = region->seconds[device][s];
  if (device != process->is_there[r]) {
    process->is_there[r] = device;
    seconds += region->first[device];
  }
  if (process->era[r] != revision->era) {
    process->era[r] = revision->era;
    process->there[r] = 0;
  }
  if (device && !process->open)
    process->time += program->startup;
  process->open |= device;
  double longest = seconds;
  if (device) {
    unsigned count = ++process->there[r];
    process->queued += seconds;
    process->last = r;
    seconds = 0;
    if (!region->asynchronous || (count & (count - 1)) == 0 || ++process->commands >= QUEUED) {
      seconds = process->queued;
      process->queued = 0;
      process->commands = 0;
    }
  }
  process->time += seconds;
  process->longest = fmax(process->longest, fmax(seconds, longest));
  revision->other = other_than(process);
  double ahead = (program->rounds - process->done) / (process->done + 0.5);
  mrt_revision_add(revision, &process->paces[r], region->work[s], seconds, 1, ahead > 0);
  if (!mrt_revision_is_due(revision, ahead))
    return;
  drain(process, true);
  if (!mrt_is_trial(revision))
    process->trials++;
  if (mrt_revision_is_due(revision, ahead))
    mrt_revision_settle(revision);
}

/* One side's, or with revisions; the longest execution and the first ones' costs come back, too. */
static double run(const struct program *program, enum mrt_arm arm, bool revised, struct process *process) {
  memset(process, 0, sizeof *process);
  process->program = program;
  double patience = revised ? program->patience : INFINITY;
  mrt_revision_begin(&process->revision, arm, patience);
  for (process->done = 0; process->done < program->rounds; process->done++) {
    for (unsigned r = 0; r < program->regions; r++)
      for (unsigned s = 0; s < program->all[r].sizes; s++)
        for (unsigned i = 0; i < program->all[r].executions; i++)
          execute(process, r, s);
    if (process->revision.now != ARM_CPU && program->round_trip > 0) {
      process->queued += program->round_trip;
      drain(process, true);
    }
  }
  drain(process, false);
  return process->time;
}

/* The bound of docs/revision.md: three eighths over the better side; opening the device; what passes before the first
 * trial, and as much where the end seemed near; two executions of the longest region; what first executions take more,
 * as often as trials may fail because of them; and the work that must repeat, once on the slower side.  Of a mix the two
 * sides are tried one after the other. */
static double bound(const struct program *program, const double *times, double longest) {
  double firsts = 0, mixed = program->model == ARM_MIXED ? 1 : 0;
  for (unsigned r = 0; r < program->regions; r++)
    firsts += program->all[r].first[0] + program->all[r].first[1];
  return 1.375 * fmin(times[0], times[1]) + program->startup + (2 + 2 * mixed) * program->patience +
         (2 + 6 * mixed) * longest + 16 * firsts + (1 + 2 * mixed) * fmax(times[0], times[1]) / program->rounds;
}

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  static struct process cpu, opencl, mapped;
  double worst = 0, logarithms[2] = {0, 0};
  unsigned models[2] = {0, 0};
  for (uint64_t seed = strtoull(arguments[1], NULL, 10); seed < strtoull(arguments[2], NULL, 10); seed++) {
    struct program program = make(seed);
    program.patience = (program.model == ARM_CPU ? 4 : 1) * program.startup;
    double times[2] = {run(&program, ARM_CPU, false, &cpu), run(&program, ARM_OPENCL, false, &opencl)};
    double best = fmin(times[0], times[1]), time = run(&program, program.model, true, &mapped);
    double most = bound(&program, times, mapped.longest);
    worst = fmax(worst, time / most);
    if (time > most)
      printf("seed %llu, model %d: %.4g s; CPU %.4g, OpenCL %.4g; bound %.4g\n", (unsigned long long)seed,
             (int)program.model, time, times[0], times[1], most);
    if (program.model != ARM_MIXED) {
      int wrong = times[program.model] > best;
      models[wrong]++;
      logarithms[wrong] += log(time / best);
    }
  }
  printf("worst %.3f of the bound; where the model is right %.3f times the better side, where it is wrong %.3f\n", worst,
         exp(logarithms[0] / models[0]), exp(logarithms[1] / models[1]));
  return worst > 1;
}
