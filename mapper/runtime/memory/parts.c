/* parts.c: parts of large arrays, which the host reads or writes between launches.
 *
 * A whole copy of an array of megabytes for one number, or for a row or column of a matrix, would cost more than the
 * kernels around it.  So the host may announce a part: what it reads is fetched alone, and what it writes is noted,
 * and sent to the device before the array is used there again, or fetched as a whole.  Many parts of one array are a
 * whole array.
 *
 * Programs look at the same parts again and again.  So once the first of those comes that were fetched before the
 * device wrote the array, the others are fetched with it.
 */
#include "mrt_memory.h"
#include "mrt_copies.h"
#include "mrt_tables.h"
#include "mrt_decide.h"
#include "mrt_forms.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 32, MOST_AGAIN = 16, LONGEST = 4096, SHARE = 4, SMALL_ARRAY = 64 * 1024, MOST_REPEATS = 8 };

/* ---- shapes ------------------------------------------------------------------------------------------------- */

static struct mrt_part dense(uintptr_t from, size_t bytes) {
  return (struct mrt_part){.from = from, .to = from + bytes, .run = bytes, .rows = 1, .planes = 1};
}

static bool is_dense(const struct mrt_part *part) { return part->rows == 1 && part->planes == 1; }

static size_t bytes_of(const struct mrt_part *part) { return part->run * part->rows * part->planes; }

static size_t span_of(const struct mrt_part *part) {
  return (part->planes - 1) * part->far + (part->rows - 1) * part->pitch + part->run;
}

struct repeat {
  size_t distance, count;
};

static int by_distance(const void *one, const void *other) {
  const struct repeat *a = one, *b = other;
  return (a->distance > b->distance) - (a->distance < b->distance);
}

/* Takes the part once more at a larger distance: as rows, planes, or more of either.  Where that is not possible,
 * with what is between. */
static void repeat(struct mrt_part *part, struct repeat by) {
  if (by.distance < span_of(part) || (is_dense(part) && by.distance == part->run)) {
    bool filled = part->filled || !is_dense(part);
    *part = dense(part->from, (by.count - 1) * by.distance + span_of(part));
    part->filled = filled;
  } else if (part->planes > 1 && by.distance == part->planes * part->far)
    part->planes *= by.count;
  else if (part->planes == 1 && part->rows > 1 && by.distance == part->rows * part->pitch)
    part->rows *= by.count;
  else if (part->rows == 1) {
    part->rows = by.count;
    part->pitch = by.distance;
  } else {
    if (part->planes > 1) {
      part->filled = true;
      part->run += (part->rows - 1) * part->pitch;
      part->rows = part->planes;
      part->pitch = part->far;
    }
    part->planes = by.count;
    part->far = by.distance;
  }
}

int mrt_part_shape(struct mrt_part *part, uintptr_t from, long bytes, unsigned n, const long *repeats) {
  struct repeat by[MOST_REPEATS];
  unsigned count = 0;
  size_t reach = (size_t)bytes;
  if (bytes <= 0 || n > MOST_REPEATS)
    return bytes <= 0 ? 0 : -1;
  for (unsigned i = 0; i < n; i++) {
    long distance = repeats[2 * i], times = repeats[2 * i + 1], all = 0;
    if (times <= 0)
      return 0;
    if (distance == 0 || times == 1)
      continue;
    if (distance == LONG_MIN || __builtin_mul_overflow(distance, times - 1, &all) || all == LONG_MIN)
      return -1;
    if (distance < 0)
      from -= (uintptr_t)-all;
    by[count++] = (struct repeat){(size_t)labs(distance), (size_t)times};
    if (__builtin_add_overflow(reach, (size_t)labs(all), &reach))
      return -1;
  }
  if (from + reach < from)
    return -1;
  qsort(by, count, sizeof *by, by_distance);
  *part = dense(from, (size_t)bytes);
  for (unsigned i = 0; i < count; i++)
    repeat(part, by[i]);
  part->to = part->from + span_of(part);
  return 1;
}

