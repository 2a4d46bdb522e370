/* tune.c: the shapes of work-groups, measured under MAPPER_TUNE=1 and remembered.
 *
 * Each launch of a kernel whose shape is free tries another shape and waits for its end.  What was fastest is kept in
 * a file for each program and device, and later processes take it from there.  Launches are told apart by the powers
 * of two of their iterations in each dimension.
 */
#include "mrt_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 12, ROUNDS = 3, NAME_BYTES = 256 };
#define CLEARLY 1.03 /* how much faster than the usual shape another one must be */

/* Powers of two; what follows the last one is the usual shape, again. */
/* clang-format off */
static const unsigned char shapes[3][SHAPES][3] = {
    {{5, 0, 0}, {6, 0, 0}, {7, 0, 0}, {8, 0, 0}, {9, 0, 0}, {10, 0, 0}},
    {{5, 0, 0}, {6, 0, 0}, {7, 0, 0}, {8, 0, 0}, {5, 1, 0}, {5, 2, 0},
     {5, 3, 0}, {5, 4, 0}, {6, 1, 0}, {6, 2, 0}, {4, 4, 0}, {3, 3, 0}},
    {{5, 0, 0}, {6, 0, 0}, {7, 0, 0}, {8, 0, 0}, {5, 1, 0}, {5, 2, 0},
     {5, 3, 0}, {6, 1, 0}, {6, 2, 0}, {5, 1, 1}, {5, 2, 1}, {3, 2, 2}}};
/* clang-format on */

struct mrt_tuned { /* one for each kernel and size */
  struct mrt_tuned *next;
  char name[NAME_BYTES];
  unsigned powers[3];
  bool known;
  size_t best[3];
  double gain;
  size_t usual[3];
  double seconds[1 + SHAPES]; /* for each iteration, the least; the first is the usual shape's */
  unsigned tries;
};

static unsigned power_of(mrt_u64 count) {
  unsigned power = 0;
  while (count >>= 1)
    power++;
  return power;
}

/* ---- the file ------------------------------------------------------------------------------------------------- */

static struct mrt_tuned *add(struct mrt_program_state *program, const char *name, const unsigned powers[3]) {
  struct mrt_tuned *fresh = calloc(1, sizeof *fresh);
  if (fresh == NULL || strlen(name) >= sizeof fresh->name) {
    free(fresh);
    return NULL;
  }
  strcpy(fresh->name, name);
  memcpy(fresh->powers, powers, sizeof fresh->powers);
  for (unsigned i = 0; i <= SHAPES; i++)
    fresh->seconds[i] = INFINITY;
  fresh->next = program->tuned;
  program->tuned = fresh;
  return fresh;
}

static void read_file(const struct mrt_program *program) {
  char path[MRT_PATH_BYTES], name[NAME_BYTES];
  unsigned powers[3];
  size_t best[3];
  double gain;
  MRT_PLAIN_NUMBERS;
  FILE *file = mrt_state_path(mrt_program_key(program), ".shapes", path, false) ? mrt_open_own(path) : NULL;
  if (file == NULL)
    return;
  while (fscanf(file, "%255s %u %u %u %zu %zu %zu %lf", name, &powers[0], &powers[1], &powers[2], &best[0], &best[1],
                &best[2], &gain) == 8) {
    struct mrt_tuned *tuned = best[0] > 0 && best[1] > 0 && best[2] > 0 ? add(program->state, name, powers) : NULL;
    if (tuned == NULL)
      break;
    tuned->known = true;
    tuned->gain = gain;
    memcpy(tuned->best, best, sizeof best);
  }
  fclose(file);
}

static void write_file(const struct mrt_program *program) {
  char path[MRT_PATH_BYTES], temporary[MRT_PATH_BYTES + 16];
  if (!mrt_state_path(mrt_program_key(program), ".shapes", path, true)) {
    mrt_say("there is no place to keep the shapes of %s's kernels: set MAPPER_STATE_DIR", program->name);
    return;
  }
  FILE *file = mrt_begin_file(path, temporary);
  for (const struct mrt_tuned *each = program->state->tuned; file != NULL && each != NULL; each = each->next)
    if (each->known)
      fprintf(file, "%s %u %u %u %zu %zu %zu %.4g\n", each->name, each->powers[0], each->powers[1], each->powers[2],
              each->best[0], each->best[1], each->best[2], each->gain);
  if (file == NULL || !mrt_end_file(file, temporary, path))
    mrt_say("%s can't be written", path);
}

