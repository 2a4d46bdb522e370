/* staging.c: large copies between the host's pageable memory and a device with memory of its own.
 *
 * Drivers copy pageable memory through a pinned buffer of theirs, with one thread, and make that buffer at the first
 * large copy.  Pinned pieces, filled and emptied by all threads while others are on their way, are several times
 * faster, but pinning takes about half a millisecond a mebibyte.  So two small ones are made when the device is
 * opened before it is needed, otherwise at the first large copy, and more and larger ones when copies have taken as
 * long as making those does: on an H200, 25, 40 and 52 GB/s.
 */
#include "mrt_copies.h"
#include "mrt_tables.h"

#include <sched.h>
#include <string.h>

extern int omp_get_max_threads(void);
extern int omp_get_thread_num(void);

enum { BLOCK = 64 << 10, PATIENCE = 4096, SMALLEST = 4 << 20, STAGES = 3 };

/* How many pieces of which size, once so many times the threshold has moved. */
static const struct stage {
  size_t after, bytes;
  unsigned count;
} stages[STAGES] = {{0, 2 << 20, 2}, {16, 4 << 20, 4}, {160, 8 << 20, 4}};

static struct piece {
  struct mrt_pinned pinned;
  mrt_u64 command; /* the last one that uses it */
} pieces[MRT_PIECES];
static size_t piece_bytes; /* of each */
static unsigned count;     /* how many there are */
static unsigned reached;   /* how many stages have begun */
static size_t moved;       /* bytes of large copies so far */
static bool lent;          /* what is above belongs to the thread of send.c, until that has been waited for */

static void unpin(struct piece *piece) {
  mrt_pending_wait(piece->command);
  mrt_device.cl.EnqueueUnmapMemObject(mrt_device.queue, piece->pinned.buffer, piece->pinned.memory, 0, NULL, NULL);
  mrt_device.cl.ReleaseMemObject(piece->pinned.buffer);
  *piece = (struct piece){0};
}

bool mrt_pin(struct mrt_pinned *pinned, size_t bytes, cl_command_queue queue) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_int error = CL_SUCCESS;
  if (pinned->memory != NULL || pinned->refused)
    return pinned->memory != NULL;
  pinned->refused = true;
  pinned->buffer =
      cl->CreateBuffer(mrt_device.context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &error);
  if (pinned->buffer == NULL || error != CL_SUCCESS)
    return false;
  pinned->memory = cl->EnqueueMapBuffer(queue, pinned->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, NULL,
                                        NULL, &error);
  if (pinned->memory != NULL && error == CL_SUCCESS)
    return true;
  cl->ReleaseMemObject(pinned->buffer);
  pinned->memory = NULL;
  return false;
}

static bool pin(struct piece *piece, size_t bytes, cl_command_queue queue) {
  *piece = (struct piece){0};
  return mrt_pin(&piece->pinned, bytes, queue);
}

/* Makes the pieces of a stage; where that fails, those that there are stay in use. */
static void enter(const struct stage *stage, cl_command_queue queue) {
  while (count > 0 && piece_bytes != stage->bytes)
    unpin(&pieces[--count]);
  piece_bytes = stage->bytes;
  while (count < stage->count && pin(&pieces[count], stage->bytes, queue))
    count++;
}

static void enter_first(cl_command_queue queue) {
  enter(&stages[0], queue);
  reached = 1;
}

/* Whether copies go through pinned memory at all.  One thread is no faster than the driver's. */
static bool is_staging(void) {
  return !mrt_device.unified && mrt_settings()->staging > 0 && omp_get_max_threads() > 1;
}

void mrt_staging_begin(void) {
  if (is_staging() && reached == 0)
    enter_first(mrt_device.queue);
}

/* Whether copies of so many bytes may go through pinned memory. */
static bool may_be_staged(size_t bytes) {
  size_t threshold = mrt_settings()->staging;
  return bytes >= (threshold < SMALLEST ? threshold : SMALLEST) && is_staging();
}

bool mrt_staging_lend(size_t bytes) {
  static size_t offered;
  if (!may_be_staged(bytes))
    return false;
  offered += bytes;
  for (unsigned i = 0; !lent && i < count; i++)
    mrt_pending_wait(pieces[i].command);
  return lent = offered >= mrt_settings()->staging;
}

