/* mrt_tables.h: tables of pointers: what their entries lead to, and where that is on the device.
 *
 * tables.c       tables of pointers, as kernels see them
 * walk.c         the walk over them: which blocks their entries lead to
 * ranges.c       views of ranges of a table, taken from a view of more of its entries
 * owners.c       which blocks the entries of tables of pointers are for
 * within.c       tables that are members of the structures which another table leads to
 * positions.c    the positions of what tables of pointers lead to, on the device
 * pool.c         device copies of several segments in one buffer, for kernels that reach them all through one
 *                table
 * packed.c       many small copies in one transfer
 * rowcopies.c    the device copies of all rows that a table leads to, at a launch
 * rows.c         where the rows are that tables of pointers lead to
 * distinct.c     whether memory overlaps that a kernel takes for different memory
 */
#ifndef MAPPER_TABLES_H
#define MAPPER_TABLES_H

#include "mrt_copies.h"

/* ---- pool.c: segments that share a buffer (memory locked) ----------------------------------------------- */

struct mrt_place { /* of a member in the buffer */
  struct mrt_segment *segment; /* NULL: it has left */
  size_t lead, bytes;
};

struct mrt_pool {
  cl_mem buffer;
  size_t bytes;         /* of the buffer */
  size_t members, unit; /* each copy begins at a multiple of `unit` */
  mrt_u64 stamp;        /* another one whenever a member leaves or comes */
  bool wanted;
  mrt_u64 pinned;             /* the launch that it was pinned for last */
  mrt_u64 used;               /* as mrt_copy.used, of all members together */
  struct mrt_region *region;  /* the last user */
  struct mrt_place *places;   /* in the order of their leads */
  size_t count, room;         /* how many there are, and may be */
  struct mrt_segment *
      *changed; /* the journal: members whose copies may have changed sides, number `first` to `end` - 1 */
  mrt_u64 first, end;
};

/* The pool that holds the copies of all these segments, for elements of a size; NULL where there is none. */
struct mrt_pool *mrt_pool_of(struct mrt_segment *const *segments, size_t count, size_t element);
/* Makes a pool for all of them, or takes those that have no copy into the pool of the others.  CL_SUCCESS or the
 * error. */
cl_int mrt_make_pool(struct mrt_segment *const *segments, size_t count, size_t element);
/* A member's copy is gone; `forget`: without a word to OpenCL. */
void mrt_pool_leave(struct mrt_segment *segment, bool forget);
/* Notes in the journal that a segment's copy may have changed sides, or has parts, or another order; does nothing
 * where it is in no pool. */
void mrt_pool_changed(struct mrt_segment *segment);
/* The launch that is being prepared needs a pool, until the pools are unpinned. */
void mrt_pool_pin(struct mrt_pool *pool);
bool mrt_pool_is_pinned(const struct mrt_pool *pool);
void mrt_pools_unpin(void);
/* The member that an entry of the journal names. */
struct mrt_segment *mrt_pool_noted(const struct mrt_pool *pool, mrt_u64 number);
/* Brings back what only the device has of some segments (NULL: none), whichever pools they are in. */
void mrt_rows_to_host(struct mrt_segment *const *rows, size_t count);
/* Brings back all members that only the device has. */
void mrt_pool_to_host(struct mrt_pool *pool);
/* transfer.c: gives a segment without a copy a place in a pool. */
cl_int mrt_join_pool(struct mrt_segment *segment, struct mrt_pool *pool, size_t place);

/* ---- packed.c: many small copies in one transfer (memory locked) ------------------------------------------ */

/* Whether a member of a pool may be copied with others to the device, or back: nothing but its bytes is to be moved.
 */
bool mrt_is_packable(const struct mrt_segment *segment, bool upload);
/* Copies the host's memory of members of pools to the device, and sorts them by their places.  CL_SUCCESS or the
 * error. */
