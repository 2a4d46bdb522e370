/* transpose.c: device copies whose elements are in another order than on the host.
 *
 * An array is seen as matrices of elements, one behind the other, and each is transposed: [k][j][i][5] as one matrix
 * with a column for each of the 5 becomes [5][k][j][i].  Copies to and from the device go through a scratch buffer in
 * the host's order, and a kernel of the library's own transposes on the device, in tiles of local memory.  Where
 * there is no room for the scratch buffer, or something fails, the host transposes piece by piece.
 */
#include "mrt_copies.h"

#include <stdio.h>
#include <string.h>

enum { TILE = 1056, GROUP = 256, PIECE = 1 << 20 }; /* elements of a tile: 32 x 33 */

static const char *const source[] = {
    "#define TRANSPOSE(name, type) __kernel void name(__global const type *from, ulong from_at, __global type *to, "
    "ulong to_at, ulong rows, ulong columns, uint tile_rows, uint tile_columns)\\\n"
    "{\\\n"
    "  __local type tile[1056];\\\n"
    "  const uint pitch = tile_columns | 1, size = tile_rows * tile_columns;\\\n"
    "  const ulong across = (columns + tile_columns - 1) / tile_columns;\\\n"
    "  const ulong down = (rows + tile_rows - 1) / tile_rows;\\\n"
    "  const ulong group = get_group_id(0), line = group / across;\\\n"
    "  const ulong column = (group - line * across) * tile_columns, row = line % down * tile_rows;\\\n"
    "  const ulong matrix = line / down * rows * columns;\\\n"
    "  const uint high = min((ulong)tile_rows, rows - row), wide = min((ulong)tile_columns, columns - column);\\\n"
    "  from += from_at / sizeof(type) + matrix + row * columns + column;\\\n"
    "  to += to_at / sizeof(type) + matrix + column * rows + row;\\\n"
    "  for (uint at = get_local_id(0); at < size; at += get_local_size(0))\\\n"
    "  {\\\n"
    "    const uint r = at / tile_columns, c = at - r * tile_columns;\\\n"
    "    if (r < high && c < wide)\\\n"
    "      tile[r * pitch + c] = from[r * columns + c];\\\n"
    "  }\\\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\\\n"
    "  for (uint at = get_local_id(0); at < size; at += get_local_size(0))\\\n"
    "  {\\\n"
    "    const uint c = at / tile_rows, r = at - c * tile_rows;\\\n"
    "    if (r < high && c < wide)\\\n"
    "      to[c * rows + r] = tile[r * pitch + c];\\\n"
    "  }\\\n"
    "}\n"
    "TRANSPOSE(transpose1, uchar)\n"
    "TRANSPOSE(transpose2, ushort)\n"
    "TRANSPOSE(transpose4, uint)\n"
    "TRANSPOSE(transpose8, ulong)\n",
    NULL};

static cl_program program;
static cl_kernel kernels[4]; /* for elements of 1, 2, 4 and 8 bytes */
static struct mrt_scratch scratch;

bool mrt_same_order(const struct mrt_transposition *one, const struct mrt_transposition *other) {
  return one->matrices == other->matrices && one->rows == other->rows && one->columns == other->columns &&
         one->element == other->element;
}

size_t mrt_transposed_bytes(const struct mrt_transposition *order) {
  return order->element * order->matrices * order->rows * order->columns;
}

size_t mrt_place(const struct mrt_transposition *order, size_t offset) {
  size_t number = offset / order->element, matrix = order->rows * order->columns, inside = number % matrix;
  size_t place = number - inside + inside % order->columns * order->rows + inside / order->columns;
  return place * order->element + offset % order->element;
}

/* ---- the kernels ------------------------------------------------------------------------------------------ */

static cl_kernel *kernel_for(size_t element) { return &kernels[element == 8 ? 3 : element / 2]; }

