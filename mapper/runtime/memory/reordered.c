/* reordered.c: parts of arrays whose elements are in another order on the device.
 *
 * Elements of one row of a matrix, and those of one column, have one distance on the host and another one on the
 * device: one command moves them.  Other parts consist of several such lines.
 */
#include "mrt_memory.h"
#include "mrt_copies.h"

/* `count` pieces of `bytes`, at distances `pitch` on the host and `far` on the device. */
struct line {
  char *host;
  size_t there, bytes, count, pitch, far;
};

static size_t row_bytes(const struct mrt_transposition *order) { return order->columns * order->element; }

/* Whether a part is some elements of one column of a matrix. */
static bool is_column(const struct mrt_segment *segment, const struct mrt_part *part) {
  const struct mrt_transposition *order = &segment->copy->order;
  size_t first = part->from - segment->base, line = row_bytes(order), matrix = line * order->rows;
  return part->planes == 1 && part->rows > 1 && part->run == order->element && first % order->element == 0 &&
         part->pitch % line == 0 && first / matrix == (first + (part->rows - 1) * part->pitch) / matrix;
}

bool mrt_is_reordered(const struct mrt_segment *segment, const struct mrt_part *part) {
  size_t element = segment->copy->order.element;
  return element != 0 && (part->from - segment->base) / element != (part->to - 1 - segment->base) / element;
}

bool mrt_is_line(const struct mrt_segment *segment, const struct mrt_part *part) {
  const struct mrt_transposition *order = &segment->copy->order;
  size_t first = part->from - segment->base, end = part->to - segment->base, line = row_bytes(order);
  if (segment->copy->lead % order->element != 0)
    return false;
  bool row = part->rows == 1 && part->planes == 1 && first % order->element == 0 && end % order->element == 0 &&
             first / line == (end - 1) / line;
  return row || is_column(segment, part);
}

static void note(struct mrt_copy *copy, cl_event event, size_t bytes, bool send) {
  mrt_u64 number = mrt_pending_add(event, send ? COMMAND_UPLOAD : COMMAND_DOWNLOAD, bytes, copy->region, NULL);
  if (send)
    copy->host_use = number;
}

static bool move_dense(struct mrt_copy *copy, const struct line *line, bool send) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_event event = NULL;
  cl_int error = send ? cl->EnqueueWriteBuffer(mrt_device.queue, copy->buffer, CL_FALSE, line->there, line->bytes,
                                               line->host, 0, NULL, &event)
                      : cl->EnqueueReadBuffer(mrt_device.queue, copy->buffer, CL_FALSE, line->there, line->bytes,
                                              line->host, 0, NULL, &event);
  if (error == CL_SUCCESS)
    note(copy, event, line->bytes, send);
  return error == CL_SUCCESS;
}

/* Moves pieces that are in rows of the buffer, `far` bytes long, all of which are wholly in it. */
static bool move_rows(struct mrt_copy *copy, const struct line *line, bool send) {
  const struct mrt_cl *cl = &mrt_device.cl;
  size_t row = line->there / line->far, here[3] = {0, 0, 0}, region[3] = {line->bytes, line->count, 1};
  size_t there[3] = {line->there % line->far, row, 0};
  size_t plane = (row + line->count) * line->far, own = line->count * line->pitch;
  cl_event event = NULL;
  cl_int error = send ? cl->EnqueueWriteBufferRect(mrt_device.queue, copy->buffer, CL_FALSE, there, here, region,
                                                   line->far, plane, line->pitch, own, line->host, 0, NULL, &event)
                      : cl->EnqueueReadBufferRect(mrt_device.queue, copy->buffer, CL_FALSE, there, here, region,
                                                  line->far, plane, line->pitch, own, line->host, 0, NULL, &event);
  if (error == CL_SUCCESS)
    note(copy, event, line->bytes * line->count, send);
  return error == CL_SUCCESS;
}

static bool move_line(const struct mrt_segment *segment, struct line line, bool send) {
  struct mrt_copy *copy = segment->copy;
  size_t end = copy->lead + segment->bytes;
  bool moved = true;
  while (moved && line.count > 0) {
    bool straddles = line.there % line.far + line.bytes > line.far;
    struct line now = line;
    now.count = line.count == 1 || straddles ? 1 : end / line.far - line.there / line.far;
    now.count = now.count > line.count ? line.count : now.count;
    now.count = now.count > 0 ? now.count : 1; /* the buffer ends in its row */
    moved = now.count == 1 ? move_dense(copy, &now, send) : move_rows(copy, &now, send);
    line.count -= now.count;
    line.host += now.count * line.pitch;
    line.there += now.count * line.far;
  }
  return moved;
}

/* Moves some bytes: elements of a row of a matrix together, others one by one. */
static bool move_run(const struct mrt_segment *segment, size_t from, size_t end, bool send) {
  const struct mrt_transposition *order = &segment->copy->order;
  size_t element = order->element;
  bool moved = true;
  while (moved && from < end) {
    size_t rest = element - from % element, count = (end - from) / element;
    size_t columns = order->columns - from / element % order->columns;
    struct line line = {(char *)segment->base + from, segment->copy->lead + mrt_place(order, from), element,
                        count < columns ? count : columns, element, order->rows * element};
    if (rest < element || count == 0) {
      line.bytes = rest < end - from ? rest : end - from;
      line.count = 1;
    }
    moved = move_line(segment, line, send);
    from += line.bytes * line.count;
  }
  return moved;
}

bool mrt_reordered_move(const struct mrt_segment *segment, const struct mrt_part *part, bool send) {
  const struct mrt_transposition *order = &segment->copy->order;
  size_t first = part->from - segment->base;
  if (is_column(segment, part)) {
    struct line line = {(char *)part->from, segment->copy->lead + mrt_place(order, first), part->run, part->rows,
                        part->pitch,        part->pitch / row_bytes(order) * order->element};
    return move_line(segment, line, send);
  }
  bool moved = true;
  for (size_t plane = 0; plane < part->planes; plane++)
    for (size_t row = 0; row < part->rows && moved; row++) {
      size_t from = first + plane * part->far + row * part->pitch;
      moved = move_run(segment, from, from + part->run, send);
    }
  return moved;
}
