/* rows.c: where the rows are that tables of pointers lead to: whether they overlap.
 *
 * All functions want the memory lock.
 */
#include "mrt_tables.h"

#include <stdlib.h>
#include <string.h>

/* Whether two addresses are in blocks of their own, as the rows of a triangle are that are allocated one by one. */
static bool in_different_blocks(uintptr_t one, uintptr_t other) {
  struct mrt_extent first = mrt_extent_at(one), second = mrt_extent_at(other);
  return first.bytes != 0 && second.bytes != 0 && first.base != second.base;
}

/* Whether what is reached around the pointers of a level overlaps nowhere.
 *
 * The length is that of the longest row: of others less may be there, and used.
 */
static bool level_is_apart(const struct mrt_view *view, unsigned l) {
  if (view->whole != NULL)
    return mrt_part_is_apart(view);
  const struct level *level = &view->level[l];
  uintptr_t low = (uintptr_t)view->lows[l + 1];
  size_t length = view->sizes[l + 1] - (size_t)view->lows[l + 1], count = 0;
  uintptr_t *starts = malloc((level->count + 1) * sizeof *starts);
  bool apart = starts != NULL && view->sizes[l + 1] != 0;
  for (size_t i = 0; i < level->count && apart; i++)
    if (level->targets[i] != 0)
      starts[count++] = level->targets[i];
  mrt_sort_addresses(starts, apart ? count : 0);
  for (size_t i = 1; i < count && apart; i++)
    apart = starts[i] - starts[i - 1] >= length || in_different_blocks(starts[i - 1] + low, starts[i] + low);
  free(starts);
  return apart;
}

/* Finds out where the rows of a view are.  Structures that overlap lead to the same rows. */
static void measure_rows(struct mrt_view *view) {
  if (view->apart != UNKNOWN)
    return;
  if (view->owner != NULL)
    measure_rows(view->owner);
  view->apart = view->owner != NULL ? view->owner->apart : APART;
  for (unsigned l = 0; l < view->levels && view->apart == APART; l++)
    if (!level_is_apart(view, l))
      view->apart = OVERLAPPING;
  const struct level *last = &view->level[view->levels - 1];
  view->lowest = UINTPTR_MAX;
  view->highest = 0;
  for (size_t i = 0; i < last->count; i++) {
    uintptr_t start = last->targets[i] + (uintptr_t)view->lows[view->levels];
    uintptr_t end = last->targets[i] + view->sizes[view->levels];
    if (last->targets[i] == 0)
      continue;
    view->lowest = start < view->lowest ? start : view->lowest;
    view->highest = end > view->highest ? end : view->highest;
  }
}

bool mrt_rows_extent(const struct mrt_slot *slot, uintptr_t *from, uintptr_t *to) {
  if (slot->view->sizes[slot->view->levels] == 0)
    return false;
  measure_rows(slot->view);
  *from = slot->view->lowest;
  *to = slot->view->highest;
  return true;
}

/* The memory around a pointer to a row that is reached, and which of two views has it. */
struct reach {
  uintptr_t from, to;
  unsigned view;
};

static int by_beginning(const void *one, const void *other) {
  uintptr_t a = ((const struct reach *)one)->from, b = ((const struct reach *)other)->from;
  return (a > b) - (a < b);
}

static size_t add_rows(struct reach *rows, size_t count, const struct mrt_view *view, unsigned number) {
  const struct level *last = &view->level[view->levels - 1];
  for (size_t i = 0; i < last->count; i++)
    if (last->targets[i] != 0)
      rows[count++] = (struct reach){last->targets[i] + (uintptr_t)view->lows[view->levels],
                                     last->targets[i] + view->sizes[view->levels], number};
  return count;
}

/* Whether no row of one view overlaps one of another; false without memory to find out. */
static bool rows_are_apart(const struct mrt_view *one, const struct mrt_view *other) {
  size_t most = one->level[one->levels - 1].count + other->level[other->levels - 1].count;
  struct reach *rows = malloc((most + 1) * sizeof *rows);
  if (rows == NULL)
    return false;
  size_t count = add_rows(rows, add_rows(rows, 0, one, 0), other, 1);
  mrt_sort(rows, count, sizeof *rows, by_beginning);
  uintptr_t ends[2] = {0, 0};
  bool apart = one->sizes[one->levels] != 0 && other->sizes[other->levels] != 0;
  for (size_t i = 0; i < count && apart; i++) {
    apart = rows[i].from >= ends[!rows[i].view];
    uintptr_t *end = &ends[rows[i].view];
    *end = rows[i].to > *end ? rows[i].to : *end;
  }
  free(rows);
  return apart;
}

enum { ANSWERS = 64 };

/* The last answers about rows, by the numbers of the walks that the views are from, and what is reached. */
static struct known {
  mrt_u64 one, other;
  size_t sizes[2];
  long lows[2];
  bool apart;
} answers[ANSWERS];

bool mrt_views_apart(struct mrt_view *one, struct mrt_view *other) {
  measure_rows(one);
  measure_rows(other);
  if (one->highest <= other->lowest || other->highest <= one->lowest || !mrt_views_share(one, other))
    return true;
  size_t sizes[2] = {one->sizes[one->levels], other->sizes[other->levels]};
  long lows[2] = {one->lows[one->levels], other->lows[other->levels]};
  struct known *answer = &answers[(one->walk * 31 + other->walk) % ANSWERS];
  bool known = answer->one == one->walk && answer->other == other->walk && answer->sizes[0] == sizes[0] &&
               answer->sizes[1] == sizes[1] && answer->lows[0] == lows[0] && answer->lows[1] == lows[1];
  if (!known) {
    answer->apart = rows_are_apart(one, other);
    answer->one = one->walk;
    answer->other = other->walk;
    memcpy(answer->sizes, sizes, sizeof sizes);
    memcpy(answer->lows, lows, sizeof lows);
  }
  return answer->apart;
}

/* Whether the rows of two arguments are found by the same table. */
static bool is_same_table(const struct mrt_launch *launch, unsigned one, unsigned other) {
  if (launch->slots[one].view->levels != launch->slots[other].view->levels)
    return false;
  while (launch->args[one].kind != MRT_ARG_TABLE)
    one--;
  while (launch->args[other].kind != MRT_ARG_TABLE)
    other--;
  const struct mrt_arg *a = &launch->args[one], *b = &launch->args[other];
  if (a->within != 0 && b->within != 0)
    return a->member == b->member && a->span == b->span && a->times == b->times && a->stride == b->stride &&
           is_same_table(launch, a->within - 1, b->within - 1);
  return a->within == b->within && a->pointer == b->pointer;
}

bool mrt_rows_meet(const struct mrt_launch *launch, unsigned *first, unsigned *second) {
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_arg *one = &launch->args[i];
    if (one->kind != MRT_ARG_ROWS || !(one->flags & MRT_APART) || launch->slots[i].view == NULL)
      continue;
    struct mrt_view *mine = launch->slots[i].view;
    measure_rows(mine);
    *first = *second = i;
    if ((one->flags & MRT_WRITE) && mine->apart != APART)
      return true;
    for (unsigned k = 0; k < i; k++) {
      const struct mrt_arg *other = &launch->args[k];
      if (other->kind != MRT_ARG_ROWS || !(other->flags & MRT_APART) || launch->slots[k].view == NULL)
        continue;
      struct mrt_view *its = launch->slots[k].view;
      bool written = (one->flags | other->flags) & MRT_WRITE;
      *first = k;
      if (written && !is_same_table(launch, i, k) && !mrt_views_apart(mine, its))
        return true;
    }
  }
  return false;
}
