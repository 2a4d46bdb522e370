/* shape.c: a small model of the device: what numbers of work-items and work-groups suit its processors.
 *
 * The one place where such numbers are chosen at run time; docs/shapes.md lists them, with those of kernels' texts.
 */
#include "mrt_internal.h"

#include <math.h>

enum { FEWEST_PER_UNIT = 2, SMALLEST_GROUP = 32 };
enum { SUMMING_PER_GPU_UNIT = 8, SUMMING_ITEMS_PER_CPU_UNIT = 32 };
enum { COUNTING_PER_UNIT = 8, ITERATIONS_A_COUNTER = 4 };
enum { ORDERED_PER_GPU_UNIT = 2, ORDERED_PER_CPU_UNIT = 4 };
enum { TEAM_PER_GPU_UNIT = 64, TEAM_PER_CPU_UNIT = 4 };
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

/* Smaller groups where there would not be some for each of a GPU's units, down to what runs together there. */
static void spread(const struct mrt_processors *on, unsigned dimensions, const mrt_u64 *counts, size_t *local) {
  for (;;) {
    mrt_u64 groups = 1;
    size_t size = 1;
    for (unsigned d = 0; d < dimensions; d++) {
      groups *= (counts[d] + local[d] - 1) / local[d];
      size *= local[d];
    }
    unsigned outer = dimensions - 1;
    while (outer > 0 && local[outer] == 1)
      outer--;
    if (size <= SMALLEST_GROUP || groups >= FEWEST_PER_UNIT * (mrt_u64)on->units)
      return;
    local[outer] /= 2;
  }
}

/* Usual shapes: 256, 32x8, 32x4x2 on GPUs; on CPUs a group is a loop, long and one-dimensional. */
void mrt_shape_of_range(const struct mrt_processors *on, unsigned dimensions, const mrt_u64 *counts, size_t limit,
                        size_t *local) {
  static const size_t gpu[3][3] = {{256, 1, 1}, {32, 8, 1}, {32, 4, 2}};
  for (unsigned d = 0; d < 3; d++)
    local[d] = 1;
  if (!on->gpu) {
    mrt_u64 fair = counts[0] / (4u * (mrt_u64)on->units) + 1;
    bool share = dimensions == 1 && fair < counts[0];
    local[0] = power_of_two_for(share ? fair : counts[0], 256);
  } else {
    for (unsigned d = 0; d < dimensions; d++)
      local[d] = power_of_two_for(counts[d], gpu[dimensions - 1][d]);
    spread(on, dimensions, counts, local);
  }
  mrt_limit_shape(on, limit, local);
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

/* Enough iterations for each that setting up its counters does not matter. */
mrt_u64 mrt_groups_that_count(const struct mrt_processors *on, mrt_u64 total, unsigned counters) {
  mrt_u64 groups = on->units * (mrt_u64)COUNTING_PER_UNIT;
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

/* Large blocks read less, small ones keep more units busy. */
bool mrt_is_better_block(const struct mrt_processors *on, unsigned dimensions, const mrt_u64 *counts,
                         const mrt_size *block, const mrt_size *than) {
  return blocks_in(dimensions, counts, than) < on->units &&
         blocks_in(dimensions, counts, block) > blocks_in(dimensions, counts, than);
}

/* ---- how many work-items share an iteration ------------------------------------------------------------------- */

mrt_u64 mrt_threads_that_carry(const struct mrt_processors *on) {
  return on->units * (mrt_u64)(on->gpu ? TEAM_PER_GPU_UNIT : TEAM_PER_CPU_UNIT);
}

bool mrt_is_many(const struct mrt_processors *on, double iterations) {
  return iterations >= (double)MANY_A_UNIT * on->units;
}

unsigned mrt_lanes_for_row(double length) {
  unsigned i = 0;
  while (length >= best[i].below)
    i++;
  return best[i].lanes;
}
