/* mrt_copies.h: device copies of segments: which copy is valid, and how data move.
 *
 * transfer.c     which copy of a segment is valid, and how data move
 * readback.c     reads a buffer of the device, in every way that a failing driver may still know
 * staging.c      large copies between the host's pageable memory and a device with memory of its own
 * landing.c      small results that are read together, or while later commands run
 * send.c         arrays that go to the device while the host sets up others
 * area.c         parts of arrays that a launch writes without reading them, while the host holds the rest
 * transpose.c    device copies whose elements are in another order than on the host
 * scratch.c      buffers for one purpose each, which stay for the next launch that needs them
 * held.c         how much device memory the library holds, for the report and the profile (memory locked)
 * uses.c         what the arguments of a launch do with each segment
 * shadow.c       memory that code which mapper does not see may write while a loop runs
 */
#ifndef MAPPER_COPIES_H
#define MAPPER_COPIES_H

#include "mrt_memory.h"

struct mrt_packed;

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

/* ---- transfer.c: which copy is valid (memory locked) --------------------------------------------------- */

/* Makes the device copy valid and gives it an order (NULL: the host's), making room on the device if need be.
 * CL_SUCCESS or the error.  One that the launch overwrites, all of it or an area (else NULL), stays as it is until
 * mrt_settle_slots. */
cl_int mrt_to_device(struct mrt_segment *segment, struct mrt_region *region, const struct mrt_transposition *order,
                     bool overwritten, const struct mrt_area *area);
/* The launch that is being prepared needs a copy: it does not make room for others, nor does its pool. */
void mrt_copy_pin(struct mrt_copy *copy);
/* Makes the host copy valid; ends the program when the data are lost. */
void mrt_to_host(struct mrt_segment *segment);
/* Makes the host copy valid and the device copy invalid: the host is about to write. */
void mrt_host_owns(struct mrt_segment *segment);
/* The same without a copy, where the host is about to write all of a segment: `mode` is MRT_WRITE, and the part all
 * bytes of it.  False where they are not, or where the library does not know that. */
bool mrt_host_overwrites(const struct mrt_part *part, unsigned mode);
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
/* readback.c: reads from a buffer by all means that there are.  False when none works or the data can't be trusted.
 */
bool mrt_read(cl_mem buffer, size_t offset, size_t bytes, void *to, struct mrt_region *region);

/* ---- uses.c (memory locked) ------------------------------------------------------------------------------- */

/* Notes what the launch does with the segments of its buffers, which are known now. */
void mrt_note_uses(struct mrt_launch *launch);
/* All zeros where no buffer of the launch is in the segment. */
struct mrt_use mrt_use_of(const struct mrt_launch *launch, const struct mrt_segment *segment);
/* Whether the launch overwrites all of a segment before it reads any of it: then nothing need be there. */
bool mrt_is_overwritten(const struct mrt_launch *launch, const struct mrt_segment *segment);

/* ---- area.c (memory locked) ------------------------------------------------------------------------------- */

/* The area of its segment that argument `i` overwrites; false where there is none, or an upload is better. */
bool mrt_area_of(const struct mrt_launch *launch, unsigned i, struct mrt_area *area);
bool mrt_same_area(const struct mrt_area *one, const struct mrt_area *other);
/* Copies what belongs to an area of the `bytes` bytes that lie `at` bytes behind its first one; `to` is its place. */
void mrt_area_take(const struct mrt_area *area, size_t at, size_t bytes, const char *from, char *to);
/* Reads a copy's area.  False as mrt_read. */
bool mrt_area_read(struct mrt_segment *segment);

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
/* Brings back what kernels wrote.  False as mrt_read. */
bool mrt_shadow_read(struct mrt_segment *segment);
/* Stores bytes that came from the device, from the shadow's byte `where` on. */
void mrt_shadow_merge(const struct mrt_taken *taken, size_t where, size_t bytes, const char *from, char *to);
void mrt_shadow_drop(struct mrt_copy *copy);

/* ---- transpose.c: device copies in another order than the host's (memory locked) ------------------------ */