cl_int mrt_packed_write(struct mrt_segment **segments, size_t count, struct mrt_region *region);
/* Reads them.  False as mrt_read. */
bool mrt_packed_read(struct mrt_segment **segments, size_t count, struct mrt_region *region);
struct mrt_packed; /* which bytes of a pool's buffer are to be copied from or to which segments */
/* Copies `bytes` bytes that are `at` bytes behind the first one of a run from or to a piece of memory. */
void mrt_packed_copy(const struct mrt_packed *packed, size_t at, size_t bytes, char *piece, bool upload);

/* ---- tables.c: tables of pointers (memory locked) ------------------------------------------------------- */

/* Whether argument `i` is the first table of a view: one with an address, or within rows that are used. */
bool mrt_is_table(const struct mrt_launch *launch, unsigned i);
/* Finds what the table of argument `i`, and the arguments behind it that belong to it, lead to, and fills in their
 * slots.  NULL, or a format of the reason with a place for the table's name. */
const char *mrt_find_view(struct mrt_launch *launch, unsigned i);
/* Whether all views of a launch are what they were when they were found; gives up those that are not. */
bool mrt_views_hold(struct mrt_launch *launch);
/* The segments that the last level's entries point into. */
struct mrt_segment *const *mrt_rows(const struct mrt_slot *slot, size_t *count);
/* rowcopies.c: whether the rows of argument `i` are many that are taken together: nothing is done for each of them at
 * each launch.  Then these functions do what is done for the segments of other arguments. */
bool mrt_are_grouped(const struct mrt_launch *launch, unsigned i);
cl_int mrt_group_to_device(struct mrt_launch *launch, unsigned i);
/* The launch writes them. */
void mrt_group_written(struct mrt_launch *launch, unsigned i);
/* The same for memory that the host uses without announcing it: before the launch it may have written them, and after
 * it they are its own again. */
void mrt_group_from_host(struct mrt_launch *launch, unsigned i);
void mrt_group_to_host(struct mrt_launch *launch, unsigned i);
/* The coming launch needs those copies that there are. */
void mrt_group_pin(const struct mrt_launch *launch, unsigned i);
/* The host reads the tables of a slot's view, and reads, writes or both the rows that they lead to. */
void mrt_access_rows(const struct mrt_slot *slot, unsigned mode);
/* Whether the launch both reads and writes one of them. */
bool mrt_group_changes_input(const struct mrt_launch *launch, unsigned i);
/* Whether two arguments lead to the same segment. */
bool mrt_arguments_meet(const struct mrt_launch *launch, unsigned one, unsigned other);
/* Whether rows of a table with all of some flags lead to a segment. */
bool mrt_tables_lead_to(const struct mrt_launch *launch, const struct mrt_segment *segment, unsigned flags);
/* Whether the loop writes rows of argument `i`, and may not reach all that its table leads to: an entry that it does
 * not reach may be stale, and lead to memory that the host uses without announcing it. */
bool mrt_rows_may_be_stale(const struct mrt_launch *launch, unsigned i);
/* Whether the rows of a slot are others than when this was asked last; true where it has none. */
bool mrt_rows_are_new(const struct mrt_slot *slot);

/* The host may have written a segment, or anything. */
void mrt_table_written(struct mrt_segment *segment);
void mrt_all_tables_written(void);
/* Drops all views; forgets them without a word to OpenCL. */
void mrt_drop_tables(void);
void mrt_forget_tables(void);

/* ---- rows.c, positions.c (memory locked) --------------------------------------------------------------- */

/* Whether rows with MRT_APART overlap, once all views are found, and those of which arguments: one where they are its
 * own alone. */
bool mrt_rows_meet(const struct mrt_launch *launch, unsigned *first, unsigned *second);
/* Whether no row of one view overlaps one of another, as far as they are reached; false where that is not known. */
bool mrt_views_apart(struct mrt_view *one, struct mrt_view *other);
/* From where to where the rows reach; false where that is not known. */
bool mrt_rows_extent(const struct mrt_slot *slot, uintptr_t *from, uintptr_t *to);
/* Makes the positions right on the device; the rows get copies in one buffer.  CL_SUCCESS or the error. */
cl_int mrt_move_view(struct mrt_slot *slot, struct mrt_region *region);

