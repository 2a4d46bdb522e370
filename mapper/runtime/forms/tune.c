/* tune.c: the shapes of work-groups and of blocks, measured under MAPPER_TUNE=1 and remembered.
 *
 * Each launch of a kernel whose shape is free, or that has blocks of several sizes, tries another one and waits for
 * its end.  What was fastest is kept in a file for each program and device, and later processes take it from there.
 * Launches differ by the powers of two of their iterations in each dimension.
 */
#include "mrt_forms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 12, ROUNDS = 3, NAME_BYTES = 256 };
#define CLEARLY 1.03 /* how much faster than the usual shape another one must be */

/* Powers of two; nothing follows the last one. */
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
  unsigned candidates; /* besides the usual one */
  bool blocks;         /* of iterations, rather than work-groups */
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
  if (tuned == NULL && mrt_settings()->tune)
    tuned = add(program->state, launch->kernel->name, powers);
  if (tuned != NULL)
    tuned->blocks = launch->kernel->blocks != NULL;
  return tuned;
}

/* One that a kernel can have; false behind the last one. */
static bool shape_at(const struct mrt_kernel *kernel, unsigned number, size_t shape[3]) {
  if (kernel->blocks != NULL) {
    if (number > 0 && (kernel->blocks[number - 1].name == NULL || kernel->blocks[number - 1].tile[0] == 0))
      return false;
    const mrt_size *tile = number > 0 ? kernel->blocks[number - 1].tile : kernel->tile;
    memcpy(shape, (size_t[3]){tile[2], tile[3], 1}, 3 * sizeof *shape);
    return true;
  }
  for (unsigned d = 0; number < SHAPES && d < 3; d++)
    shape[d] = (size_t)1 << shapes[kernel->dimensions - 1][number][d];
  return number < SHAPES && shape[0] > 1;
}

static void candidate(const struct mrt_kernel *kernel, const struct mrt_tuned *tuned, unsigned number,
                      size_t shape[3]) {
  if (number == 0)
    memcpy(shape, tuned->usual, sizeof tuned->usual);
  else
    shape_at(kernel, number - 1, shape);
}

static unsigned candidates_of(const struct mrt_kernel *kernel) {
  unsigned count = 0;
  size_t shape[3];
  while (count < SHAPES && shape_at(kernel, count, shape))
    count++;
  return count;
}

static void conclude(struct mrt_tuned *tuned, const struct mrt_kernel *kernel) {
  unsigned best = 0;
  for (unsigned i = 1; i <= tuned->candidates; i++)
    if (tuned->seconds[i] * CLEARLY < tuned->seconds[0] && tuned->seconds[i] < tuned->seconds[best])
      best = i;
  candidate(kernel, tuned, best, tuned->best);
  tuned->gain = tuned->seconds[0] / tuned->seconds[best];
  tuned->known = true;
}

bool mrt_tuned_shape(struct mrt_launch *launch, size_t shape[3]) {
  const struct mrt_program *program = mrt_kernel_program(launch->kernel, launch->run);
  if (!program->state->tuned_read) {
    program->state->tuned_read = true;
    read_file(program);
  }
  if (program->state->tuned == NULL && !mrt_settings()->tune)
    return false;
  struct mrt_tuned *tuned = find(launch, program);
  if (tuned == NULL)
    return false;
  if (!tuned->known) {
    memcpy(tuned->usual, shape, sizeof tuned->usual);
    tuned->candidates = candidates_of(launch->kernel);
    launch->tuned = tuned;
    candidate(launch->kernel, tuned, tuned->tries % (1 + tuned->candidates), shape);
    return true;
  }
  memcpy(shape, tuned->best, sizeof tuned->best);
  return true;
}

void mrt_tune(const struct mrt_launch *launch, double before) {
  struct mrt_tuned *tuned = launch->tuned;
  if (tuned == NULL || !mrt_pending_wait(launch->number))
    return;
  double seconds = launch->state->cost.seconds - before;
  for (unsigned d = 0; d < launch->kernel->dimensions; d++)
    seconds /= (double)launch->counts[d];
  double *least = &tuned->seconds[tuned->tries % (1 + tuned->candidates)];
  if (seconds > 0 && seconds < *least)
    *least = seconds;
  if (++tuned->tries == ROUNDS * (1 + tuned->candidates))
    conclude(tuned, launch->kernel);
}

static void tell(const struct mrt_tuned *tuned) {
  const char *what = tuned->blocks ? "blocks" : "work-groups";
  if (tuned->gain > 1.0)
    mrt_say("%s (2^%u x 2^%u x 2^%u): %s of %zu x %zu x %zu, %.2f times as fast", tuned->name, tuned->powers[0],
            tuned->powers[1], tuned->powers[2], what, tuned->best[0], tuned->best[1], tuned->best[2], tuned->gain);
  else
    mrt_say("%s (2^%u x 2^%u x 2^%u): the usual %s", tuned->name, tuned->powers[0], tuned->powers[1],
            tuned->powers[2], what);
}

void mrt_tune_end(void) {
  for (struct mrt_program *program = mrt_all_programs(); program != NULL; program = program->next) {
    if (program->state == NULL || program->state->tuned == NULL)
      continue;
    for (const struct mrt_tuned *each = program->state->tuned; each != NULL; each = each->next)
      if (each->known)
        tell(each);
      else
        mrt_say("%s (2^%u x 2^%u x 2^%u): %u launches of the %u that it takes", each->name, each->powers[0],
                each->powers[1], each->powers[2], each->tries, ROUNDS * (1 + each->candidates));
    write_file(program);
  }
}