/* Whether a part is in another one. */
static bool is_inside(const struct mrt_part *part, const struct mrt_part *of) {
  if (part->from < of->from || part->to > of->to)
    return false;
  size_t plane = 0, row = 0, at = part->from - of->from;
  if (of->planes > 1) {
    plane = at / of->far;
    at %= of->far;
  }
  if (of->rows > 1) {
    row = at / of->pitch;
    at %= of->pitch;
  }
  if (is_dense(of))
    return true;
  return at + part->run <= of->run && row + part->rows <= of->rows && plane + part->planes <= of->planes &&
         (part->rows == 1 || part->pitch == of->pitch) && (part->planes == 1 || part->far == of->far);
}

/* Makes one part of two that are side by side, or one in the other; false where they don't. */
static bool join(struct mrt_part *one, const struct mrt_part *other) {
  bool read = one->read || other->read;
  if (is_inside(other, one)) {
    one->read = read;
    return true;
  }
  uintptr_t from = one->from < other->from ? one->from : other->from;
  if (is_dense(one) && is_dense(other) && one->from <= other->to && other->from <= one->to) {
    *one = dense(from, (one->to > other->to ? one->to : other->to) - from);
  } else if (one->planes == 1 && other->planes == 1 && one->rows > 1 && other->run == one->run &&
             (other->rows == 1 || other->pitch == one->pitch) &&
             (other->from == one->from + one->rows * one->pitch ||
              one->from == other->from + other->rows * one->pitch)) {
    one->rows += other->rows;
    one->from = from;
    one->to = from + span_of(one);
  } else {
    return false;
  }
  one->read = read;
  return true;
}

/* Adds a part to a list, to one that is there if possible; false where the list is full. */
static bool add(struct mrt_part *parts, unsigned *count, struct mrt_part part) {
  for (unsigned i = 0; i < *count; i++)
    if (join(&parts[i], &part))
      return true;
  if (*count == MOST_PARTS)
    return false;
  parts[(*count)++] = part;
  return true;
}

/* Calls what copies each run of a part. */
static void each_run(const struct mrt_part *part, void (*copy)(char *run, size_t bytes, char **where), char **where) {
  for (size_t plane = 0; plane < part->planes; plane++)
    for (size_t row = 0; row < part->rows; row++)
      copy((char *)part->from + plane * part->far + row * part->pitch, part->run, where);
}

static void keep_run(char *run, size_t bytes, char **where) {
  memcpy(*where, run, bytes);
  *where += bytes;
}

static void put_run(char *run, size_t bytes, char **where) {
  memcpy(run, *where, bytes);
  *where += bytes;
}

/* ---- lists ---------------------------------------------------------------------------------------------------- */

struct mrt_parts {
  unsigned written, known, before; /* how many of each */
  struct mrt_part write[MOST_PARTS]; /* what the host has and the device has not */
  struct mrt_part fresh[MOST_PARTS]; /* what the host has although its copy is not valid */
  struct mrt_part last[MOST_PARTS];  /* what it had before the device wrote the array */
};

/* The part that holds one, or NULL. */
static struct mrt_part *has(struct mrt_part *parts, unsigned count, const struct mrt_part *part) {
  for (unsigned i = 0; i < count; i++)
    if (is_inside(part, &parts[i]))
      return &parts[i];
  return NULL;
}

/* Where a part is in the device's buffer; it is no longer than an element where these have another order. */
static size_t place_of(const struct mrt_segment *segment, const struct mrt_part *part) {
  const struct mrt_copy *copy = segment->copy;
  size_t offset = part->from - segment->base;
  return copy->lead + (copy->order.element != 0 ? mrt_place(&copy->order, offset) : offset);
}

/* Some planes of a part, as drivers want them: each row is inside a row of the buffer, `pitch` bytes long, and each
 * plane inside one of its planes, whose distance `far` is a multiple of the rows'.  These rows and planes are wholly
 * in the buffer.  NVIDIA's refuses others.
 */
struct box {
  size_t there[3], here[3], region[3], pitch, far, bytes;
  char *host;
};

/* The bytes of each run up to the end of the buffer's row in which it begins. */
static size_t first_run(const struct mrt_segment *segment, const struct mrt_part *part) {
  size_t rest = part->pitch - place_of(segment, part) % part->pitch;
  return rest < part->run ? rest : part->run;
}

/* A part whose runs go on in the next row of the buffer is two parts. */
static void divide(const struct mrt_segment *segment, const struct mrt_part *part, struct mrt_part *halves) {
  size_t first = first_run(segment, part);
  halves[0] = halves[1] = *part;
  halves[0].run = first;
  halves[1].from += first;
  halves[1].run -= first;
}