struct mrt_positions { /* a level's kernel arguments */
  cl_mem buffer;
  long offset, first, step;
};
struct mrt_positions mrt_level_positions(const struct mrt_slot *slot);

/* ---- distinct.c (memory locked) -------------------------------------------------------------------------- */

/* NULL where all memory is different that the kernel takes for different, otherwise the reason for refusing. */
const char *mrt_not_distinct(struct mrt_launch *launch);

/* ---- owners.c: which blocks entries are for (memory locked) ---------------------------------------------- */

struct level;

/* Finds the blocks that the entries of level `l` are for; false where one is for none. */
bool mrt_find_blocks(struct mrt_view *view, unsigned l);
/* Whether what is reached around the entries of level `l`, up to `size` bytes behind each, is in their blocks. */
bool mrt_are_inside(const struct mrt_view *view, unsigned l, size_t size);
/* The number of the block that an address is in. */
size_t mrt_block_at(const struct level *level, uintptr_t address);
/* The number of the block that an entry is for. */
size_t mrt_block_of(const struct level *level, uintptr_t target);
/* How many bytes an entry is behind the beginning of its block; negative where it is before that. */
long mrt_place_in_block(const struct level *level, uintptr_t target);
/* Whether it is known which block each pointer of a slot's view is for: by what is reached, or where it was computed;
 * or it leads to the beginning of its block, or is not the only one into it. */
bool mrt_rows_are_certain(const struct mrt_slot *slot);

/* ---- views and their levels: tables.c, rowcopies.c, positions.c and rows.c alone use these -------------------- */

enum { MOST_LEVELS = 8 };

struct level {
  uintptr_t *targets; /* the address in each entry; 0 where it is null or out of reach */
  size_t count;
  long *positions; /* on the device: of each entry, and of places that are none */
  size_t places;   /* how many there are */
  struct mrt_segment **blocks; /* what the entries point into, in the order of their addresses */
  size_t *starts;              /* for each block that is a table: where its entries begin in the next level */
  size_t block_count;
  long shift; /* an entry and so many bytes are an address in its block, which the entry itself may lie outside of */
  bool sure;  /* which block each is for: what is reached by it is there, or where it was computed from */
  cl_mem buffer;
  long first, step;
};

struct table { /* a host table, as it was when it was read */
  uintptr_t base;
  mrt_u64 written;
};

struct mrt_entry_range { /* entries from one number to another; `at`: a number of their pool's journal */
  size_t from, to;
  mrt_u64 at;
};

struct mrt_view {
  struct mrt_view *next;
  uintptr_t from, to; /* the entries of the first table */
  size_t stride, span, phase; /* those among them that are pointers: see mrt_arg; where the first one stands */
  size_t pitch, times;
  struct mrt_view
      *owner; /* the view of the structures that the first table is within; NULL: it has a place of its own */
  bool within;                  /* it has an owner, or had one */
  struct mrt_view *whole; /* the view that it is a part of; NULL: it has been walked over */
  mrt_u64 whole_walk;     /* the walk of that which it is from */
  size_t first;           /* the number there of its first entry */
  struct mrt_segment **own; /* its blocks, where they are not neighbours there */
  mrt_u64 measured;         /* the walk of which is known, of all entries: */
  long below, behind;       /* the least bytes of their blocks before and behind them */
  size_t gap;               /* the least distance of two in a block */
  bool beginnings, growing, falling; /* they are where their blocks begin; their addresses grow, or fall */
  struct mrt_entry_range present, changed; /* entries whose rows' copies are valid, or are noted as written */
  size_t *starts;               /* for each block of the structures: where its entries begin in the first level */
  mrt_u64 owner_walk, owner_pool; /* the walk of the owner's that it follows, and the pool that it was moved for */
  bool exact;         /* the loop reaches no other entries at any level */
  bool host;          /* it announces what the host accesses, and takes entries that may not be set */
  unsigned levels;
  unsigned nulls; /* for each level a bit: whether the kernel asks which of its entries are null */
  unsigned loose; /* for each level a bit: whether its low and size may hold more than is reached */
  size_t element;
  long lows[MOST_LEVELS + 1]; /* what is reached around each pointer to a level, the rows at last, in bytes */
  size_t sizes[MOST_LEVELS + 1];
  struct level level[MOST_LEVELS];
  struct table *tables;
  size_t table_count;
  mrt_u64 removals, everything, pool;
  mrt_u64 clock;                              /* of writes to tables, when it was last found to hold */
  mrt_u64 walk;                               /* a number for each walk */
  mrt_u64 escaped;                            /* the walk whose rows are known to have escaped */
  mrt_u64 judged;                             /* the walk of which is known whether its pointers are certain, */
  bool certain;                               /* and whether they are */
  mrt_u64 sent, written;                      /* how far the pool's journal was read, see rowcopies.c */
  bool good, moved;                           /* the walk's result holds; it is on the device */
  bool temporary;                             /* a row is known for this launch alone */
  bool forgiven;                              /* entries led to no known block, see tables.c */
  enum { UNKNOWN, APART, OVERLAPPING } apart; /* where the rows are, and from where to where */
  uintptr_t lowest, highest;
};

