/* distinct.c: whether memory overlaps that a kernel takes for different memory.
 *
 * Segments are disjoint, so memory in different segments is different.  Within one, what the arguments say that they
 * reach is compared; where one of them doesn't say it, that may be all.  Loops that do the same with each element as
 * if it were one array may get one array.
 */
#include "mrt_tables.h"

#include <stdio.h>

struct extent { /* what an argument may touch, where that is known */
  bool known;
  uintptr_t from, to;
};

static struct extent extent_of(const struct mrt_launch *launch, unsigned i) {
  const struct mrt_slot *slot = &launch->slots[i];
  const struct mrt_arg *arg = &launch->args[i];
  struct extent extent = {0};
  if (arg->kind == MRT_ARG_ROWS && slot->view != NULL) {
    extent.known = mrt_rows_extent(slot, &extent.from, &extent.to);
  } else if (slot->segment != NULL) {
    extent.known = arg->size != 0;
    extent.from = (uintptr_t)arg->pointer + (uintptr_t)arg->low;
    extent.to = (uintptr_t)arg->pointer + arg->size;
  }
  return extent;
}

/* Whether two arguments are rows that lie between one another. */
static bool rows_apart(const struct mrt_launch *launch, const struct mrt_pair *pair) {
  struct mrt_view *one = launch->slots[pair->one].view, *other = launch->slots[pair->other].view;
  bool rows = launch->args[pair->one].kind == MRT_ARG_ROWS && launch->args[pair->other].kind == MRT_ARG_ROWS;
  return rows && one != NULL && other != NULL && one->sizes[one->levels] != 0 && other->sizes[other->levels] != 0 &&
         mrt_views_apart(one, other);
}

const char *mrt_not_distinct(struct mrt_launch *launch) {
  const struct mrt_pair *pair = launch->kernel->distinct;
  if (!launch->meet && !launch->tables)
    return NULL;
  for (; pair != NULL && pair->one != pair->other; pair++) {
    struct extent one = extent_of(launch, pair->one), other = extent_of(launch, pair->other);
    bool apart = one.known && other.known && (one.to <= other.from || other.to <= one.from);
    bool same = pair->alike && launch->args[pair->one].pointer == launch->args[pair->other].pointer;
    if (apart || same || rows_apart(launch, pair) || !mrt_arguments_meet(launch, pair->one, pair->other))
      continue;
    const char *names[] = {launch->args[pair->one].name, launch->args[pair->other].name};
    snprintf(launch->why, sizeof launch->why, "%s and %s overlap", names[0] != NULL ? names[0] : "a pointer",
             names[1] != NULL ? names[1] : "another");
    return launch->why;
  }
  return NULL;
}
