/* hosted.c: what the host touches when it runs a loop: the memory that the arguments of its launch lead to.
 *
 * Where one of them leads to memory that nothing is known of, or the kernel has error paths, which may use more than
 * its arguments, that is all memory.
 */
#include "mrt_region.h"

#include <stdlib.h>

/* Finds what the tables of a launch lead to now; false where that isn't known. */
static bool find_views(struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_arg *arg = &launch->args[i];
    if (!mrt_is_table(launch, i))
      continue;
    uintptr_t first = launch->slots[i].at = arg->pointer != NULL ? mrt_place_of(arg) : 0;
    if (first != 0)
      mrt_small_promote(first, first + 1);
    if (mrt_find_view(launch, i) != NULL)
      return false;
  }
  return mrt_views_hold(launch);
}

/* Announces one argument; false where nothing is known of its memory. */
static bool access_argument(struct mrt_launch *launch, unsigned i) {
  const struct mrt_arg *arg = &launch->args[i];
  unsigned mode = arg->flags & (MRT_READ | MRT_WRITE);
  if (arg->kind == MRT_ARG_ROWS && launch->slots[i].view != NULL)
    mrt_access_rows(&launch->slots[i], mode);
  if ((arg->kind != MRT_ARG_BUFFER && arg->kind != MRT_ARG_TABLE) || arg->pointer == NULL)
    return true;
  uintptr_t from = (uintptr_t)arg->pointer + (uintptr_t)arg->low, to = (uintptr_t)arg->pointer + arg->size;
  if (arg->size == 0)
    return mrt_access_pointer(from, mode);
  mrt_access_range(from, to > from ? to : from + 1, mode);
  return true;
}

static void access_arguments(struct mrt_launch *launch) {
  bool known = find_views(launch);
  for (unsigned i = 0; i < launch->n && known; i++)
    known = access_argument(launch, i);
  if (!known)
    mrt_host_owns_all();
}

void mrt_bring_home(struct mrt_launch *launch) {
  if (launch->unresolved || launch->kernel->stops || launch->slots == NULL)
    mrt_host_owns_all();
  else
    access_arguments(launch);
}

void mrt_host_arguments(const mrt_u64 *counts, unsigned dimensions, struct mrt_arg *args, unsigned n) {
  MRT_KEEP_THREAD;
  bool countable = true;
  for (unsigned d = 0; d < dimensions; d++) {
    if (counts[d] == 0)
      return;
    countable &= counts[d] < MRT_REFUSED;
  }
  if (!mrt_lock_memory())
    return;
  mrt_drop_dead_stack();
  struct mrt_launch launch = {.args = args, .n = n, .slots = calloc(n + 1u, sizeof *launch.slots)};
  if (countable && launch.slots != NULL)
    access_arguments(&launch);
  else
    mrt_host_owns_all();
  free(launch.slots);
  mrt_unlock_memory();
}

enum { MOST_ARGUMENTS = 8 };

void mrt_host_rows(const void *table, unsigned levels, unsigned mode) {
  MRT_KEEP_THREAD;
  if (!mrt_lock_memory())
    return;
  mrt_drop_dead_stack();
  struct mrt_arg args[MOST_ARGUMENTS] = {{.kind = MRT_ARG_TABLE, .pointer = (void *)(uintptr_t)table}};
  args[0].flags = MRT_READ | MRT_EAGER; /* no kernel may use this table: then nobody announces that it changes */
  struct mrt_slot slots[MOST_ARGUMENTS + 1] = {{0}};
  unsigned n = 1;
  for (; n < levels && n + 1 < MOST_ARGUMENTS; n++)
    args[n] = (struct mrt_arg){.kind = MRT_ARG_SUBTABLE, .flags = MRT_READ};
  args[n] = (struct mrt_arg){.kind = MRT_ARG_ROWS, .flags = mode, .size = 1};
  struct mrt_launch launch = {.args = args, .n = n + 1, .slots = slots};
  bool known = n == levels && find_views(&launch) && (slots[n].view == NULL || mrt_rows_are_certain(&slots[n]));
  for (unsigned i = 0; i <= n && known; i++)
    known = access_argument(&launch, i);
  if (!known)
    mrt_host_owns_all();
  mrt_unlock_memory();
}

enum { SMALL_ROW = 64 * 1024, COPY_COST = 256 * 1024 }; /* bytes that move in the time that one more copy takes */

/* How rows lie: side by side in one array, at a distance that is the same for all and at least some bytes; in small
 * arrays of their own, all of which move in less time than so many alone; or otherwise. */
enum lying { ROWS_PITCHED, ROWS_SMALL, ROWS_ELSEWHERE };

static struct mrt_extent extent_at(const void *address) {
  struct mrt_extent extent = {0};
  if (mrt_lock_memory()) {
    extent = mrt_extent_at((uintptr_t)address);
    mrt_unlock_memory();
  }
  return extent;
}

static enum lying rows_lie(const struct mrt_extent *table, char *const *rows, long count, long bytes) {
  uintptr_t first = (uintptr_t)rows[0];
  long pitch = count > 1 ? (long)((uintptr_t)rows[1] - first) : 0;
  bool pitched = pitch >= bytes;
  for (long i = 1; i < count && pitched; i++)
    pitched = (long)((uintptr_t)rows[i] - (uintptr_t)rows[i - 1]) == pitch;
  struct mrt_extent row = extent_at(rows[0]);
  if (pitched && (uintptr_t)rows[count - 1] - row.base < row.bytes)
    return ROWS_PITCHED;
  size_t all = table->bytes / sizeof(char *) * row.bytes;
  return row.bytes <= SMALL_ROW && (size_t)count * COPY_COST > all ? ROWS_SMALL : ROWS_ELSEWHERE;
}

void mrt_host_row_parts(const void *table, long first, long last, long offset, long bytes, unsigned mode) {
  MRT_KEEP_THREAD;
  if (last < first || bytes <= 0)
    return;
  struct mrt_extent extent = extent_at(table);
  if (extent.bytes == 0) {
    mrt_host_rows(table, 1, mode);
    return;
  }
  /* The program may come to fewer entries than the rectangle has, and the table may have no more. */
  long before = (long)(extent.base - (uintptr_t)table), behind = before + (long)extent.bytes;
  first = first > before ? first : before;
  last = last < behind ? last : behind - (long)sizeof(char *);
  if (last < first)
    return;
  long count = (last - first) / (long)sizeof(char *) + 1;
  char *const *rows = (char *const *)((uintptr_t)table + (uintptr_t)first);
  mrt_host_area((void *)(uintptr_t)rows, count * (long)sizeof *rows, MRT_READ, 0, NULL);
  enum lying lying = rows_lie(&extent, rows, count, bytes);
  uintptr_t place = (uintptr_t)rows[0] + (uintptr_t)offset;
  if (lying == ROWS_PITCHED)
    mrt_host_area((void *)place, bytes, mode, 1, (const long[]){(long)(rows[1] - rows[0]), count});
  else if (lying == ROWS_SMALL)
    mrt_host_rows(table, 1, mode);
  else
    for (long i = 0; i < count; i++)
      if (rows[i] != NULL)
        mrt_host_area((void *)((uintptr_t)rows[i] + (uintptr_t)offset), bytes, mode, 0, NULL);
}