bool mrt_can_transpose(const struct mrt_transposition *order, struct mrt_region *region) {
  cl_kernel *kernel = kernel_for(order->element);
  if (*kernel != NULL)
    return true;
  if (program == NULL)
    program = mrt_build_program(source, region->id);
  if (program == NULL)
    return false;
  char name[16];
  cl_int error = CL_SUCCESS;
  snprintf(name, sizeof name, "transpose%zu", order->element);
  *kernel = mrt_device.cl.CreateKernel(program, name, &error);
  if (*kernel == NULL || error != CL_SUCCESS) {
    *kernel = NULL;
    mrt_device_failed(region->id, "creating a kernel failed", error);
  }
  return *kernel != NULL;
}

/* The largest multiple of 32 (else the number itself) for one side of a tile whose other side is `narrow`. */
static cl_uint side_beside(size_t narrow) {
  size_t most = TILE / (narrow | 1);
  return (cl_uint)(most >= 32 ? most / 32 * 32 : most);
}

/* Tiles are 32 x 32, or as wide as a narrow matrix, so that they are read and written in long runs. */
static void choose_tile(const struct mrt_transposition *order, cl_uint *rows, cl_uint *columns) {
  *rows = *columns = 32;
  if (order->columns < 32) {
    *columns = (cl_uint)order->columns;
    *rows = side_beside(order->columns);
  } else if (order->rows < 32) {
    *rows = (cl_uint)order->rows;
    *columns = side_beside(order->rows + 1); /* the row of a tile is padded */
  }
}

cl_int mrt_transpose(const struct mrt_transposition *order, cl_mem from, cl_ulong from_at, cl_mem to, cl_ulong to_at,
                     struct mrt_region *region) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_kernel kernel = *kernel_for(order->element);
  if (kernel == NULL)
    return CL_INVALID_VALUE;
  cl_ulong rows = order->rows, columns = order->columns;
  cl_uint tile_rows = 0, tile_columns = 0;
  choose_tile(order, &tile_rows, &tile_columns);
  const struct {
    size_t size;
    const void *value;
  } arguments[] = {{sizeof from, &from},
                   {sizeof from_at, &from_at},
                   {sizeof to, &to},
                   {sizeof to_at, &to_at},
                   {sizeof rows, &rows},
                   {sizeof columns, &columns},
                   {sizeof tile_rows, &tile_rows},
                   {sizeof tile_columns, &tile_columns}};
  cl_int error = CL_SUCCESS;
  for (cl_uint i = 0; i < sizeof arguments / sizeof *arguments && error == CL_SUCCESS; i++)
    error = cl->SetKernelArg(kernel, i, arguments[i].size, arguments[i].value);
  if (error != CL_SUCCESS)
    return error;
  size_t local = GROUP < mrt_device.processors.limit ? GROUP : mrt_device.processors.limit;
  size_t groups = order->matrices * ((order->rows + tile_rows - 1) / tile_rows) *
                  ((order->columns + tile_columns - 1) / tile_columns);
  size_t global = groups * local;
  cl_event event = NULL;
  error = cl->EnqueueNDRangeKernel(mrt_device.queue, kernel, 1, NULL, &global, &local, 0, NULL, &event);
  if (error == CL_SUCCESS)
    mrt_pending_add(event, COMMAND_UPLOAD, 0, region, NULL);
  return error;
}

struct mrt_transposition mrt_undoing(const struct mrt_transposition *order) {
  struct mrt_transposition back = *order;
  back.rows = order->columns;
  back.columns = order->rows;
  return back;
}

/* ---- the scratch buffer ------------------------------------------------------------------------------------ */

/* Room for an array.  Nothing else makes way for it: it may be needed to copy back what makes way. */
static bool make_scratch(size_t bytes) { return mrt_scratch_make(&scratch, bytes, false); }

void mrt_forget_transposer(void) {
  program = NULL;
  memset(kernels, 0, sizeof kernels);
}

/* ---- piece by piece ---------------------------------------------------------------------------------------- */

/* Where an element of a copy is on the host. */
static size_t host_offset(const struct mrt_transposition *order, size_t number) {
  size_t matrix = order->rows * order->columns, inside = number % matrix;
  return (number - inside + inside % order->rows * order->columns + inside / order->rows) * order->element;
}

static char piece[PIECE];

