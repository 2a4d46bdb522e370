/* verify.c: MAPPER_VERIFY: loops that ran on the device run on the CPU as well, and the results are compared.
 *
 * Before the launch, what the loop may write is saved.  After it, the device's results are taken aside, the host's
 * memory gets back what was saved, and the launch counts as refused, so that the program runs the loop on the CPU
 * as it does whenever the device can't.  The program calls mrt_check when that has ended, and goes on with
 * the CPU's results.
 */
#include "mrt_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far floats may be apart: relative to the larger one, or to the largest one of the array. */
static const double relative_double = 1e-6, relative_float = 1e-3;
static const double of_largest_double = 1e-12, of_largest_float = 1e-5;

struct piece { /* one segment that the loop may write */
  char *host;
  size_t bytes;
  char *other;         /* what was saved; after the launch, what the device computed */
  const char *pointer; /* where the elements begin in the host's memory */
  const char *layout, *name, *id;
};

struct value { /* one reduction; values are in slots as of partial results */
  unsigned flags, notes;
  size_t bytes;
  const char *name, *id;
  cl_ulong device, host[2]; /* on the host: before the loop and after it */
};

struct mrt_check {
  struct mrt_kernel_state *state;
  size_t pieces, values;
  struct piece *piece;
  struct value *value;
};

/* ---- around the launch ------------------------------------------------------------------------------------- */

static void drop(struct mrt_check *check) {
  for (size_t i = 0; i < check->pieces; i++)
    free(check->piece[i].other);
  free(check->piece);
  free(check->value);
  free(check);
}

static bool has_piece(const struct mrt_check *check, const struct mrt_segment *segment) {
  for (size_t i = 0; i < check->pieces; i++)
    if ((uintptr_t)check->piece[i].host == segment->base)
      return true;
  return false;
}

/* Saves the memory behind one argument. */
static bool add_piece(struct mrt_check *check, struct mrt_segment *segment, const struct mrt_arg *arg) {
  if (has_piece(check, segment))
    return true;
  mrt_to_host(segment);
  struct piece *piece = &check->piece[check->pieces];
  *piece = (struct piece){.host = (char *)segment->base,
                          .bytes = segment->bytes,
                          .other = malloc(segment->bytes + 1),
                          .pointer = arg->pointer != NULL ? arg->pointer : (const char *)segment->base,
                          .layout = arg->layout,
                          .name = arg->name != NULL ? arg->name : "a pointer",
                          .id = check->state->kernel->id};
  if (piece->other == NULL)
    return false;
  memcpy(piece->other, piece->host, piece->bytes);
  check->pieces++;
  return true;
}

/* Saves all that the entries of a table of pointers lead to. */
static bool add_rows(struct mrt_check *check, const struct mrt_slot *slot, const struct mrt_arg *arg) {
  size_t count = 0;
  struct mrt_segment *const *rows = slot->view != NULL ? mrt_rows(slot, &count) : NULL;
  for (size_t i = 0; i < count; i++)
    if (rows[i] != NULL && !add_piece(check, rows[i], arg))
      return false;
  return true;
}

static size_t most_pieces(const struct mrt_launch *launch) {
  size_t most = 0;
  for (unsigned i = 0; i < launch->n; i++) {
    size_t count = 1;
    if (launch->args[i].kind == MRT_ARG_ROWS && launch->slots[i].view != NULL)
      mrt_rows(&launch->slots[i], &count);
    most += count;
  }
  return most;
}

/* States of virtual threads have no layout: only the device has them, and what they merge to is made elsewhere. */
static bool leaves_states(const struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++)
    if (launch->args[i].kind == MRT_ARG_BUFFER && (launch->args[i].flags & MRT_WRITE) &&
        launch->args[i].layout == NULL)
      return true;
  return false;
}

struct mrt_check *mrt_check_begin(const struct mrt_launch *launch) {
  if (leaves_states(launch))
    return NULL;
  struct mrt_check *check = calloc(1, sizeof *check);
  if (check == NULL)
    return NULL;
  check->state = launch->state;
  check->piece = calloc(most_pieces(launch) + 1, sizeof *check->piece);
  check->value = calloc(launch->n + 1u, sizeof *check->value);
  bool saved = check->piece != NULL && check->value != NULL;
  for (unsigned i = 0; i < launch->n && saved; i++) {
    const struct mrt_arg *arg = &launch->args[i];
    if (arg->kind == MRT_ARG_BUFFER && (arg->flags & MRT_WRITE) && launch->slots[i].segment != NULL)
      saved = add_piece(check, launch->slots[i].segment, arg);
    else if (arg->kind == MRT_ARG_ROWS && (arg->flags & MRT_WRITE))
      saved = add_rows(check, &launch->slots[i], arg);
    else if (arg->kind == MRT_ARG_REDUCTION)
      check->value[check->values++] = (struct value){.flags = arg->flags,
                                                     .bytes = arg->size,
                                                     .name = arg->name != NULL ? arg->name : "a result",
                                                     .id = launch->kernel->id};
  }
  if (saved)
    return check;
  mrt_say("%s: no memory to verify it", launch->kernel->id);
  drop(check);
  return NULL;
}

