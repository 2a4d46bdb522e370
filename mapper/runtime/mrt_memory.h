/* mrt_memory.h: segments, their device copies, and what moves between them.  Part of mrt_internal.h. */
#ifndef MAPPER_MEMORY_H
#define MAPPER_MEMORY_H

/* ---- segment.c: the registry (memory locked) ----------------------------------------------------------- */

enum mrt_kind { SEGMENT_HEAP, SEGMENT_STATIC, SEGMENT_STACK, SEGMENT_ADHOC };

struct mrt_copy { /* a segment's device copy */
  cl_mem buffer;
  size_t lead;           /* the copy begins at this offset of the buffer, which keeps the host's alignment */
  bool in_place;         /* the buffer is the host's memory itself */
  bool unproven;         /* nothing was ever copied to the buffer, so that there may be no memory behind it */
  struct mrt_pool *pool; /* whose buffer it is, where several segments share one, */
  size_t place;          /* and which of its places */
  void *mapping;         /* in place: not NULL while the host owns the data */
  bool host_valid, device_valid;
  struct mrt_area area;              /* where there is one, neither is valid: the device's is in it, ... */
  struct mrt_area coming;            /* ... the host's outside.  What the coming launch writes without an upload */
  struct mrt_kernel_state *writer;   /* of the area */
  struct mrt_transposition order;    /* of the device's elements; all zeros: that of the host's */
  bool pinned, eager, reads, writes; /* of the launch that is being prepared */
  bool packing;                      /* it is being read together with others of its pool */
  size_t saved_at;                   /* where stop.c has saved it */
  mrt_u64 host_use;                  /* the last command that uses the host's memory */
  mrt_u64 used;                      /* clock of the last launch, to find the least recently used copy */
  struct mrt_relaid_copy *relaid;    /* the array in another order, or NULL */
  mrt_u64 values;                    /* counts how often it has got other values */
  struct mrt_rises *rises;           /* what is known of rows whose bounds are its entries, see collapse.c; or NULL */
  struct mrt_parts *parts;           /* parts that the host reads or writes alone, or NULL */
  char *shadow;                      /* see shadow.c; or NULL */
  size_t shadow_bytes, unit;         /* its memory; bytes of the smallest element that a launch wrote, 0: none */
  bool shadowed;                     /* the shadow is what host and device agreed on last */
  struct mrt_send *sending;          /* a thread copies the host's memory to it, which is not valid yet; or NULL */
  struct mrt_region *region;         /* the last user, to whom transfers are counted */
  struct mrt_segment *previous, *next; /* all segments with copies */
};

struct mrt_segment {
  uintptr_t base;
  size_t bytes;
  struct mrt_segment *left, *right;
  struct mrt_copy *copy;
  mrt_u64 written; /* when the host last announced to write it, for tables of pointers */
  unsigned char kind, height;
  bool followed; /* a view of tables knows it, */
  bool table;    /* as a table */
  bool escaped;  /* code that mapper does not see may write it at any time */
};

/* For qsort: pointers to segments, in the order of their addresses. */
int mrt_by_base(const void *one, const void *other);
/* The segment that holds an address, or NULL. */
struct mrt_segment *mrt_segment_at(uintptr_t address);
/* The first segment that overlaps [from, to), or NULL. */
struct mrt_segment *mrt_segment_in(uintptr_t from, uintptr_t to);
/* Adds a segment that overlaps no other.  NULL without memory. */
struct mrt_segment *mrt_segment_add(uintptr_t base, size_t bytes, enum mrt_kind kind);
/* Removes a segment that has no device copy. */
void mrt_segment_remove(struct mrt_segment *segment);
/* Drops all segments in a range, with their data: memory that was freed behind the library's back. */
void mrt_segment_replace(uintptr_t from, uintptr_t to);
/* How many segments are automatic arrays. */
size_t mrt_stack_segments(void);

/* ---- held.c: device memory, by what it is for --------------------------------------------------------- */

/* Copies, virtual threads' states, all else. */
enum mrt_held_for { HELD_ARRAYS, HELD_STATES, HELD_OTHER, HELD_KINDS };
struct mrt_held {
  size_t bytes[HELD_KINDS];
};
void mrt_hold(cl_mem buffer, size_t bytes, enum mrt_held_for what);
void mrt_let_go(cl_mem buffer);
/* When it was most, all together. */
struct mrt_held mrt_held_at_most(void);
/* team.c: whether memory holds the states of virtual threads. */
bool mrt_is_state(uintptr_t address);

/* ---- parts.c: elements that move alone (memory locked) ------------------------------------------------- */

