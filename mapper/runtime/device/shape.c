/* shape.c: a small model of the device: what numbers of work-items and work-groups suit its processors.
 *
 * The one place where such numbers are chosen at run time; docs/shapes.md lists them, with those of kernels' texts.
 */
#include "mrt_device.h"

#include <math.h>
#include <string.h>

enum { WARP = 32, USUAL_GROUP = 256, WIDEST_ROW = 128, FEWEST_PER_UNIT = 2, SCHEDULERS = 4 };
enum { SUMMING_PER_GPU_UNIT = 8, SUMMING_ITEMS_PER_CPU_UNIT = 32 };
enum { COUNTING_PER_UNIT = 8, WIDE_COUNTING_PER_UNIT = 16, WIDE_COUNTERS = 256, ITERATIONS_A_COUNTER = 4 };
enum { ORDERED_PER_GPU_UNIT = 2, ORDERED_PER_CPU_UNIT = 4 };
enum { TEAM_PER_GPU_UNIT = 64, TEAM_PER_CPU_UNIT = 4 };
enum { IN_TURN_PER_GPU_UNIT = 512, IN_TURN_PER_CPU_UNIT = 4 };
enum { MANY_A_UNIT = 256 }; /* iterations that can each have a work-item, where rows are not what counts */

static const struct {
  double below; /* elements of a mean row */
  unsigned lanes;
} best[] = {{12.0, 1}, {48.0, 8}, {1024.0, 32}, {4096.0, 128}, {INFINITY, 512}}; /* measured on an H200 */

/* ---- the work-groups of a range ---------------------------------------------------------------------------- */

/* The smallest power of two that is not below `count`, at most `most`. */
static size_t power_of_two_for(mrt_u64 count, size_t most) {
  size_t size = 1;
  while (size < count && size * 2 <= most)
    size *= 2;
  return size;
}

static size_t items_in(const size_t *local) { return local[0] * local[1] * local[2]; }

static mrt_u64 groups_in(const struct mrt_range *range, const size_t *local) {
  mrt_u64 groups = 1;
  for (unsigned d = 0; d < range->dimensions; d++)
    groups *= (range->counts[d] + local[d] - 1) / local[d];
  return groups;
}

static void halve(const struct mrt_range *range, size_t *local) {
  unsigned outer = range->dimensions - 1;
  while (outer > 0 && local[outer] == 1)
    outer--;
  local[outer] /= 2;
}

/* Smaller groups where there would be fewer than some for each unit, down to what runs in step.  Where iterations
 * have loops, and each scheduler of a unit would have less than one group, down to a single iteration: those that
 * run in step wait for each other's branches and cache lines. */
static void spread(const struct mrt_processors *on, const struct mrt_range *range, size_t *local) {
  size_t fewest = range->width > WARP && !on->plain ? range->width : WARP;
  while (items_in(local) >= 2 * fewest && groups_in(range, local) < FEWEST_PER_UNIT * (mrt_u64)on->units)
    halve(range, local);
  while (range->loops && !on->plain && items_in(local) > 1 &&
         2 * groups_in(range, local) <= SCHEDULERS * (mrt_u64)on->units)
    halve(range, local);
}

/* On CPUs a group is a loop, long and one-dimensional. */
static void shape_on_cpu(const struct mrt_processors *on, const struct mrt_range *range, size_t *local) {
  mrt_u64 fair = range->counts[0] / (4u * (mrt_u64)on->units) + 1;
  bool share = range->dimensions == 1 && fair < range->counts[0];
  local[0] = power_of_two_for(share ? fair : range->counts[0], USUAL_GROUP);
}

/* 256, 32x8, 32x4x2. */
static void usual_shape(const struct mrt_processors *on, const struct mrt_range *range, size_t *local) {
  static const size_t usual[3][3] = {{256, 1, 1}, {32, 8, 1}, {32, 4, 2}};
  for (unsigned d = 0; d < range->dimensions; d++)
    local[d] = power_of_two_for(range->counts[d], usual[range->dimensions - 1][d]);
  spread(on, range, local);
}

/* Rows of the range, cut into equal parts, and as many of them as make a group. */
static void rows_shape(const struct mrt_processors *on, const struct mrt_range *range, size_t *local) {
  mrt_u64 most = USUAL_GROUP < range->limit ? USUAL_GROUP : range->limit;
  mrt_u64 row = range->counts[0] > 0 ? range->counts[0] : 1;
  mrt_u64 parts = (row + WIDEST_ROW - 1) / WIDEST_ROW, wide = row;
  for (; parts < row; parts++) {
    wide = (row + parts - 1) / parts;
    if (wide <= most && most / wide * wide * 4 >= most * 3) /* most of a group */
      break;
  }
  mrt_u64 size = wide;
  for (unsigned d = 0; d < range->dimensions; d++) {
    local[d] = size < on->item_limit[d] ? (size_t)(size > 0 ? size : 1) : on->item_limit[d];
    most /= local[d];
    size = d + 1 < range->dimensions && range->counts[d + 1] < most ? range->counts[d + 1] : most;
  }
}

