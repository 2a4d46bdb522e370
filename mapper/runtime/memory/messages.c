/* messages.c: messages that are under way between the host's memory and other processes.
 *
 * From the call that begins to receive until a call says that the message has come, other code writes its bytes in
 * the host's memory.  A launch may use the array meanwhile, but not these bytes.  So when the array is copied back,
 * they are left out; and once the message has come, they are what the host has written.
 */
#include "mrt_memory.h"
#include "mrt_copies.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 20 };

static struct under_way {
  struct mrt_message message;
  struct mrt_part part;
  mrt_u64 key;
  bool persistent, active;
} *all;
static unsigned count, room;

/* The host accesses the bytes of a message (memory locked). */
static void access_bytes(const struct mrt_part *part, unsigned mode) {
  if (!mrt_part_access(part, mode))
    mrt_access_range(part->from, part->to, mode);
}

/* Where it is not known which bytes a message writes, or when: what differs from what the device has got stays. */
static void give_up(uintptr_t from, uintptr_t to) {
  while (from < to) {
    struct mrt_segment *segment = mrt_segment_in(from, to);
    if (segment == NULL)
      return;
    from = segment->base + segment->bytes;
    mrt_host_owns(segment);
    segment->escaped = true;
  }
}

static void count_segments(const struct mrt_part *part, bool more) {
  for (uintptr_t at = part->from; at < part->to;) {
    struct mrt_segment *segment = mrt_segment_in(at, part->to);
    if (segment == NULL)
      return;
    at = segment->base + segment->bytes;
    if (more)
      segment->messages++;
    else if (segment->messages > 0)
      segment->messages--;
  }
}

static void activate(struct under_way *one, bool active) {
  if (one->message.receives && one->active != active)
    count_segments(&one->part, active);
  one->active = active;
}

void mrt_message_prepare(const struct mrt_message *message) {
  MRT_KEEP_THREAD;
  struct mrt_part part;
  if (mrt_part_shape(&part, (uintptr_t)message->from, message->bytes, message->n, message->repeats) <= 0 ||
      !mrt_lock_memory())
    return;
  if (message->receives && message->gaps)
    give_up(part.from, part.to);
  else
    access_bytes(&part, MRT_READ);
  mrt_unlock_memory();
}

void mrt_message_came(const struct mrt_message *message) {
  MRT_KEEP_THREAD;
  struct mrt_part part;
  if (mrt_part_shape(&part, (uintptr_t)message->from, message->bytes, message->n, message->repeats) <= 0 ||
      !mrt_lock_memory())
    return;
  access_bytes(&part, MRT_WRITE);
  mrt_unlock_memory();
}

void mrt_message_note(const struct mrt_message *message, mrt_u64 key, int persistent) {
  MRT_KEEP_THREAD;
  struct mrt_part part;
  if (mrt_part_shape(&part, (uintptr_t)message->from, message->bytes, message->n, message->repeats) <= 0 ||
      (message->gaps && !persistent) || !mrt_lock_memory())
    return;
  if (count == room) {
    struct under_way *more = realloc(all, (2 * (size_t)room + 8) * sizeof *all);
    if (more == NULL)
      mrt_die("out of memory for messages under way");
    all = more;
    room = 2 * room + 8;
  }
  all[count] = (struct under_way){*message, part, key, persistent != 0, false};
  if (!persistent)
    activate(&all[count], true);
  count++;
  mrt_unlock_memory();
}

void mrt_message_starts(mrt_u64 key) {
  MRT_KEEP_THREAD;
  if (!mrt_lock_memory())
    return;
  for (unsigned i = 0; i < count; i++) {
    struct under_way *one = &all[i];
    if (one->key != key || !one->persistent)
      continue;
    if (one->message.receives && one->message.gaps) {
      give_up(one->part.from, one->part.to);
      continue;
    }
    access_bytes(&one->part, MRT_READ);
    activate(one, true);
  }
  mrt_unlock_memory();
}