/* Sends the parts that the host has written to a valid device copy; forgets them; forgets what the host has of a copy
 * that a launch writes. */
cl_int mrt_parts_send(struct mrt_segment *segment);
/* Where they can't be sent: takes them aside (NULL without memory), and puts them back over what came from the
 * device. */
char *mrt_parts_keep(const struct mrt_segment *segment);
void mrt_parts_put(struct mrt_segment *segment, char *kept);
void mrt_parts_drop(struct mrt_copy *copy);
void mrt_parts_stale(struct mrt_copy *copy);
/* Whether the host has written parts that are still to be sent. */
bool mrt_parts_wait(const struct mrt_copy *copy);

/* ---- small.c: small heap blocks, no lock unless said ---------------------------------------------------- */

enum { MRT_SMALL_LIMIT = 16384 }; /* bytes of the largest block that is noted here */
enum mrt_small { SMALL_NONE, SMALL_NOTED, SMALL_PROMOTED };

/* Notes a block; false where it is too large for that, and belongs into the tree. */
bool mrt_small_add(uintptr_t base, size_t bytes);
/* Forgets a block, and tells whether it was noted, and where its segment is; `bytes` only of SMALL_NOTED. */
enum mrt_small mrt_small_remove(uintptr_t base, size_t *bytes);
/* Forgets all blocks that begin in a range. */
void mrt_small_forget(uintptr_t from, uintptr_t to);
/* Makes segments of the blocks that overlap a range (memory locked). */
void mrt_small_promote(uintptr_t from, uintptr_t to);

struct mrt_extent { /* a block, an array; `bytes` is 0 where nothing is known, `segment` NULL of a small block */
  uintptr_t base;
  size_t bytes;
  const struct mrt_segment *segment;
};
/* What holds an address; makes no segment (memory locked). */
struct mrt_extent mrt_extent_at(uintptr_t address);

/* ---- untouched.c: memory that nobody has written yet --------------------------------------------------- */

/* Whether a large range is memory that was never touched, so that it reads as zeros. */
bool mrt_untouched(uintptr_t base, size_t bytes);

/* ---- transfer.c: which copy is valid (memory locked) --------------------------------------------------- */

/* Makes the device copy valid and gives it an order (NULL: the host's), making room on the device if need be.
 * CL_SUCCESS or the error.  One that the launch overwrites, all of it or an area (else NULL), stays as it is until
 * mrt_settle_slots. */
cl_int mrt_to_device(struct mrt_segment *segment, struct mrt_region *region, const struct mrt_transposition *order,
                     bool overwritten, const struct mrt_area *area);
/* Makes the host copy valid; ends the program when the data are lost. */
void mrt_to_host(struct mrt_segment *segment);
/* Makes the host copy valid and the device copy invalid: the host is about to write. */
void mrt_host_owns(struct mrt_segment *segment);
/* A command that is no launch writes the device copy, which is valid: the host's is not any more. */
void mrt_device_wrote(struct mrt_segment *segment);
/* Drops the device copy, with its data. */
void mrt_drop_copy(struct mrt_segment *segment);
/* All of them, with their data. */
void mrt_drop_copies(void);
/* Forgets all device copies, whose data are at home, without a word to OpenCL. */
void mrt_forget_copies(void);
/* All segments with copies are linked from here through copy->next. */
struct mrt_segment *mrt_first_copy(void);
/* The next value of the clock of mrt_copy.used. */
mrt_u64 mrt_copy_tick(void);
/* A buffer without a host copy; makes room on the device if need be. */
cl_mem mrt_make_buffer(size_t bytes, enum mrt_held_for what, cl_int *error);
/* The same without making room. */
cl_mem mrt_try_buffer(size_t bytes, cl_int *error);
/* Sees to it that a segment has a copy, with a buffer that is allocated when it is first used; makes no room. */
bool mrt_begin_copy(struct mrt_segment *segment);
/* Copies a segment's host memory into a buffer as it is. */
cl_int mrt_write_segment(struct mrt_segment *segment, cl_mem buffer, size_t offset);
/* readback.c: reads from a buffer by all means that there are.  False when none works or the data can't be trusted. */
bool mrt_read(cl_mem buffer, size_t offset, size_t bytes, void *to, struct mrt_region *region);

/* ---- shadow.c: memory that others may write (memory locked) ------------------------------------------------- */