/* Whether the buffer ends inside the last of a part's rows or planes. */
static bool is_cut_off(const struct mrt_segment *segment, const struct mrt_part *part) {
  size_t end = segment->copy->lead + segment->bytes, last = place_of(segment, part) + (part->planes - 1) * part->far;
  bool planes = part->planes > 1 && (last / part->far + 1) * part->far > end;
  return planes || (last / part->pitch + part->rows) * part->pitch > end;
}

/* A part that is cut off is two parts: the last plane, or the last row of the only one, is one of its own. */
static void divide_end(const struct mrt_part *part, struct mrt_part *halves) {
  halves[0] = halves[1] = *part;
  if (part->planes > 1) {
    halves[0].planes--;
    halves[1].from += halves[0].planes * part->far;
    halves[1].planes = 1;
  } else {
    halves[0].rows--;
    halves[1].from += halves[0].rows * part->pitch;
    halves[1].rows = 1;
  }
}

/* Makes two parts of one that no boxes are made of; false for others. */
static bool halved(const struct mrt_segment *segment, const struct mrt_part *part, struct mrt_part *halves) {
  if (first_run(segment, part) < part->run)
    divide(segment, part, halves);
  else if (is_cut_off(segment, part))
    divide_end(part, halves);
  else
    return false;
  return true;
}

static size_t boxes_of(const struct mrt_segment *segment, const struct mrt_part *part) {
  if (part->planes == 1 || part->far % part->pitch != 0)
    return part->planes;
  size_t above = place_of(segment, part) % part->far / part->pitch;
  return (above + part->rows) * part->pitch <= part->far ? 1 : part->planes;
}

static struct box box_of(const struct mrt_segment *segment, const struct mrt_part *part, size_t number) {
  size_t planes = part->planes / boxes_of(segment, part), at = place_of(segment, part) + number * part->far;
  size_t plane = planes > 1 ? at / part->far : 0, rest = planes > 1 ? at % part->far : at;
  size_t row = rest / part->pitch;
  return (struct box){.there = {rest % part->pitch, row, plane},
                      .region = {part->run, part->rows, planes},
                      .pitch = part->pitch,
                      .far = planes > 1 ? part->far : (row + part->rows) * part->pitch,
                      .bytes = part->run * part->rows * planes,
                      .host = (char *)part->from + number * part->far};
}

static cl_int send_part(const struct mrt_segment *segment, const struct mrt_part *part) {
  const struct mrt_cl *cl = &mrt_device.cl;
  struct mrt_copy *copy = segment->copy;
  cl_event event = NULL;
  cl_int error = CL_SUCCESS;
  if (mrt_is_reordered(segment, part))
    return mrt_reordered_move(segment, part, true) ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
  if (is_dense(part)) {
    error = cl->EnqueueWriteBuffer(mrt_device.queue, copy->buffer, CL_FALSE, place_of(segment, part), part->run,
                                   (void *)part->from, 0, NULL, &event);
    if (error == CL_SUCCESS)
      copy->host_use = mrt_pending_add(event, COMMAND_UPLOAD, part->run, copy->region, NULL);
    return error;
  }
  struct mrt_part halves[2];
  if (halved(segment, part, halves)) {
    error = send_part(segment, &halves[0]);
    return error != CL_SUCCESS ? error : send_part(segment, &halves[1]);
  }
  for (size_t i = 0; i < boxes_of(segment, part) && error == CL_SUCCESS; i++) {
    struct box box = box_of(segment, part, i);
    error = cl->EnqueueWriteBufferRect(mrt_device.queue, copy->buffer, CL_FALSE, box.there, box.here, box.region,
                                       box.pitch, box.far, box.pitch, box.far, box.host, 0, NULL, &event);
    if (error == CL_SUCCESS)
      copy->host_use = mrt_pending_add(event, COMMAND_UPLOAD, box.bytes, copy->region, NULL);
  }
  return error;
}