/* Takes the device's results aside, and gives the host's memory back what was saved: of memory that others may write
 * (`device` is its shadow), only where the launch wrote. */
static void put_back(struct piece *piece, const char *device) {
  for (size_t at = 0; at < piece->bytes; at++) {
    char saved = piece->other[at];
    piece->other[at] = piece->host[at];
    if (device == NULL || device[at] != saved)
      piece->host[at] = saved;
  }
}

void mrt_check_launched(struct mrt_check *check, const struct mrt_launch *launch) {
  for (size_t i = 0; i < check->pieces; i++) {
    struct piece *piece = &check->piece[i];
    struct mrt_segment *segment = mrt_segment_at((uintptr_t)piece->host);
    if (segment != NULL)
      mrt_host_owns(segment);
    bool escaped = segment != NULL && segment->copy != NULL && segment->copy->shadowed;
    put_back(piece, escaped ? segment->copy->shadow : NULL);
  }
  size_t number = 0;
  for (unsigned i = 0; i < launch->n; i++)
    if (launch->args[i].kind == MRT_ARG_REDUCTION)
      memcpy(&check->value[number++].device, launch->args[i].pointer, launch->args[i].size);
  launch->run->check = check;
}

void mrt_check_drop(struct mrt_check *check) { drop(check); }

void mrt_note(struct mrt_run *run, unsigned number, const void *value) {
  MRT_KEEP_THREAD;
  if (run->check == NULL || number >= run->check->values)
    return;
  struct value *noted = &run->check->value[number];
  if (noted->notes < 2)
    memcpy(&noted->host[noted->notes++], value, noted->bytes);
}

/* ---- one element -------------------------------------------------------------------------------------------- */

struct item { /* a scalar in an element: a letter as of Python's module struct, and where it is */
  char letter;
  size_t offset, bytes;
};

static size_t bytes_of(char letter) {
  switch (letter) {
  case 'h':
  case 'H':
    return 2;
  case 'i':
  case 'I':
  case 'f':
    return 4;
  case 'q':
  case 'Q':
  case 'd':
    return 8;
  default:
    return 1;
  }
}

/* The next scalars of a layout, `count` of them side by side; false at its end. */
static bool next_item(const char **layout, struct item *item, size_t *count) {
  item->offset += item->bytes * *count;
  if (**layout == '\0')
    return false;
  char *end;
  size_t number = strtoul(*layout, &end, 10);
  *count = end == *layout ? 1 : number;
  item->letter = *end;
  item->bytes = bytes_of(*end);
  *layout = end + (*end != '\0');
  return true;
}

static double as_double(const char *at, char letter) {
  float narrow;
  double wide;
  if (letter == 'd')
    return memcpy(&wide, at, sizeof wide), wide;
  return memcpy(&narrow, at, sizeof narrow), (double)narrow;
}

static bool floats(char letter) { return letter == 'd' || letter == 'f'; }

static double magnitude(double value) { return value < 0 ? -value : value; }

static bool same_floats(double one, double other, char letter, double largest) {
  if (one == other || (one != one && other != other))
    return true;
  double larger = magnitude(one) > magnitude(other) ? magnitude(one) : magnitude(other);
  double near = (letter == 'd' ? relative_double : relative_float) * larger;
  double near_largest = (letter == 'd' ? of_largest_double : of_largest_float) * largest;
  return larger < HUGE_VAL && magnitude(one - other) <= (near > near_largest ? near : near_largest);
}

static bool same(const char *one, const char *other, const struct item *item, double largest) {
  if (item->letter == 'x' || memcmp(one, other, item->bytes) == 0)
    return true;
  return floats(item->letter) &&
         same_floats(as_double(one, item->letter), as_double(other, item->letter), item->letter, largest);
}