struct mrt_taken { /* what is stored of the bytes that come from the device */
  const struct mrt_packed *packed; /* those of members of a pool; or NULL: */
  const struct mrt_area *area; /* those of an area; or NULL: */
  char *shadow;                /* elements that differ from these, */
  size_t unit;                 /* of so many bytes */
};
/* Whether a segment has a copy that wants a shadow. */
bool mrt_is_shadowed(const struct mrt_segment *segment);
/* Notes what is about to be sent: the host's bytes or zeros.  False without memory.  All others have none. */
bool mrt_shadow_take(struct mrt_segment *segment, bool zeros);
/* Where the bytes lie that are to be sent. */
const char *mrt_shadow_source(const struct mrt_segment *segment);
/* A launch writes elements of a layout (as mrt_arg.layout; NULL: of any size). */
void mrt_shadow_unit(struct mrt_copy *copy, const char *layout);
/* Brings home what kernels wrote.  False as mrt_read. */
bool mrt_shadow_read(struct mrt_segment *segment);
/* Stores bytes that came from the device, from the shadow's byte `where` on. */
void mrt_shadow_merge(const struct mrt_taken *taken, size_t where, size_t bytes, const char *from, char *to);
void mrt_shadow_drop(struct mrt_copy *copy);

/* ---- transpose.c: device copies in another order than the host's (memory locked) ------------------------ */

bool mrt_same_order(const struct mrt_transposition *one, const struct mrt_transposition *other);
size_t mrt_transposed_bytes(const struct mrt_transposition *order);
/* Where a byte of the host's array stands in a copy with an order. */
size_t mrt_place(const struct mrt_transposition *order, size_t offset);
/* Makes the kernel ready that transposes so; false after a failure (told). */
bool mrt_can_transpose(const struct mrt_transposition *order, struct mrt_region *region);
/* Copies a segment from the host's memory into its copy, which has an order of its own. */
cl_int mrt_upload_transposed(struct mrt_segment *segment);
/* Reads a whole array from a buffer that holds it in some order.  False as mrt_read. */
bool mrt_read_transposed(cl_mem buffer, size_t offset, const struct mrt_transposition *order, void *to,
                         struct mrt_region *region);
/* Gives a copy another order (all zeros: the host's), on the device where that is possible; else it is not valid. */
void mrt_reorder(struct mrt_segment *segment, const struct mrt_transposition *order);
/* The transposition that undoes one. */
struct mrt_transposition mrt_undoing(const struct mrt_transposition *order);
/* Enqueues the transposition of all matrices from one buffer into another, once mrt_can_transpose has said yes. */
cl_int mrt_transpose(const struct mrt_transposition *order, cl_mem from, cl_ulong from_at, cl_mem to, cl_ulong to_at,
                     struct mrt_region *region);
/* Releases the memory that this takes; false where there is none. */
bool mrt_drop_scratch(void);
/* Forgets everything without a word to OpenCL. */
void mrt_forget_transposer(void);

/* ---- staging.c (memory locked) --------------------------------------------------------------------------- */

/* Counts a copy of so many bytes, and tells whether it should go through pinned memory. */
bool mrt_staged(size_t bytes);
/* The most pieces of pinned memory. */
enum { MRT_PIECES = 4 };
/* Whether an array of so many bytes may be sent through the pieces: they belong to send.c's thread then, until the
 * next copy that wants them. */
bool mrt_staging_lend(size_t bytes);
/* On that thread: the pieces, and their size.  How many. */
unsigned mrt_staging_borrow(cl_command_queue queue, size_t bytes, char *memory[MRT_PIECES], size_t *size);
/* Copies to a buffer, from memory or (`from` NULL) from members of a pool.  When it returns, the host's memory has been
 * read. */
cl_int mrt_staged_write(cl_mem buffer, size_t offset, size_t bytes, const char *from, const struct mrt_packed *packed,
                        struct mrt_region *region);
/* Copies from a buffer, blocking; only what is to be taken (NULL: all).  After an error, `to` holds anything (of what
 * is not taken: what it held). */
cl_int mrt_staged_read(cl_mem buffer, size_t offset, size_t bytes, char *to, const struct mrt_taken *taken,
                       struct mrt_region *region);

/* ---- send.c: copies that begin before a launch needs them ------------------------------------------------ */

/* Ends one (memory locked): how many bytes are there, and how long that took.  False where it failed. */
bool mrt_send_end(struct mrt_copy *copy, size_t *done, double *seconds);
/* The same where what is there does not matter. */
void mrt_send_drop(struct mrt_copy *copy);
/* The device is open: whether there will be such copies is settled. */
void mrt_sends_open(void);
/* Ends all, so that no thread works on them (memory locked); for ever. */
void mrt_sends_wait(void);
void mrt_sends_close(void);

/* ---- landing.c: small reads through pinned memory (memory locked) ---------------------------------------- */

