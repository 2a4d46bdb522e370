/* rows.c: where the rows are that tables of pointers lead to: whether they overlap.
 *
 * All functions want the memory lock.
 */
#include "mrt_tables.h"

#include <stdlib.h>

static int by_address(const void *one, const void *other) {
  uintptr_t a = *(const uintptr_t *)one, b = *(const uintptr_t *)other;
  return (a > b) - (a < b);
}

/* Whether what is reached around the pointers of a level overlaps nowhere. */
static bool level_is_apart(const struct mrt_view *view, unsigned l) {
  const struct level *level = &view->level[l];
  size_t length = view->sizes[l + 1] - (size_t)view->lows[l + 1], count = 0;
  uintptr_t *starts = malloc((level->count + 1) * sizeof *starts);
  bool apart = starts != NULL && view->sizes[l + 1] != 0;
  for (size_t i = 0; i < level->count && apart; i++)
    if (level->targets[i] != 0)
      starts[count++] = level->targets[i];
  mrt_sort(starts, apart ? count : 0, sizeof *starts, by_address);
  for (size_t i = 1; i < count && apart; i++)
    apart = starts[i] - starts[i - 1] >= length;
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

/* Whether two views lead to different memory. */
static bool views_are_apart(const struct mrt_view *one, const struct mrt_view *other) {
  if (one->highest <= other->lowest || other->highest <= one->lowest)
    return true;
  return !mrt_views_share(one, other);
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

bool mrt_rows_apart(struct mrt_launch *launch) {
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_arg *one = &launch->args[i];
    if (one->kind != MRT_ARG_ROWS || !(one->flags & MRT_APART) || launch->slots[i].view == NULL)
      continue;
    struct mrt_view *mine = launch->slots[i].view;
    measure_rows(mine);
    if ((one->flags & MRT_WRITE) && mine->apart != APART)
      return false;
    for (unsigned k = 0; k < i; k++) {
      const struct mrt_arg *other = &launch->args[k];
      if (other->kind != MRT_ARG_ROWS || !(other->flags & MRT_APART) || launch->slots[k].view == NULL)
        continue;
      struct mrt_view *its = launch->slots[k].view;
      bool written = (one->flags | other->flags) & MRT_WRITE;
      if (written && !is_same_table(launch, i, k) && !views_are_apart(mine, its))
        return false;
    }
  }
  return true;
}
