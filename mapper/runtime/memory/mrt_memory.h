/* mrt_memory.h: the host's memory: the registry of segments, and the host's own accesses.
 *
 * segment.c      the registry of host memory, an AVL tree of disjoint address ranges
 * small.c        the registry of small heap blocks, which programs allocate by the million
 * sort.c         sorting what is mostly in order already: rows, in the order in which they were allocated
 * alloc.c        the C library's allocation functions, which also keep the registry of segments
 * origins.c      pointers that lie outside of their memory
 * host.c         the host's own accesses to memory, and the ends of automatic arrays
 * messages.c     messages that are under way between the host's memory and other processes
 * parts.c        parts of large arrays, which the host reads or writes between launches
 * reordered.c    parts of arrays whose elements are in another order on the device
 * clear.c        rows of an array that the host would set to zero between two launches, although the device has
 *                the array
 * moves.c        what the host would copy from array to array, or set to zero, between two launches, although the
 *                device has it
 * sums.c         running sums over short arrays of integers, which the host would form between two launches
 *                although the device has the array
 * untouched.c    memory that has not been written yet
 * prefault.c     pages that the kernel makes before large results land in them
 */
#ifndef MAPPER_MEMORY_H
#define MAPPER_MEMORY_H

#include "mrt_programs.h"

struct mrt_parts;
struct mrt_pool;
struct mrt_relaid_copy;
struct mrt_send;

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
  bool moved, looked_at;             /* see moves.c: no launch has used it since; the host was the first once */
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

struct mrt_use { /* what the arguments of a launch do with a segment, see uses.c */
  mrt_u64 launch;     /* whose arguments are meant */
  unsigned arguments; /* buffers in it */
  bool writes;        /* one of them writes, */
  bool whole;         /* overwrites all of it before it reads any, */
  bool reads;         /* reads what was there */
  bool mixed;         /* they expect other orders than this one */
  struct mrt_transposition order;
};

struct mrt_segment {
  uintptr_t base;
  size_t bytes;
  struct mrt_segment *left, *right, *previous, *next; /* in the tree, and by addresses */
  struct mrt_copy *copy;
  mrt_u64 written; /* when the host last announced to write it, for tables of pointers */
  unsigned char kind, height;
  bool followed; /* a view of tables knows it, */
  bool table;    /* as a table */
  bool whole;    /* an automatic array as long as its declaration says: what is around it is other memory */
  unsigned messages; /* how many are under way that write it */
  bool escaped;  /* code that mapper does not see may write it at any time */
  struct mrt_use use;
};

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
/* Counts the segments that are gone, and those among them that views of tables know. */
extern mrt_u64 mrt_removals, mrt_followed_removals;
/* Counts every change of what is valid where. */
extern unsigned mrt_epoch;
void mrt_residency_changed(void);

/* ---- sort.c ----------------------------------------------------------------------------------------------- */

/* qsort, which is not called where the order is right. */
void mrt_sort(void *array, size_t count, size_t bytes, int (*compare)(const void *, const void *));
/* Sorts addresses, and segments by theirs. */
void mrt_sort_addresses(uintptr_t *addresses, size_t count);
void mrt_sort_by_base(struct mrt_segment **segments, size_t count);

/* ---- small.c: small heap blocks, no lock unless said ---------------------------------------------------- */

enum { MRT_SMALL_LIMIT = 16384 }; /* bytes of the largest block that is noted here */
enum mrt_small { SMALL_NONE, SMALL_NOTED, SMALL_PROMOTED };

/* Notes a block; false where it is too large for that, and belongs into the tree. */
bool mrt_small_add(uintptr_t base, size_t bytes);
/* Forgets a block, and says whether it was noted, and where its segment is; `bytes` only of SMALL_NOTED. */
enum mrt_small mrt_small_remove(uintptr_t base, size_t *bytes);
/* Forgets all blocks that begin in a range. */
void mrt_small_forget(uintptr_t from, uintptr_t to);
/* Makes segments of the blocks that overlap a range (memory locked). */
void mrt_small_promote(uintptr_t from, uintptr_t to);
/* The segment that holds an address, which is made where a block of this table does; or NULL (memory locked). */
struct mrt_segment *mrt_small_segment(uintptr_t address);

struct mrt_extent { /* a block, an array; `bytes` is 0 where nothing is known, `segment` NULL of a small block */
  uintptr_t base;
  size_t bytes;
  const struct mrt_segment *segment;
};
/* What holds an address; makes no segment (memory locked). */
struct mrt_extent mrt_extent_at(uintptr_t address);