/* walk.c: notes which state of some tables is being read, and copies them back; false without memory. */
bool mrt_note_tables(struct mrt_view *view, struct mrt_segment *const *tables, size_t count);
/* Finds what a view's entries lead to.  NULL, or a format of the reason. */
const char *mrt_walk(struct mrt_view *view);
/* Another number for each walk. */
mrt_u64 mrt_number_walk(void);
/* Whether the entries of all levels are what they were when they were read; no block is gone. */
bool mrt_entries_are_same(const struct mrt_view *view);
/* Forgets what a walk has found; `forget`: without a word to OpenCL. */
void mrt_clear_view(struct mrt_view *view, bool forget);

/* ranges.c: whether a view has the entries of another one, and may share them. */
bool mrt_may_be_part(const struct mrt_view *part, const struct mrt_view *whole);
/* Makes a view a part of another one, which holds; false where a walk has to find out more. */
bool mrt_take_part(struct mrt_view *part, struct mrt_view *whole);
/* Whether a view is a part, and of what its whole is now. */
bool mrt_is_part(const struct mrt_view *part);
/* Whether what is reached around a part's entries overlaps nowhere. */
bool mrt_part_is_apart(const struct mrt_view *part);
/* Ends what a part shares; nothing else happens to another view. */
void mrt_clear_part(struct mrt_view *part);
/* The rows of a part, perhaps some more than once, for which something may have to be done: others than those of the
 * range `done`, and those that its pool's journal has named since.  NULL without memory. */
struct mrt_segment **mrt_part_due(const struct mrt_view *part, const struct mrt_pool *pool, struct mrt_entry_range *done,
                                  size_t *count);
/* It has been done for all of a part's rows. */
void mrt_part_done(const struct mrt_view *part, const struct mrt_pool *pool, struct mrt_entry_range *done);
/* within.c: finds the entries of the first table of a view with an owner.  NULL, or a format of the reason. */
const char *mrt_read_within(struct mrt_view *view);
/* Whether they are what they were; the owner is. */
bool mrt_same_within(const struct mrt_view *view);
/* How many places the table has on the device; `places`, where not NULL, gets that of each entry. */
size_t mrt_place_within(const struct mrt_view *view, size_t *places);

/* positions.c: gives up a level's positions; `forget`: without a word to OpenCL. */
void mrt_drop_positions(struct level *level, bool forget);
/* Where a block of a view's rows is in their buffer. */
size_t mrt_row_lead(const struct mrt_view *view, size_t b);
/* rowcopies.c: whether a view leads to a row. */
bool mrt_has_row(const struct mrt_view *view, const struct mrt_segment *segment);
/* Whether two views lead to the same row. */
bool mrt_views_share(const struct mrt_view *one, const struct mrt_view *other);

#endif
