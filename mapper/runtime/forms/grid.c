/* grid.c: the grid of a launch: what its kernel's form asks for, what the model of shape.c chooses for the others,
 * and the parts into which the device's limits cut it. */
#include "mrt_forms.h"

#include <string.h>

enum { MAX_GROUPS_OUTER = 65535 };
static const size_t max_items_inner = (size_t)1 << 30;

mrt_u64 mrt_left_out(const struct mrt_launch *launch) {
  mrt_u64 iterations = launch->first;
  for (unsigned d = 0; d + 1 < launch->kernel->dimensions; d++)
    iterations *= launch->counts[d];
  return iterations;
}

/* Most work-items of a dimension in one part: whole work-groups. */
static size_t most_in(unsigned d, size_t local) {
  size_t most = d == 0 ? max_items_inner : MAX_GROUPS_OUTER * local, asked = mrt_settings()->max_items;
  if (asked != 0 && asked < most)
    most = asked;
  return most > local ? most - most % local : local;
}

/* Several work-items share an iteration, and a work-group has the size that the kernel asks for. */
static struct mrt_grid gang_grid(const struct mrt_launch *launch, unsigned lanes, unsigned rows) {
  struct mrt_grid grid = {.dimensions = 1, .counts = {lanes, 1, 1}, .local = {rows * lanes, 1, 1}, .most = {1, 1, 1}};
  for (unsigned d = 0; d < launch->kernel->dimensions; d++)
    grid.counts[0] *= launch->counts[d];
  grid.from[0] = lanes * mrt_left_out(launch);
  grid.most[0] = most_in(0, grid.local[0]);
  return grid;
}

/* A work-group of fixed shape does a block of iterations, the last ones of each dimension in part. */
static struct mrt_grid tile_grid(const struct mrt_launch *launch) {
  const mrt_size *tile = mrt_tile_of(launch);
  struct mrt_grid grid = {
      .dimensions = launch->kernel->dimensions, .counts = {1, 1, 1}, .local = {tile[0], tile[1], 1}};
  for (unsigned d = 0; d < 3; d++) {
    if (d < grid.dimensions)
      grid.counts[d] = launch->counts[d];
    if (d < 2)
      grid.counts[d] = (grid.counts[d] / tile[2 + d] + (grid.counts[d] % tile[2 + d] != 0)) * tile[d];
    grid.most[d] = most_in(d, grid.local[d]);
  }
  return grid;
}

/* Each work-group has neighbouring iterations. */
static struct mrt_grid counters_grid(const struct mrt_launch *launch) {
  mrt_u64 total = 1, from = mrt_left_out(launch), asked = mrt_settings()->max_items / MRT_COUNTING_GROUP;
  for (unsigned d = 0; d < launch->kernel->dimensions; d++)
    total *= launch->counts[d];
  mrt_u64 groups = mrt_groups_that_count(&mrt_device.processors, total - from, launch->kernel->counters);
  if (mrt_settings()->max_items != 0 && groups > asked)
    groups = asked > 0 ? asked : 1;
  size_t items = (size_t)groups * MRT_COUNTING_GROUP;
  return (struct mrt_grid){
      .dimensions = 1,
      .from = {from},
      .counts = {from + items, 1, 1},
      .local = {MRT_COUNTING_GROUP, 1, 1},
      .most = {items, 1, 1}};
}

/* Reports a shape that is not the last reported one. */
static void tell(const struct mrt_launch *launch, const struct mrt_grid *grid, const char *why) {
  size_t *told = launch->state->told;
  if (mrt_settings()->info < 2 || memcmp(told, grid->local, sizeof grid->local) == 0)
    return;
  memcpy(told, grid->local, sizeof grid->local);
  mrt_trace("%s: work-groups of %zu x %zu x %zu for %.9g x %.9g x %.9g iterations, %s", launch->kernel->id, told[0],
            told[1], told[2], (double)grid->counts[0], (double)grid->counts[1], (double)grid->counts[2], why);
}

struct mrt_grid mrt_grid_of(struct mrt_launch *launch) {
  if (launch->items > 0)
    return mrt_expanded_grid(launch);
  unsigned rows = 0, lanes = mrt_lanes_of(launch, &rows);
  if (lanes > 1 && rows > 0)
    return gang_grid(launch, lanes, rows);
  if (mrt_device.lanes > 1 && mrt_tile_of(launch)[0] > 0)
    return tile_grid(launch);
  if (mrt_device.lanes > 1 && launch->kernel->counters > 0)
    return counters_grid(launch);
  struct mrt_grid grid = {.dimensions = launch->kernel->dimensions, .counts = {1, 1, 1}};
  for (unsigned d = 0; d < grid.dimensions; d++)
    grid.counts[d] = launch->counts[d];
  grid.from[grid.dimensions - 1] = launch->first;
  struct mrt_range range = {.dimensions = grid.dimensions,
                            .counts = grid.counts,
                            .limit = launch->state->limit,
                            .width = launch->state->width,
                            .loops = launch->kernel->loops != 0};
  mrt_shape_of_range(&mrt_device.processors, &range, grid.local);
  const char *why = mrt_device.processors.plain ? "as usual" : "by the model of the device";
  if (launch->kernel->local[0] != 0) {
    for (unsigned d = 0; d < 3; d++)
      grid.local[d] = d < grid.dimensions && launch->kernel->local[d] != 0 ? launch->kernel->local[d] : 1;
    why = "as the kernel asks";
  } else if (launch->state->plain == NULL && mrt_tuned_shape(launch, grid.local)) { /* of the plain version */
    why = "as mapper tune says";
  }
  mrt_limit_shape(&mrt_device.processors, launch->state->limit, grid.local);
  tell(launch, &grid, why);
  for (unsigned d = 0; d < 3; d++)
    grid.most[d] = most_in(d, grid.local[d]);
  return grid;
}

bool mrt_needs_parts(const struct mrt_grid *grid) {
  for (unsigned d = 0; d < grid->dimensions; d++)
    if (grid->counts[d] - grid->from[d] > grid->most[d])
      return true;
  return false;
}

size_t mrt_part_of(const struct mrt_grid *grid, unsigned d, size_t offset) {
  mrt_u64 rest = grid->counts[d] - offset;
  if (rest > grid->most[d])
    return grid->most[d];
  return (size_t)((rest + grid->local[d] - 1) / grid->local[d] * grid->local[d]);
}