static bool fetch_part(const struct mrt_segment *segment, const struct mrt_part *part) {
  const struct mrt_copy *copy = segment->copy;
  if (mrt_is_reordered(segment, part)) {
    bool begun = mrt_reordered_move(segment, part, false);
    return mrt_pending_wait_all() && begun;
  }
  if (is_dense(part))
    return mrt_read_small(copy->buffer, place_of(segment, part), part->run, (void *)part->from, copy->region);
  struct mrt_part halves[2];
  if (halved(segment, part, halves))
    return fetch_part(segment, &halves[0]) && fetch_part(segment, &halves[1]);
  bool asked = true;
  for (size_t i = 0; i < boxes_of(segment, part) && asked; i++) {
    struct box box = box_of(segment, part, i);
    cl_event event = NULL;
    asked = mrt_device.cl.EnqueueReadBufferRect(mrt_device.queue, copy->buffer, CL_FALSE, box.there, box.here,
                                                box.region, box.pitch, box.far, box.pitch, box.far, box.host, 0, NULL,
                                                &event) == CL_SUCCESS;
    if (asked)
      mrt_pending_add(event, COMMAND_DOWNLOAD, box.bytes, copy->region, NULL);
  }
  mrt_trace("download %zu bytes in %zu rows", bytes_of(part), part->rows * part->planes);
  return mrt_pending_wait_all() && asked;
}

cl_int mrt_parts_send(struct mrt_segment *segment) {
  struct mrt_copy *copy = segment->copy;
  struct mrt_parts *parts = copy->parts;
  if (parts != NULL && parts->written > 0)
    mrt_relaid_stale(copy);
  for (unsigned i = 0; parts != NULL && i < parts->written; i++) {
    cl_int error = send_part(segment, &parts->write[i]);
    if (error != CL_SUCCESS)
      return error;
  }
  mrt_parts_drop(copy);
  return CL_SUCCESS;
}

char *mrt_parts_keep(const struct mrt_segment *segment) {
  const struct mrt_parts *parts = segment->copy->parts;
  size_t bytes = 0;
  for (unsigned i = 0; i < parts->written; i++)
    bytes += bytes_of(&parts->write[i]);
  char *kept = malloc(bytes + 1), *next = kept;
  for (unsigned i = 0; i < parts->written && kept != NULL; i++)
    each_run(&parts->write[i], keep_run, &next);
  return kept;
}

void mrt_parts_put(struct mrt_segment *segment, char *kept) {
  const struct mrt_parts *parts = segment->copy->parts;
  char *next = kept;
  for (unsigned i = 0; i < parts->written; i++)
    each_run(&parts->write[i], put_run, &next);
  free(kept);
}

void mrt_parts_drop(struct mrt_copy *copy) {
  if (copy->parts != NULL)
    copy->parts->written = 0;
}

bool mrt_parts_wait(const struct mrt_copy *copy) { return copy->parts != NULL && copy->parts->written > 0; }

/* Whether parts of a segment may be moved alone. */
static bool is_divisible(const struct mrt_segment *segment, const struct mrt_part *part) {
  if (segment == NULL || segment->copy == NULL || segment->escaped || segment->copy->in_place ||
      segment->bytes <= SMALL_ARRAY || segment->copy->area.bytes != 0)
    return false;
  size_t longest = segment->bytes / SHARE > LONGEST ? segment->bytes / SHARE : LONGEST;
  bool inside = part->from < part->to && segment->base <= part->from && part->to <= segment->base + segment->bytes;
  return inside && bytes_of(part) <= longest &&
         (!mrt_is_reordered(segment, part) || mrt_is_line(segment, part));
}

void mrt_parts_stale(struct mrt_copy *copy) {
  struct mrt_parts *parts = copy->parts;
  if (parts == NULL || parts->known == 0)
    return;
  parts->before = 0;
  for (unsigned i = 0; i < parts->known; i++)
    if (parts->fresh[i].read)
      parts->last[parts->before++] = parts->fresh[i];
  parts->known = 0;
}

