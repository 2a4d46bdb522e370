/* mrt_tables.h: what the files that deal with tables of pointers know of each other: views and their levels.
 *
 * tables.c finds what the entries lead to, positions.c brings that to the device, rows.c tells how rows lie.
 */
#ifndef MAPPER_TABLES_H
#define MAPPER_TABLES_H

#include "mrt_internal.h"

enum { MOST_LEVELS = 8 };

struct level {
  uintptr_t *targets; /* the address in each entry; 0 where it is null or out of reach */
  long *positions;
  size_t count;
  struct mrt_segment **blocks; /* what the entries point into, in the order of their addresses */
  size_t *starts;              /* for each block that is a table: where its entries begin in the next level */
  size_t block_count;
  cl_mem buffer;
  long first, step;
};

struct table { /* a host table, as it was when it was read */
  uintptr_t base;
  mrt_u64 written;
};

struct mrt_view {
  struct mrt_view *next;
  uintptr_t from, to; /* the entries of the first table */
  size_t stride, span, phase; /* those among them that are pointers: see mrt_arg; where the first one stands */
  bool exact;         /* the loop reaches no other entries at any level */
  unsigned levels;
  size_t element;
  long lows[MOST_LEVELS + 1]; /* what is reached around each pointer to a level, the rows at last, in bytes */
  size_t sizes[MOST_LEVELS + 1];
  struct level level[MOST_LEVELS];
  struct table *tables;
  size_t table_count;
  mrt_u64 removals, everything, pool;
  mrt_u64 clock;                              /* of writes to tables, when it was last found to hold */
  mrt_u64 walk;                               /* a number for each walk */
  mrt_u64 sent, written;                      /* how far the pool's journal was read, see rowcopies.c */
  bool good, moved;                           /* the walk's result holds; it is on the device */
  bool temporary;                             /* a row is known for this launch alone */
  enum { UNKNOWN, APART, OVERLAPPING } apart; /* how the rows lie, and from where to where */
  uintptr_t lowest, highest;
};

/* tables.c: the number of the block that an address lies in. */
size_t mrt_block_of(const struct level *level, uintptr_t address);
/* rowcopies.c: whether two views lead to the same row. */
bool mrt_views_share(const struct mrt_view *one, const struct mrt_view *other);

#endif