unsigned mrt_staging_borrow(cl_command_queue queue, size_t bytes, char *memory[MRT_PIECES], size_t *size) {
  moved += bytes;
  if (count == 0)
    enter_first(queue);
  for (unsigned i = 0; i < count; i++)
    memory[i] = pieces[i].pinned.memory;
  *size = piece_bytes;
  return count;
}

bool mrt_staged(size_t bytes) {
  if (!may_be_staged(bytes))
    return false;
  if (lent)
    mrt_sends_wait();
  lent = false;
  moved += bytes;
  unsigned stage = reached;
  while (stage < STAGES && moved / mrt_settings()->staging >= stages[stage].after)
    stage++;
  if (stage != reached)
    enter(&stages[stage - 1], mrt_device.queue);
  reached = stage;
  return count >= 2;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* ---- all threads at work on pieces ------------------------------------------------------------------------- */

/* Pieces are filled, or emptied, block by block, by any thread that has time.  One thread talks to OpenCL.  Blocks of
 * the next piece may be taken before the last one of a piece is done, so that no thread waits for the slowest one. */
struct job {
  bool upload;
  cl_mem buffer;
  size_t offset, bytes, pieces;
  char *host;
  const struct mrt_taken *taken; /* of a download; NULL: all */
  const struct mrt_packed *packed; /* members of a pool, instead of `host`; or NULL */
  struct mrt_region *region;
  /* read and written by all threads, with atomic accesses: */
  size_t next;             /* the first block that is not taken yet */
  size_t ready;            /* blocks that may be taken */
  size_t done[MRT_PIECES]; /* blocks of the piece in each place */
};

static size_t blocks_in(size_t bytes) { return (bytes + BLOCK - 1) / BLOCK; }

static size_t size_of(const struct job *job, size_t number) {
  return least(job->bytes - number * piece_bytes, piece_bytes);
}

static struct piece *place_of(size_t number) { return &pieces[number % count]; }

static bool take(struct job *job, size_t *block) {
  *block = __atomic_load_n(&job->next, __ATOMIC_RELAXED);
  while (*block < __atomic_load_n(&job->ready, __ATOMIC_ACQUIRE))
    if (__atomic_compare_exchange_n(&job->next, block, *block + 1, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return true;
  return false;
}

static void copy_block(struct job *job, size_t block) {
  size_t at = block * BLOCK, bytes = least(job->bytes - at, BLOCK), number = at / piece_bytes;
  char *piece = place_of(number)->pinned.memory + at % piece_bytes;
  if (job->packed != NULL)
    mrt_packed_copy(job->packed, at, bytes, piece, job->upload);
  else if (job->upload)
    memcpy(piece, job->host + at, bytes);
  else if (job->taken != NULL && job->taken->area != NULL)
    mrt_area_take(job->taken->area, at, bytes, piece, job->host);
  else if (job->taken != NULL)
    mrt_shadow_merge(job->taken, at, bytes, piece, job->host + at);
  else
    memcpy(job->host + at, piece, bytes);
  __atomic_add_fetch(&job->done[number % count], 1, __ATOMIC_RELEASE);
}

/* Copies a block; where none is ready, lets others run once in a while, in case that there are more threads than
 * processors. */
static void work(struct job *job, unsigned *idle) {
  size_t block;
  if (take(job, &block))
    copy_block(job, block);
  else if (++*idle % PATIENCE == 0)
    sched_yield();
}

/* A piece's place is free, or holds what came: its blocks may be taken. */
static void give_out(struct job *job, size_t number) {
  size_t end = blocks_in(number * piece_bytes + size_of(job, number));
  __atomic_store_n(&job->ready, end, __ATOMIC_RELEASE);
}

/* Until all of a piece's blocks are done. */
static void complete(struct job *job, size_t number) {
  size_t all = blocks_in(size_of(job, number));
  for (unsigned idle = 0; __atomic_load_n(&job->done[number % count], __ATOMIC_ACQUIRE) < all;)
    work(job, &idle);
}

static void begin(struct job *job, size_t number) {
  __atomic_store_n(&job->done[number % count], 0, __ATOMIC_RELAXED);
}

/* Has a piece copied to the device, or from there. */
static cl_int enqueue(const struct job *job, size_t number) {
  const struct mrt_cl *cl = &mrt_device.cl;
  struct piece *piece = place_of(number);
  size_t at = job->offset + number * piece_bytes, bytes = size_of(job, number);
  cl_event event = NULL;
  cl_int error = job->upload ? cl->EnqueueWriteBuffer(mrt_device.queue, job->buffer, CL_FALSE, at, bytes,
                                                      piece->pinned.memory, 0, NULL, &event)
                             : cl->EnqueueReadBuffer(mrt_device.queue, job->buffer, CL_FALSE, at, bytes,
                                                     piece->pinned.memory, 0, NULL, &event);
  if (error != CL_SUCCESS)
    return error;
  enum mrt_command kind = job->upload ? COMMAND_UPLOAD : COMMAND_DOWNLOAD;
  piece->command = mrt_pending_add(event, kind, bytes, job->region, NULL);
  cl->Flush(mrt_device.queue);
  return CL_SUCCESS;
}

/* How many pieces may be begun before an earlier one is complete. */
static size_t ahead(void) { return count > 2 ? 1 : 0; }

static cl_int lead_upload(struct job *job) {
  cl_int error = CL_SUCCESS;
  for (size_t number = 0, begun = 0; number < job->pieces && error == CL_SUCCESS; number++) {
    for (; begun < job->pieces && begun <= number + ahead(); begun++) {
      mrt_pending_wait(place_of(begun)->command);
      begin(job, begun);
      give_out(job, begun);
    }
    complete(job, number);
    error = enqueue(job, number);
  }
  return error;
}

static cl_int lead_download(struct job *job) {
  size_t asked = 0;
  for (size_t number = 0; number < job->pieces; number++) {
    for (; asked < job->pieces && asked + ahead() < number + count; asked++) { /* keep all on their way */
      if (asked >= count)
        complete(job, asked - count);
      begin(job, asked);
      cl_int error = enqueue(job, asked);
      if (error != CL_SUCCESS)
        return error;
    }
    if (!mrt_pending_wait(place_of(number)->command))
      return CL_OUT_OF_RESOURCES;
    give_out(job, number);
  }
  for (size_t left = least(job->pieces, count); left > 0; left--)
    complete(job, job->pieces - left);
  return CL_SUCCESS;
}

static void help(struct job *job) {
  size_t all = blocks_in(job->bytes);
  for (unsigned idle = 0; __atomic_load_n(&job->next, __ATOMIC_RELAXED) < all;)
    work(job, &idle);
}

static cl_int run(struct job *job) {
  cl_int error = CL_SUCCESS;
  job->pieces = (job->bytes + piece_bytes - 1) / piece_bytes;
#pragma omp parallel
  if (omp_get_thread_num() > 0) {
    help(job);
  } else {
    error = job->upload ? lead_upload(job) : lead_download(job);
    __atomic_store_n(&job->next, blocks_in(job->bytes), __ATOMIC_RELAXED); /* after an error: nothing is left */
  }
  return error;
}

cl_int mrt_staged_write(cl_mem buffer, size_t offset, size_t bytes, const char *from, const struct mrt_packed *packed,
                        struct mrt_region *region) {
  struct job job = {.upload = true,
                    .buffer = buffer,
                    .offset = offset,
                    .bytes = bytes,
                    .host = (char *)from,
                    .packed = packed,
                    .region = region};
  return run(&job);
}

cl_int mrt_staged_read(cl_mem buffer, size_t offset, size_t bytes, char *to, const struct mrt_taken *taken,
                       struct mrt_region *region) {
  struct job job = {.buffer = buffer, .offset = offset, .bytes = bytes, .host = to, .taken = taken, .region = region};
  job.packed = taken != NULL ? taken->packed : NULL;
  if (taken == NULL || taken->area != NULL)
    mrt_prefault((uintptr_t)to, bytes);
  return run(&job);
}