/* ---- origins.c: pointers that lie outside of their memory (memory locked) ------------------------------- */

/* Notes that a pointer is for the memory at an address, unless it leads into the same block. */
void mrt_origin_note(uintptr_t pointer, uintptr_t inside);
/* An address in the memory that a pointer is for: its own, or that of its origin; 0 where that is not known. */
uintptr_t mrt_origin(uintptr_t pointer);
/* Whether other memory than that which it leads into is known for a pointer. */
bool mrt_has_origins(uintptr_t pointer);
/* The host accesses the memory that a pointer may be for, apart from that which it leads into; false where none is
 * known. */
bool mrt_access_origins(uintptr_t pointer, unsigned mode);

/* ---- untouched.c: memory that has not been written yet --------------------------------------------------- */

/* Whether a large range is memory that was never touched, so that it reads as zeros. */
bool mrt_untouched(uintptr_t base, size_t bytes);

/* ---- prefault.c ------------------------------------------------------------------------------------------- */

/* Has the kernel make the pages of a range that is about to be written as a whole, with all threads. */
void mrt_prefault(uintptr_t base, size_t bytes);

/* ---- parts.c: parts that move alone (memory locked) ------------------------------------------------- */

struct mrt_part { /* planes of rows of `run` bytes; distances mean nothing where there is one row, or one plane */
  uintptr_t from, to;
  size_t run, rows, pitch, planes, far;
  bool read;   /* of those that are fresh: the host has asked for it */
  bool filled; /* it holds bytes between those that were asked for, too */
};

/* The part that consists of some bytes and their repeats: pairs of a distance and a count.  1, or 0 where it is
 * empty, or -1 where it is not a part of anything. */
int mrt_part_shape(struct mrt_part *part, uintptr_t from, long bytes, unsigned n, const long *repeats);
/* The host reads or writes a part; false where copying the whole array is faster. */
bool mrt_part_access(const struct mrt_part *part, unsigned mode);
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

/* ---- reordered.c: parts where elements have another order (memory locked) -------------------------------- */

/* Whether a part is of several elements of a copy in another order, so that it has no one place there. */
bool mrt_is_reordered(const struct mrt_segment *segment, const struct mrt_part *part);
/* Whether such a part is of one row or one column of a matrix: one command moves it. */
bool mrt_is_line(const struct mrt_segment *segment, const struct mrt_part *part);
/* Begins to move any part between the host and a valid device copy; false where that fails. */
bool mrt_reordered_move(const struct mrt_segment *segment, const struct mrt_part *part, bool send);

/* ---- messages.c (memory locked) ------------------------------------------------------------------------- */

/* Whether messages may be written to a part. */
bool mrt_messages_touch(const struct mrt_part *part);
/* Reads a segment's copy but for what messages may write.  False as mrt_read. */
bool mrt_messages_read(struct mrt_segment *segment);

/* ---- clear.c, sums.c (memory locked) -------------------------------------------------------------------- */

/* The segment whose valid device copy holds a range as the host does, so that a command may change it there, and the
 * range's place in the copy's buffer.  NULL where there is none. */
struct mrt_segment *mrt_range_on_device(uintptr_t base, size_t bytes, size_t *offset);

/* ---- host.c --------------------------------------------------------------------------------------------- */

/* The host reads, writes or both (memory locked): a segment; what a pointer leads to, false where nothing is known of
 * that; all segments that overlap [from, to). */
void mrt_access_segment(struct mrt_segment *segment, unsigned mode);
bool mrt_access_pointer(uintptr_t address, unsigned mode);
void mrt_access_range(uintptr_t from, uintptr_t to, unsigned mode);
/* mrt_host_access_all(MRT_READ | MRT_WRITE). */
void mrt_host_owns_all(void);
/* Copies all data back and gives up all device copies, so that the host's accesses cost nothing to announce. */
void mrt_leave_device(void);

/* Whether an address and so many bytes are in the frames of this thread's callers. */
int mrt_on_live_stack(uintptr_t from, size_t bytes);

/* Whether an address is in this thread's stack, but below its frames. */
bool mrt_below_live_stack(uintptr_t address);

/* Drops the segments of this thread's frames that were left without mrt_scope_end (by longjmp). */
void mrt_drop_dead_stack(void);

#endif