void mrt_message_ends(mrt_u64 key) {
  MRT_KEEP_THREAD;
  if (!mrt_lock_memory())
    return;
  for (unsigned i = 0; i < count;) {
    struct under_way *one = &all[i];
    if (one->key != key || !one->active) {
      i++;
      continue;
    }
    if (one->message.receives)
      access_bytes(&one->part, MRT_WRITE);
    activate(one, false);
    if (one->persistent)
      i++;
    else
      *one = all[--count];
  }
  mrt_unlock_memory();
}

void mrt_message_free(mrt_u64 key) {
  MRT_KEEP_THREAD;
  if (!mrt_lock_memory())
    return;
  for (unsigned i = 0; i < count;) {
    struct under_way *one = &all[i];
    if (one->key != key) {
      i++;
      continue;
    }
    if (one->active && one->message.receives)
      give_up(one->part.from, one->part.to); /* nothing will say when it has come */
    activate(one, false);
    *one = all[--count];
  }
  mrt_unlock_memory();
}

/* ---- what is copied back meanwhile ----------------------------------------------------------------------- */

/* The first byte of one of a part's runs. */
static uintptr_t run_of(const struct mrt_part *part, size_t run) {
  return part->from + run / part->rows * part->far + run % part->rows * part->pitch;
}

/* Whether a part has bytes in [from, to). */
static bool has_bytes(const struct mrt_part *part, uintptr_t from, uintptr_t to) {
  if (from >= part->to || to <= part->from)
    return false;
  size_t low = 0, high = part->rows * part->planes; /* the first run that ends behind `from` is among these */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (run_of(part, middle) + part->run <= from)
      low = middle + 1;
    else
      high = middle;
  }
  return low < part->rows * part->planes && run_of(part, low) < to;
}

bool mrt_messages_touch(const struct mrt_part *part) {
  for (unsigned i = 0; i < count; i++) {
    const struct mrt_part *other = &all[i].part;
    if (!all[i].active || !all[i].message.receives || other->from >= part->to || part->from >= other->to)
      continue;
    for (size_t run = 0; run < part->rows * part->planes; run++)
      if (has_bytes(other, run_of(part, run), run_of(part, run) + part->run))
        return true;
  }
  return false;
}

/* Stores bytes in the host's memory, but for those of messages. */
static void store(char *to, const char *from, size_t bytes) {
  static bool held[PIECE];
  uintptr_t begin = (uintptr_t)to;
  memset(held, 0, bytes);
  for (unsigned i = 0; i < count; i++) {
    const struct mrt_part *part = &all[i].part;
    if (!all[i].active || !all[i].message.receives)
      continue;
    for (size_t run = 0; run < part->rows * part->planes; run++) {
      uintptr_t first = run_of(part, run);
      uintptr_t last = first + part->run, end = begin + bytes;
      first = first > begin ? first : begin;
      last = last < end ? last : end;
      if (first < last)
        memset(held + (first - begin), 1, last - first);
    }
  }
  for (size_t at = 0; at < bytes;) {
    size_t next = at;
    while (next < bytes && held[next] == held[at])
      next++;
    if (!held[at])
      memcpy(to + at, from + at, next - at);
    at = next;
  }
}

bool mrt_messages_read(struct mrt_segment *segment) {
  static char piece[PIECE];
  const struct mrt_copy *copy = segment->copy;
  char *to = (char *)segment->base, *whole = NULL;
  bool done = true;
  if (copy->order.element != 0) {
    whole = malloc(segment->bytes);
    done = whole != NULL && mrt_read_transposed(copy->buffer, copy->lead, &copy->order, whole, copy->region);
  }
  for (size_t at = 0; at < segment->bytes && done; at += PIECE) {
    size_t size = segment->bytes - at < PIECE ? segment->bytes - at : PIECE;
    done = whole != NULL || mrt_read(copy->buffer, copy->lead + at, size, piece, copy->region);
    if (done)
      store(to + at, whole != NULL ? whole + at : piece, size);
  }
  free(whole);
  return done;
}