/* Fetches what was fetched before, all at once; false where that can't be done, or is not what is asked for. */
static bool fetch_again(const struct mrt_segment *segment, const struct mrt_part *part) {
  const struct mrt_copy *copy = segment->copy;
  struct mrt_parts *parts = copy->parts;
  if (parts->known > 0 || parts->before < 2 || parts->before > MOST_AGAIN ||
      has(parts->last, parts->before, part) == NULL)
    return false;
  bool asked = true;
  for (unsigned i = 0; i < parts->before && asked; i++) {
    const struct mrt_part *each = &parts->last[i];
    asked = is_dense(each) && is_divisible(segment, each) && !mrt_is_reordered(segment, each) &&
            mrt_landing_ask(copy->buffer, place_of(segment, each), each->run, (void *)each->from, copy->region);
  }
  if (!mrt_landing_take() || !asked)
    return false;
  for (; parts->known < parts->before; parts->known++) {
    parts->fresh[parts->known] = parts->last[parts->known];
    parts->fresh[parts->known].read = false;
  }
  has(parts->fresh, parts->known, part)->read = true;
  return true;
}

/* Fetches a part that only the device has; false where copying the whole array is better. */
static bool fetch(struct mrt_segment *segment, struct mrt_part part) {
  struct mrt_copy *copy = segment->copy;
  struct mrt_parts *parts = copy->parts;
  struct mrt_part *fresh = has(parts->fresh, parts->known, &part);
  if (fresh != NULL) {
    fresh->read = true;
    return true;
  }
  if (parts->known == MOST_PARTS || mrt_parts_send(segment) != CL_SUCCESS)
    return false;
  double start = mrt_wait_begins();
  mrt_settle();
  bool again = fetch_again(segment, &part);
  bool done = again || fetch_part(segment, &part);
  mrt_wait_ends(start, copy->region);
  if (again || !done)
    return done;
  part.read = true;
  return add(parts->fresh, &parts->known, part);
}

/* Notes that the host is about to write a part; false where it is better that the host owns the whole array. */
static bool note(struct mrt_segment *segment, struct mrt_part part) {
  struct mrt_copy *copy = segment->copy;
  struct mrt_parts *parts = copy->parts;
  mrt_send_drop(copy);
  mrt_pending_wait(copy->host_use); /* an upload may still be reading the host's memory */
  if (!copy->device_valid)
    return true; /* it is all the host's */
  if (has(parts->write, parts->written, &part))
    return true;
  if (!copy->host_valid && !has(parts->fresh, parts->known, &part) && !add(parts->fresh, &parts->known, part))
    return false;
  return add(parts->write, &parts->written, part);
}

static bool access_part(struct mrt_segment *segment, struct mrt_part part, unsigned mode) {
  if (!is_divisible(segment, &part))
    return false;
  struct mrt_copy *copy = segment->copy;
  if (copy->parts == NULL)
    copy->parts = calloc(1, sizeof *copy->parts);
  if (copy->parts == NULL)
    return false;
  mrt_pool_changed(segment);
  if ((mode & MRT_READ) && !copy->host_valid &&
      ((segment->messages > 0 && mrt_messages_touch(&part)) || !fetch(segment, part)))
    return false;
  if (!(mode & MRT_WRITE))
    return true;
  mrt_table_written(segment);
  return note(segment, part);
}

bool mrt_part_access(const struct mrt_part *part, unsigned mode) {
  return access_part(mrt_segment_at(part->from), *part, mode);
}

void mrt_host_part(void *pointer, mrt_size bytes, unsigned mode) {
  MRT_KEEP_THREAD;
  struct mrt_part part = dense((uintptr_t)pointer, bytes);
  if (!mrt_lock_memory()) /* see mrt_host_access */
    return;
  mrt_drop_dead_stack();
  bool done = mrt_host_overwrites(&part, mode) || access_part(mrt_segment_at(part.from), part, mode);
  mrt_unlock_memory();
  if (!done)
    mrt_host_access(pointer, mode);
}

void mrt_host_area(void *pointer, long bytes, unsigned mode, unsigned n, const long *repeats) {
  MRT_KEEP_THREAD;
  struct mrt_part part;
  int known = mrt_part_shape(&part, (uintptr_t)pointer, bytes, n, repeats);
  if (known == 0)
    return;
  if (known < 0) {
    mrt_host_access_all(mode);
    return;
  }
  if (!mrt_lock_memory()) /* see mrt_host_access */
    return;
  mrt_drop_dead_stack();
  bool some = part.filled && (mode & MRT_WRITE); /* what is between stays as it is, and the device may have it */
  if (some || (!mrt_host_overwrites(&part, mode) && !access_part(mrt_segment_at(part.from), part, mode)))
    mrt_access_range(part.from, part.to, mode);
  mrt_unlock_memory();
}
