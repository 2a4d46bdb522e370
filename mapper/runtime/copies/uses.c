/* uses.c: what the arguments of a launch do with each segment, found in one walk over them. */
#include "mrt_copies.h"

static void note_argument(struct mrt_launch *launch, unsigned i) {
  const struct mrt_arg *arg = &launch->args[i];
  struct mrt_segment *segment = launch->slots[i].segment;
  struct mrt_use *use = &segment->use;
  const struct mrt_transposition *order = &launch->slots[i].wanted;
  if (use->launch != launch->uses)
    *use = (struct mrt_use){.launch = launch->uses, .order = *order};
  use->arguments++;
  use->mixed |= !mrt_same_order(&use->order, order);
  use->writes |= (arg->flags & MRT_WRITE) != 0;
  bool all = launch->slots[i].offset == 0 && arg->size >= segment->bytes;
  if ((arg->flags & MRT_OVERWRITES) && all && !use->whole)
    use->whole = true;
  else if (arg->flags & MRT_READ)
    use->reads = true;
  launch->meet |= use->arguments > 1;
}

void mrt_note_uses(struct mrt_launch *launch) {
  static mrt_u64 launches;
  launch->uses = ++launches;
  for (unsigned i = 0; i < launch->n; i++) {
    unsigned kind = launch->args[i].kind;
    launch->tables |= kind == MRT_ARG_TABLE || kind == MRT_ARG_SUBTABLE || kind == MRT_ARG_ROWS;
    if (kind == MRT_ARG_BUFFER && launch->slots[i].segment != NULL)
      note_argument(launch, i);
  }
}

struct mrt_use mrt_use_of(const struct mrt_launch *launch, const struct mrt_segment *segment) {
  return segment->use.launch == launch->uses ? segment->use : (struct mrt_use){0};
}

bool mrt_is_overwritten(const struct mrt_launch *launch, const struct mrt_segment *segment) {
  struct mrt_use use = mrt_use_of(launch, segment);
  /* Tables may lead anywhere, and the host has the results of earlier iterations. */
  return !launch->tables && launch->first == 0 && use.whole && !use.reads;
}