static size_t piece_at(size_t at, size_t bytes) { return bytes - at < PIECE ? bytes - at : PIECE; }

static cl_int write_pieces(cl_mem buffer, size_t offset, const struct mrt_transposition *order, const char *from) {
  size_t bytes = mrt_transposed_bytes(order), element = order->element;
  cl_int error = CL_SUCCESS;
  for (size_t at = 0; at < bytes && error == CL_SUCCESS; at += PIECE) {
    size_t size = piece_at(at, bytes);
    for (size_t i = 0; i < size; i += element)
      memcpy(piece + i, from + host_offset(order, (at + i) / element), element);
    error =
        mrt_device.cl.EnqueueWriteBuffer(mrt_device.queue, buffer, CL_TRUE, offset + at, size, piece, 0, NULL, NULL);
  }
  return error;
}

static bool read_pieces(cl_mem buffer, size_t offset, const struct mrt_transposition *order, char *to,
                        struct mrt_region *region) {
  size_t bytes = mrt_transposed_bytes(order), element = order->element;
  for (size_t at = 0; at < bytes; at += PIECE) {
    size_t size = piece_at(at, bytes);
    if (!mrt_read(buffer, offset + at, size, piece, region))
      return false;
    for (size_t i = 0; i < size; i += element)
      memcpy(to + host_offset(order, (at + i) / element), piece + i, element);
  }
  return true;
}

/* ---- copies ------------------------------------------------------------------------------------------------ */

cl_int mrt_upload_transposed(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  if (!make_scratch(segment->bytes)) {
    mrt_pending_wait_all();
    return write_pieces(copy->buffer, copy->lead, &copy->order, mrt_shadow_source(segment));
  }
  cl_int error = mrt_write_segment(segment, scratch.memory, 0);
  if (error == CL_SUCCESS)
    error = mrt_transpose(&copy->order, scratch.memory, 0, copy->buffer, copy->lead, copy->region);
  return error;
}

bool mrt_read_transposed(cl_mem buffer, size_t offset, const struct mrt_transposition *order, void *to,
                         struct mrt_region *region) {
  struct mrt_transposition back = mrt_undoing(order);
  size_t bytes = mrt_transposed_bytes(order);
  if (!mrt_device_is_lost() && make_scratch(bytes) &&
      mrt_transpose(&back, buffer, offset, scratch.memory, 0, region) == CL_SUCCESS &&
      mrt_read(scratch.memory, 0, bytes, to, region))
    return true;
  return read_pieces(buffer, offset, order, to, region);
}

/* Copies between a buffer and another that holds the same in the host's order. */
static cl_int move(const struct mrt_transposition *order, cl_mem from, size_t from_at, cl_mem to, size_t to_at,
                   size_t bytes, struct mrt_region *region) {
  if (order->element != 0)
    return mrt_transpose(order, from, from_at, to, to_at, region);
  cl_event event = NULL;
  cl_int error = mrt_device.cl.EnqueueCopyBuffer(mrt_device.queue, from, to, from_at, to_at, bytes, 0, NULL, &event);
  if (error == CL_SUCCESS)
    mrt_pending_add(event, COMMAND_UPLOAD, 0, region, NULL);
  return error;
}

void mrt_reorder(struct mrt_segment *segment, const struct mrt_transposition *order) {
  struct mrt_copy *copy = segment->copy;
  struct mrt_transposition back = mrt_undoing(&copy->order);
  bool moved = copy->device_valid && make_scratch(segment->bytes) &&
               move(&back, copy->buffer, copy->lead, scratch.memory, 0, segment->bytes, copy->region) == CL_SUCCESS;
  if (copy->device_valid && !moved)
    mrt_to_host(segment);
  if (!moved ||
      move(order, scratch.memory, 0, copy->buffer, copy->lead, segment->bytes, copy->region) != CL_SUCCESS) {
    if (moved)
      mrt_to_host(segment); /* the copy itself is as it was */
    if (copy->device_valid)
      mrt_residency_changed();
    copy->device_valid = false;
  }
  copy->order = *order;
  mrt_trace("%zu bytes get another order%s", segment->bytes, moved ? ", on the device" : "");
}