/* ---- measuring ------------------------------------------------------------------------------------------------ */

static struct mrt_tuned *find(const struct mrt_launch *launch, const struct mrt_program *program) {
  unsigned powers[3] = {0, 0, 0};
  for (unsigned d = 0; d < launch->kernel->dimensions; d++)
    powers[d] = power_of(launch->counts[d]);
  struct mrt_tuned *tuned = program->state->tuned;
  while (tuned != NULL &&
         (strcmp(tuned->name, launch->kernel->name) != 0 || memcmp(tuned->powers, powers, sizeof powers) != 0))
    tuned = tuned->next;
  return tuned != NULL || !mrt_settings()->tune ? tuned : add(program->state, launch->kernel->name, powers);
}

static void shape_of(const struct mrt_tuned *tuned, unsigned dimensions, unsigned number, size_t local[3]) {
  const unsigned char *powers = number > 0 ? shapes[dimensions - 1][number - 1] : NULL;
  for (unsigned d = 0; d < 3; d++)
    local[d] = powers == NULL || powers[0] == 0 ? tuned->usual[d] : (size_t)1 << powers[d];
}

static void conclude(struct mrt_tuned *tuned, unsigned dimensions) {
  unsigned best = 0;
  for (unsigned i = 1; i <= SHAPES; i++)
    if (tuned->seconds[i] * CLEARLY < tuned->seconds[0] && tuned->seconds[i] < tuned->seconds[best])
      best = i;
  shape_of(tuned, dimensions, best, tuned->best);
  tuned->gain = tuned->seconds[0] / tuned->seconds[best];
  tuned->known = true;
}

void mrt_tuned_shape(struct mrt_launch *launch, size_t local[3]) {
  const struct mrt_program *program = mrt_kernel_program(launch->kernel, launch->run);
  if (!program->state->tuned_read) {
    program->state->tuned_read = true;
    read_file(program);
  }
  if (program->state->tuned == NULL && !mrt_settings()->tune)
    return;
  struct mrt_tuned *tuned = find(launch, program);
  if (tuned == NULL)
    return;
  if (!tuned->known) {
    memcpy(tuned->usual, local, sizeof tuned->usual);
    launch->tuned = tuned;
    shape_of(tuned, launch->kernel->dimensions, tuned->tries % (1 + SHAPES), local);
    return;
  }
  memcpy(local, tuned->best, sizeof tuned->best);
}

void mrt_tune(const struct mrt_launch *launch, double before) {
  struct mrt_tuned *tuned = launch->tuned;
  if (tuned == NULL || !mrt_pending_wait(launch->number))
    return;
  double seconds = launch->state->cost.seconds - before;
  for (unsigned d = 0; d < launch->kernel->dimensions; d++)
    seconds /= (double)launch->counts[d];
  double *least = &tuned->seconds[tuned->tries % (1 + SHAPES)];
  if (seconds > 0 && seconds < *least)
    *least = seconds;
  if (++tuned->tries == ROUNDS * (1 + SHAPES))
    conclude(tuned, launch->kernel->dimensions);
}

static void tell(const struct mrt_tuned *tuned) {
  if (tuned->gain > 1.0)
    mrt_say("%s (2^%u x 2^%u x 2^%u): work-groups of %zu x %zu x %zu, %.2f times as fast", tuned->name,
            tuned->powers[0], tuned->powers[1], tuned->powers[2], tuned->best[0], tuned->best[1], tuned->best[2],
            tuned->gain);
  else
    mrt_say("%s (2^%u x 2^%u x 2^%u): the usual work-groups", tuned->name, tuned->powers[0], tuned->powers[1],
            tuned->powers[2]);
}

void mrt_tune_end(void) {
  for (struct mrt_program *program = mrt_all_programs(); program != NULL; program = program->next) {
    if (program->state == NULL || program->state->tuned == NULL)
      continue;
    for (const struct mrt_tuned *each = program->state->tuned; each != NULL; each = each->next)
      if (each->known)
        tell(each);
      else
        mrt_say("%s (2^%u x 2^%u x 2^%u): %u launches of the %d that it takes", each->name, each->powers[0],
                each->powers[1], each->powers[2], each->tries, ROUNDS * (1 + SHAPES));
    write_file(program);
  }
}
