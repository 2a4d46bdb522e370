/* staging.c: large copies between the host's pageable memory and a device with memory of its own.
 *
 * Drivers copy pageable memory through a pinned buffer of theirs, with one thread.  Pinned pieces, filled and emptied
 * by all threads while others are on their way, are several times faster, but pinning takes about half a millisecond
 * a mebibyte.  So a few small ones are made once more has moved than they hold, and more and larger ones when copies
 * have taken as long as making those does: on an H200, 26, 40 and 52 GB/s.
 */
#include "mrt_internal.h"

#include <string.h>

extern int omp_get_max_threads(void);

enum { BLOCK = 256 << 10, SMALLEST = 4 << 20, STAGES = 3 };

/* How many pieces of which size, once so many times the threshold has moved. */
static const struct stage {
  size_t after, bytes;
  unsigned count;
} stages[STAGES] = {{1, 4 << 20, 2}, {16, 4 << 20, 4}, {160, 8 << 20, 4}};

static struct piece {
  cl_mem buffer;
  char *memory;
  mrt_u64 command; /* the last one that uses it */
} pieces[MRT_PIECES];
static size_t piece_bytes; /* of each */
static unsigned count;     /* how many there are */
static unsigned reached;   /* how many stages have begun */
static size_t moved;       /* bytes of large copies so far */
static bool lent;          /* what stands above belongs to the thread of send.c, until that has been waited for */

static void unpin(struct piece *piece) {
  mrt_pending_wait(piece->command);
  mrt_device.cl.EnqueueUnmapMemObject(mrt_device.queue, piece->buffer, piece->memory, 0, NULL, NULL);
  mrt_device.cl.ReleaseMemObject(piece->buffer);
  *piece = (struct piece){0};
}

static bool pin(struct piece *piece, size_t bytes, cl_command_queue queue) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_int error = CL_SUCCESS;
  *piece = (struct piece){0};
  piece->buffer =
      cl->CreateBuffer(mrt_device.context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &error);
  if (piece->buffer == NULL || error != CL_SUCCESS)
    return false;
  piece->memory = cl->EnqueueMapBuffer(queue, piece->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, NULL,
                                       NULL, &error);
  if (piece->memory != NULL && error == CL_SUCCESS)
    return true;
  cl->ReleaseMemObject(piece->buffer);
  return false;
}

/* Makes the pieces of a stage; where that fails, those that there are stay in use. */
static void enter(const struct stage *stage, cl_command_queue queue) {
  while (count > 0 && piece_bytes != stage->bytes)
    unpin(&pieces[--count]);
  piece_bytes = stage->bytes;
  while (count < stage->count && pin(&pieces[count], stage->bytes, queue))
    count++;
}

/* Whether copies of so many bytes may go through pinned memory. */
static bool may_be_staged(size_t bytes) {
  size_t threshold = mrt_settings()->staging;
  if (mrt_device.unified || threshold == 0 || bytes < (threshold < SMALLEST ? threshold : SMALLEST))
    return false;
  return omp_get_max_threads() > 1; /* one thread is no faster than the driver's */
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
  if (count == 0) {
    enter(&stages[0], queue);
    reached = 1;
  }
  for (unsigned i = 0; i < count; i++)
    memory[i] = pieces[i].memory;
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

static void fill(char *piece, const char *from, size_t bytes) {
#pragma omp parallel for schedule(static)
  for (size_t at = 0; at < bytes; at += BLOCK)
    memcpy(piece + at, from + at, least(bytes - at, BLOCK));
}

/* Empties a piece that holds what lies `begin` bytes behind `to`. */
static void empty(const char *piece, size_t begin, size_t bytes, char *to, const struct mrt_area *area) {
#pragma omp parallel for schedule(static)
  for (size_t at = 0; at < bytes; at += BLOCK) {
    size_t size = least(bytes - at, BLOCK);
    if (area != NULL)
      mrt_area_take(area, begin + at, size, piece + at, to);
    else
      memcpy(to + begin + at, piece + at, size);
  }
}

cl_int mrt_staged_write(cl_mem buffer, size_t offset, size_t bytes, const char *from, struct mrt_region *region) {
  unsigned turn = 0;
  for (size_t at = 0; at < bytes; at += piece_bytes, turn = (turn + 1) % count) {
    struct piece *piece = &pieces[turn];
    size_t size = least(bytes - at, piece_bytes);
    cl_event event = NULL;
    mrt_pending_wait(piece->command);
    fill(piece->memory, from + at, size);
    cl_int error = mrt_device.cl.EnqueueWriteBuffer(mrt_device.queue, buffer, CL_FALSE, offset + at, size,
                                                    piece->memory, 0, NULL, &event);
    if (error != CL_SUCCESS)
      return error;
    piece->command = mrt_pending_add(event, COMMAND_UPLOAD, size, region, NULL);
    mrt_device.cl.Flush(mrt_device.queue);
  }
  return CL_SUCCESS;
}

/* Enqueues the copy of what lies at `at` into its piece. */
static cl_int ask(cl_mem buffer, size_t offset, size_t bytes, size_t at, struct mrt_region *region) {
  struct piece *piece = &pieces[at / piece_bytes % count];
  size_t size = least(bytes - at, piece_bytes);
  cl_event event = NULL;
  cl_int error = mrt_device.cl.EnqueueReadBuffer(mrt_device.queue, buffer, CL_FALSE, offset + at, size, piece->memory,
                                                 0, NULL, &event);
  if (error != CL_SUCCESS)
    return error;
  piece->command = mrt_pending_add(event, COMMAND_DOWNLOAD, size, region, NULL);
  mrt_device.cl.Flush(mrt_device.queue);
  return CL_SUCCESS;
}

cl_int mrt_staged_read(cl_mem buffer, size_t offset, size_t bytes, char *to, const struct mrt_area *area,
                       struct mrt_region *region) {
  size_t asked = 0;
  for (size_t at = 0; at < bytes; at += piece_bytes) {
    for (; asked < bytes && asked < at + count * piece_bytes; asked += piece_bytes) { /* keep all on their way */
      cl_int error = ask(buffer, offset, bytes, asked, region);
      if (error != CL_SUCCESS)
        return error;
    }
    const struct piece *piece = &pieces[at / piece_bytes % count];
    if (!mrt_pending_wait(piece->command))
      return CL_OUT_OF_RESOURCES;
    empty(piece->memory, at, least(bytes - at, piece_bytes), to, area);
  }
  return CL_SUCCESS;
}
