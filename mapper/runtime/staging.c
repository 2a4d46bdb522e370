/* staging.c: large copies between the host's pageable memory and a device with memory of its own.
 *
 * Drivers copy pageable memory through a pinned buffer of theirs, with one thread.  Two pinned pieces, filled and
 * emptied by all threads while the other one is on its way, are several times faster, but pinning takes about half a
 * millisecond a mebibyte.  So they are small, and made once more has moved than they hold.
 */
#include "internal.h"

#include <string.h>

extern int omp_get_max_threads(void);

enum { PIECE = 4 << 20, BLOCK = 256 << 10, SMALLEST = 4 << 20 };

static struct piece {
  cl_mem buffer;
  char *memory;
  mrt_u64 command; /* the last one that uses it */
} pieces[2];
static mrt_u64 moved; /* bytes of large copies so far */
static bool refused;

static bool pin(struct piece *piece) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_int error = CL_SUCCESS;
  piece->buffer =
      cl->CreateBuffer(mrt_device.context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, PIECE, NULL, &error);
  if (piece->buffer == NULL || error != CL_SUCCESS) {
    piece->buffer = NULL;
    return false;
  }
  piece->memory = cl->EnqueueMapBuffer(mrt_device.queue, piece->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                       PIECE, 0, NULL, NULL, &error);
  if (piece->memory != NULL && error == CL_SUCCESS)
    return true;
  piece->memory = NULL;
  cl->ReleaseMemObject(piece->buffer);
  piece->buffer = NULL;
  return false;
}

bool mrt_staged(size_t bytes) {
  size_t threshold = mrt_settings()->staging;
  if (mrt_device.unified || refused || threshold == 0 || bytes < (threshold < SMALLEST ? threshold : SMALLEST))
    return false;
  if (omp_get_max_threads() < 2)
    return false; /* one thread is no faster than the driver's */
  moved += bytes;
  if (moved < threshold)
    return false;
  refused = !((pieces[0].memory != NULL || pin(&pieces[0])) && (pieces[1].memory != NULL || pin(&pieces[1])));
  return !refused;
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

static size_t size_at(size_t at, size_t bytes) { return least(bytes - at, PIECE); }

cl_int mrt_staged_write(cl_mem buffer, size_t offset, size_t bytes, const char *from, struct mrt_region *region) {
  unsigned turn = 0;
  for (size_t at = 0; at < bytes; at += PIECE, turn ^= 1u) {
    struct piece *piece = &pieces[turn];
    size_t size = size_at(at, bytes);
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

cl_int mrt_staged_read(cl_mem buffer, size_t offset, size_t bytes, char *to, const struct mrt_area *area,
                       struct mrt_region *region) {
  unsigned turn = 0;
  size_t asked = 0;
  for (size_t at = 0; at < bytes; at += PIECE, turn ^= 1u) {
    /* keep both pieces on their way */
    for (; asked < bytes && asked < at + 2 * (size_t)PIECE; asked += PIECE) {
      struct piece *piece = &pieces[(asked / PIECE) & 1u];
      cl_event event = NULL;
      cl_int error = mrt_device.cl.EnqueueReadBuffer(mrt_device.queue, buffer, CL_FALSE, offset + asked,
                                                     size_at(asked, bytes), piece->memory, 0, NULL, &event);
      if (error != CL_SUCCESS)
        return error;
      piece->command = mrt_pending_add(event, COMMAND_DOWNLOAD, size_at(asked, bytes), region, NULL);
      mrt_device.cl.Flush(mrt_device.queue);
    }
    if (!mrt_pending_wait(pieces[turn].command))
      return CL_OUT_OF_RESOURCES;
    empty(pieces[turn].memory, at, size_at(at, bytes), to, area);
  }
  return CL_SUCCESS;
}