bool mrt_same_order(const struct mrt_transposition *one, const struct mrt_transposition *other);
size_t mrt_transposed_bytes(const struct mrt_transposition *order);
/* Where a byte of the host's array is in a copy with an order. */
size_t mrt_place(const struct mrt_transposition *order, size_t offset);
/* Makes the kernel ready that transposes so; false after a failure (reported). */
bool mrt_can_transpose(const struct mrt_transposition *order, struct mrt_region *region);
/* Copies a segment from the host's memory into its copy, which has an order of its own. */
cl_int mrt_upload_transposed(struct mrt_segment *segment);
/* Reads a whole array from a buffer that holds it in some order.  False as mrt_read. */
bool mrt_read_transposed(cl_mem buffer, size_t offset, const struct mrt_transposition *order, void *to,
                         struct mrt_region *region);
/* Gives a copy another order (all zeros: the host's), on the device where that is possible; otherwise it is not
 * valid. */
void mrt_reorder(struct mrt_segment *segment, const struct mrt_transposition *order);
/* The transposition that undoes one. */
struct mrt_transposition mrt_undoing(const struct mrt_transposition *order);
/* Enqueues the transposition of all matrices from one buffer into another, once mrt_can_transpose has said yes. */
cl_int mrt_transpose(const struct mrt_transposition *order, cl_mem from, cl_ulong from_at, cl_mem to, cl_ulong to_at,
                     struct mrt_region *region);
/* Forgets everything without a word to OpenCL. */
void mrt_forget_transposer(void);

/* ---- scratch.c (memory locked) --------------------------------------------------------------------------- */

struct mrt_scratch { /* one buffer; all zeros at first */
  cl_mem memory;     /* NULL: there is none now */
  size_t bytes;
  bool in_use; /* it may not be released */
  bool listed;
  struct mrt_scratch *next;
};
/* Sees to it that it has so many bytes; `makes_room`: if need be at the expense of other memory.  False without
 * memory. */
bool mrt_scratch_make(struct mrt_scratch *scratch, size_t bytes, bool makes_room);
/* Releases it, or any of them; false where there is none, or it is in use. */
bool mrt_scratch_drop(struct mrt_scratch *scratch);
bool mrt_scratch_drop_any(void);
/* Forgets all of them without a word to OpenCL. */
void mrt_scratch_forget(void);

/* ---- staging.c (memory locked) --------------------------------------------------------------------------- */

/* Host memory that the device reads and writes faster than pageable memory; `refused`: the driver has none. */
struct mrt_pinned {
  cl_mem buffer;
  char *memory;
  bool refused;
};
/* Makes it, so many bytes, if there is none.  False where that fails, now or before. */
bool mrt_pin(struct mrt_pinned *pinned, size_t bytes, cl_command_queue queue);
/* Makes the first pinned memory for large copies, if there is none: when the device is opened before it is needed. */
void mrt_staging_begin(void);
/* Counts a copy of so many bytes, and says whether it should go through pinned memory. */
bool mrt_staged(size_t bytes);
/* The most pieces of pinned memory. */
enum { MRT_PIECES = 4 };
/* Whether an array of so many bytes may be sent through the pieces: they belong to send.c's thread then, until the
 * next copy that wants them. */
bool mrt_staging_lend(size_t bytes);
/* On that thread: the pieces, and their size.  How many. */
unsigned mrt_staging_borrow(cl_command_queue queue, size_t bytes, char *memory[MRT_PIECES], size_t *size);
/* Copies to a buffer, from memory or (`from` NULL) from members of a pool.  When it returns, the host's memory has
 * been read. */
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

/* Enqueues a read without waiting for it; `to` has the bytes once mrt_landing_take has said yes.  False where there
 * is no pinned memory or no room, or after a failure; what was asked for before is still on its way then. */
bool mrt_landing_ask(cl_mem buffer, size_t offset, size_t bytes, void *to, struct mrt_region *region);
/* Waits for all that was asked for, and no later command.  After false, nothing has changed. */
bool mrt_landing_take(void);
/* Counts small reads: the first few are not worth pinned memory of their own. */
bool mrt_pinning_pays(void);
/* As mrt_read, through that memory where it can: an event there is seen sooner than a read that blocks. */
bool mrt_read_small(cl_mem buffer, size_t offset, size_t bytes, void *to, struct mrt_region *region);

#endif