static void print(char *text, size_t size, const char *at, const struct item *item) {
  if (floats(item->letter)) {
    snprintf(text, size, "%.*g", item->letter == 'd' ? 17 : 9, as_double(at, item->letter));
    return;
  }
  unsigned long long bits = 0;
  memcpy(&bits, at, item->bytes);
  unsigned unused = 64 - 8 * (unsigned)item->bytes;
  if (item->letter >= 'a')
    snprintf(text, size, "%lld", (long long)(bits << unused) >> unused);
  else
    snprintf(text, size, "%llu", bits);
}

/* ---- comparing ---------------------------------------------------------------------------------------------- */

static size_t element_bytes(const char *layout) {
  struct item item = {0};
  size_t count = 0;
  while (next_item(&layout, &item, &count))
    ;
  return item.offset > 0 ? item.offset : 1;
}

/* Calls `visit` for each scalar of a piece until it returns false. */
static bool visit(const struct piece *piece, double *largest,
                  bool (*visitor)(const struct piece *, size_t, const struct item *, double *)) {
  size_t size = element_bytes(piece->layout);
  for (size_t start = (size_t)(piece->pointer - piece->host) % size; start + size <= piece->bytes; start += size) {
    const char *layout = piece->layout;
    struct item item = {0};
    size_t count = 0;
    while (next_item(&layout, &item, &count))
      for (size_t i = 0; i < count; i++) {
        struct item one = {item.letter, start + item.offset + i * item.bytes, item.bytes};
        if (!visitor(piece, start, &one, largest))
          return false;
      }
  }
  return true;
}

static bool find_largest(const struct piece *piece, size_t start, const struct item *item, double *largest) {
  (void)start;
  if (floats(item->letter)) {
    double value = magnitude(as_double(piece->host + item->offset, item->letter));
    if (value > *largest && value < HUGE_VAL)
      *largest = value;
  }
  return true;
}

static bool tell_difference(const struct piece *piece, size_t start, const struct item *item, double *largest) {
  if (same(piece->other + item->offset, piece->host + item->offset, item, *largest))
    return true;
  char device[40], host[40], inside[40] = "";
  print(device, sizeof device, piece->other + item->offset, item);
  print(host, sizeof host, piece->host + item->offset, item);
  long index = ((long)start - (piece->pointer - piece->host)) / (long)element_bytes(piece->layout);
  if (item->offset != start)
    snprintf(inside, sizeof inside, ", byte %zu,", item->offset - start);
  bool plain = strpbrk(piece->name, " +-*/?&") == NULL;
  mrt_say("%s: MAPPER_VERIFY: %s%s%s[%ld]%s is %s on the device and %s on the CPU", piece->id, plain ? "" : "(",
          piece->name, plain ? "" : ")", index, inside, device, host);
  return false;
}

static bool value_differs(const struct value *value) {
  static const char letters[] = "bBhHiIqQfd"; /* by mrt_arg.flags >> MRT_TYPE_SHIFT */
  if (value->notes < 2)
    return false;
  char letter = letters[(value->flags >> MRT_TYPE_SHIFT) % (sizeof letters - 1)];
  struct item item = {letter, 0, value->bytes};
  const cl_ulong parts[2] = {value->host[0], value->device};
  cl_ulong expected = 0;
  mrt_fold(value->flags, &expected, parts, 2);
  double largest = floats(letter) ? magnitude(as_double((const char *)&value->host[0], letter)) : 0;
  if (same((const char *)&expected, (const char *)&value->host[1], &item, largest))
    return false;
  char device[40], host[40];
  print(device, sizeof device, (const char *)&expected, &item);
  print(host, sizeof host, (const char *)&value->host[1], &item);
  mrt_say("%s: MAPPER_VERIFY: %s is %s on the device and %s on the CPU", value->id, value->name, device, host);
  return true;
}

/* Whether anything differs; reports the first difference. */
static bool differs(const struct mrt_check *check) {
  for (size_t i = 0; i < check->pieces; i++) {
    const struct piece *piece = &check->piece[i];
    double largest = 0;
    visit(piece, &largest, find_largest);
    if (!visit(piece, &largest, tell_difference))
      return true;
  }
  for (size_t i = 0; i < check->values; i++)
    if (value_differs(&check->value[i]))
      return true;
  return false;
}

void mrt_check(struct mrt_run *run) {
  MRT_KEEP_THREAD;
  struct mrt_check *check = run->check;
  if (check == NULL)
    return;
  run->check = NULL;
  struct mrt_kernel_state *state = check->state;
  /* Only the first difference of a loop is reported: later ones are likely to follow from the same fault. */
  bool different = state->differed == 0 && differs(check);
  mrt_stats_lock();
  state->verified++;
  state->differed += different;
  mrt_stats_unlock();
  drop(check);
}