/* Enqueues a read without waiting for it; `to` has the bytes once mrt_landing_take has said yes.  False where there is
 * no pinned memory or no room, or after a failure; what was asked for before is still on its way then. */
bool mrt_landing_ask(cl_mem buffer, size_t offset, size_t bytes, void *to, struct mrt_region *region);
/* Waits for all that was asked for, and no later command.  After false, nothing has changed. */
bool mrt_landing_take(void);
/* Counts small reads: the first few are not worth pinned memory of their own. */
bool mrt_pinning_pays(void);
/* As mrt_read, through that memory where it can: an event there is told of sooner than a read that blocks. */
bool mrt_read_small(cl_mem buffer, size_t offset, size_t bytes, void *to, struct mrt_region *region);

/* ---- pool.c: segments that share a buffer (memory locked) ----------------------------------------------- */

struct mrt_place { /* of a member in the buffer */
  struct mrt_segment *segment; /* NULL: it has left */
  size_t lead, bytes;
};

struct mrt_pool {
  cl_mem buffer;
  size_t members, unit; /* each copy begins at a multiple of `unit` */
  mrt_u64 stamp;        /* another one whenever a member leaves or comes */
  bool wanted;
  mrt_u64 pinned;             /* the launch that it was pinned for last */
  mrt_u64 used;               /* as mrt_copy.used, of all members together */
  struct mrt_region *region;  /* the last user */
  struct mrt_place *places;   /* in the order of their leads; as many as there were members at first */
  size_t count;
  struct mrt_segment **changed; /* the journal: members whose copies may have changed sides, number `first` to `end` - 1 */
  mrt_u64 first, end;
};

/* The pool that holds the copies of all these segments, for elements of a size; NULL where there is none. */
struct mrt_pool *mrt_pool_of(struct mrt_segment *const *segments, size_t count, size_t element);
/* Makes a pool for all of them, or takes those that have no copy into the pool of the others, where members have left
 * room for them.  CL_SUCCESS or the error. */
cl_int mrt_make_pool(struct mrt_segment *const *segments, size_t count, size_t element);
/* A member's copy is gone; `forget`: without a word to OpenCL. */
void mrt_pool_leave(struct mrt_segment *segment, bool forget);
/* Notes in the journal that a segment's copy may have changed sides, or has parts, or another order; does nothing where
 * it is in no pool. */
void mrt_pool_changed(struct mrt_segment *segment);
/* The launch that is being prepared needs a pool, until the pools are unpinned. */
void mrt_pool_pin(struct mrt_pool *pool);
bool mrt_pool_is_pinned(const struct mrt_pool *pool);
void mrt_pools_unpin(void);
/* The member that an entry of the journal names. */
struct mrt_segment *mrt_pool_noted(const struct mrt_pool *pool, mrt_u64 number);
/* Brings home what only the device has of some members of one pool (NULL: none). */
void mrt_rows_to_host(struct mrt_segment *const *rows, size_t count);
/* Brings home all members that only the device has. */
void mrt_pool_to_host(struct mrt_pool *pool);
/* transfer.c: gives a segment without a copy a place in a pool. */
cl_int mrt_join_pool(struct mrt_segment *segment, struct mrt_pool *pool, size_t place);

/* ---- packed.c: many small copies in one transfer (memory locked) ------------------------------------------ */

/* Whether a member of a pool may be copied with others: nothing but its bytes is to be moved. */
bool mrt_is_packable(const struct mrt_segment *segment);
/* Copies the host's memory of members of one pool to the device, and sorts them by their places.  CL_SUCCESS or the
 * error. */
cl_int mrt_packed_write(struct mrt_segment **segments, size_t count, struct mrt_region *region);
/* Reads them.  False as mrt_read. */
bool mrt_packed_read(struct mrt_segment **segments, size_t count, struct mrt_region *region);
struct mrt_packed; /* which bytes of a pool's buffer are to be copied from or to which segments */
/* Copies `bytes` bytes that lie `at` bytes behind the first one of a run from or to a piece of memory. */
void mrt_packed_copy(const struct mrt_packed *packed, size_t at, size_t bytes, char *piece, bool upload);

/* ---- host.c --------------------------------------------------------------------------------------------- */

/* mrt_host_access_all(MRT_READ | MRT_WRITE). */
void mrt_host_owns_all(void);
/* Brings all data home and gives up all copies on the device, so that the host's accesses cost nothing to announce. */
void mrt_leave_device(void);

/* Drops the segments of this thread's frames that were left without mrt_scope_end (by longjmp). */
void mrt_drop_dead_stack(void);

#endif
