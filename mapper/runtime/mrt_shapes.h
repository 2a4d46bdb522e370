/* mrt_shapes.h: the model of a device's processors, and how launches are cut by it.  Part of mrt_internal.h. */
#ifndef MAPPER_SHAPES_H
#define MAPPER_SHAPES_H

/* ---- shape.c: numbers in, numbers out; nothing is asked of OpenCL ---------------------------------------- */

/* What a unit does with blocks of so many iterations for each work-item: how many it has at a time, and the time of
 * one, of which that of a single one is the least. */
struct mrt_block_cost {
  unsigned each, resident;
  double time, least;
};
enum { MRT_BLOCKS = 3 };

struct mrt_processors { /* of a device */
  bool gpu;
  bool plain;           /* shapes hang on the range alone: MAPPER_SHAPES=0 */
  unsigned units;       /* compute units: multiprocessors, or cores */
  size_t limit;         /* most work-items in a group, */
  size_t item_limit[3]; /* and in each of its dimensions */
  unsigned resident;    /* work-items that a unit holds at a time */
  struct mrt_block_cost blocks[MRT_BLOCKS]; /* by the iterations of a work-item */
};

struct mrt_range { /* of a kernel that leaves its work-groups open */
  unsigned dimensions;
  const mrt_u64 *counts;
  size_t limit; /* most work-items in a group of this kernel, */
  size_t width; /* and how many of them run in step; 0: unknown */
};
/* A work-group for it.  `local` has three entries. */
void mrt_shape_of_range(const struct mrt_processors *on, const struct mrt_range *range, size_t *local);
/* Halves a shape until the device, and a kernel that takes `limit` work-items, can have it. */
void mrt_limit_shape(const struct mrt_processors *on, size_t limit, size_t *local);
/* Most work-groups of `group` work-items that share the iterations of a reduction. */
size_t mrt_groups_that_sum(const struct mrt_processors *on, size_t group);
/* Work-items, in groups of a size, that take `total` iterations in turn, of which no more than `fitting` can have the
 * memory that they need; 0: too few to be worth it. */
size_t mrt_items_in_turn(const struct mrt_processors *on, mrt_u64 total, size_t group, size_t fitting);
/* How many work-groups of MRT_COUNTING_GROUP share `total` iterations, where each keeps so many counters. */
enum { MRT_COUNTING_GROUP = 256 };
mrt_u64 mrt_groups_that_count(const struct mrt_processors *on, mrt_u64 total, unsigned counters);
/* Work-groups that share a loop whose iterations count in order. */
mrt_u64 mrt_groups_in_order(const struct mrt_processors *on);
/* How long a range takes in blocks of a size (see mrt_kernel.tile), in units of its own. */
double mrt_block_time(const struct mrt_processors *on, unsigned dimensions, const mrt_u64 *counts,
                      const mrt_size *tile);
/* Virtual threads that keep the device busy. */
mrt_u64 mrt_threads_that_carry(const struct mrt_processors *on);
/* Whether so many iterations keep the device busy with a work-item each. */
bool mrt_is_many(const struct mrt_processors *on, double iterations);
/* Work-items that share a row of so many elements on average. */
unsigned mrt_lanes_for_row(double length);

/* ---- unit.c ---------------------------------------------------------------------------------------------- */

struct mrt_device;
/* What a unit holds and takes, for a device that tells nothing of it; and for one whose names are known. */
void mrt_usual_unit(struct mrt_processors *on);
void mrt_learn_unit(const struct mrt_device *device, struct mrt_processors *on);

/* ---- grid.c ---------------------------------------------------------------------------------------------- */

struct mrt_launch;

struct mrt_grid { /* of a launch */
  cl_uint dimensions;
  mrt_u64 counts[3];
  size_t local[3], most[3]; /* work-group, and most work-items in one part */
};

/* How a launch without reductions is cut. */
struct mrt_grid mrt_grid_of(struct mrt_launch *launch);
bool mrt_needs_parts(const struct mrt_grid *grid);
/* The number of work-items in dimension `d` of the part that begins at `offset`. */
size_t mrt_part_of(const struct mrt_grid *grid, unsigned d, size_t offset);

#endif