void mrt_shape_of_range(const struct mrt_processors *on, const struct mrt_range *range, size_t *local) {
  for (unsigned d = 0; d < 3; d++)
    local[d] = 1;
  if (!on->gpu)
    shape_on_cpu(on, range, local);
  else
    usual_shape(on, range, local);
  if (on->gpu && !on->plain && range->dimensions == 3) {
    size_t rows[3];
    rows_shape(on, range, rows);
    if (groups_in(range, rows) >= on->resident / USUAL_GROUP * (mrt_u64)on->units)
      memcpy(local, rows, sizeof rows);
  }
  mrt_limit_shape(on, range->limit, local);
}

void mrt_limit_shape(const struct mrt_processors *on, size_t limit, size_t *local) {
  for (unsigned d = 0; d < 3; d++)
    while (local[d] > on->item_limit[d] && local[d] > 1)
      local[d] /= 2;
  while (local[0] * local[1] * local[2] > limit) {
    unsigned widest = 0;
    for (unsigned d = 1; d < 3; d++)
      if (local[d] > local[widest])
        widest = d;
    local[widest] /= 2;
  }
}

/* ---- how many work-groups share a loop ------------------------------------------------------------------------ */

size_t mrt_groups_that_sum(const struct mrt_processors *on, size_t group) {
  return on->units * (on->gpu ? SUMMING_PER_GPU_UNIT : (SUMMING_ITEMS_PER_CPU_UNIT + group - 1) / group);
}

/* As many iterations for each of them. */
size_t mrt_items_in_turn(const struct mrt_processors *on, mrt_u64 total, size_t group, size_t fitting) {
  mrt_u64 most = on->units * (mrt_u64)(on->gpu ? IN_TURN_PER_GPU_UNIT : IN_TURN_PER_CPU_UNIT);
  mrt_u64 fewest = on->gpu ? on->units * (mrt_u64)WARP : 1;
  if (most > fitting)
    most = fitting;
  most -= most % group;
  if (most == 0 || (most < fewest && most < total))
    return 0;
  mrt_u64 rounds = total / most + (total % most != 0);
  mrt_u64 share = total / rounds + (total % rounds != 0);
  return (size_t)((share + group - 1) / group * group);
}

/* Enough iterations for each that setting up its counters does not matter; more groups where they do not meet in few
 * counters at their ends. */
mrt_u64 mrt_groups_that_count(const struct mrt_processors *on, mrt_u64 total, unsigned counters) {
  mrt_u64 groups = on->units * (mrt_u64)(counters < WIDE_COUNTERS ? COUNTING_PER_UNIT : WIDE_COUNTING_PER_UNIT);
  mrt_u64 fair = total / (MRT_COUNTING_GROUP + ITERATIONS_A_COUNTER * (mrt_u64)counters) + 1;
  return groups < fair ? groups : fair;
}

mrt_u64 mrt_groups_in_order(const struct mrt_processors *on) {
  return on->units * (mrt_u64)(on->gpu ? ORDERED_PER_GPU_UNIT : ORDERED_PER_CPU_UNIT);
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

static mrt_u64 blocks_in(unsigned dimensions, const mrt_u64 *counts, const mrt_size *block) {
  mrt_u64 blocks = 1;
  for (unsigned d = 0; d < dimensions; d++)
    blocks *= d < 2 ? (counts[d] + block[2 + d] - 1) / block[2 + d] : counts[d];
  return blocks;
}

/* Without blocks: least where there are few iterations, less than a warp for each unit.
 * Large blocks read less, small ones keep more units busy; what is left for the last round takes long. */
double mrt_block_time(const struct mrt_processors *on, unsigned dimensions, const mrt_u64 *counts,
                      const mrt_size *tile) {
  if (tile[0] == 0) {
    double iterations = 1.0;
    for (unsigned d = 0; d < dimensions; d++)
      iterations *= (double)counts[d];
    return iterations <= WARP * (double)on->units ? 0.0 : INFINITY;
  }
  mrt_u64 each = tile[2] * tile[3] / (tile[0] * tile[1]);
  unsigned i = 0;
  while (i + 1 < MRT_BLOCKS && on->blocks[i].each < each)
    i++;
  const struct mrt_block_cost *block = &on->blocks[i];
  mrt_u64 share = (blocks_in(dimensions, counts, tile) + on->units - 1) / on->units;
  mrt_u64 rest = share % block->resident;
  double time = block->time * (double)(share - rest), last = block->time * (double)rest;
  return rest == 0 ? time : time + (last > block->least ? last : block->least);
}

/* ---- how many work-items share an iteration ------------------------------------------------------------------- */

mrt_u64 mrt_threads_that_carry(const struct mrt_processors *on) {
  return on->units * (mrt_u64)(on->gpu ? TEAM_PER_GPU_UNIT : TEAM_PER_CPU_UNIT);
}

bool mrt_is_many(const struct mrt_processors *on, double iterations) {
  return iterations >= (double)MANY_A_UNIT * on->units;
}

bool mrt_is_few(const struct mrt_processors *on, double iterations, unsigned lanes) {
  return iterations * lanes <= (double)on->resident * on->units;
}

unsigned mrt_lanes_for_row(double length) {
  unsigned i = 0;
  while (length >= best[i].below)
    i++;
  return best[i].lanes;
}
