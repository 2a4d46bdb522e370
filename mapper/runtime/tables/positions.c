/* positions.c: the positions of what tables of pointers lead to, on the device.
 *
 * All functions want the memory lock.
 */
#include "mrt_tables.h"

#include <limits.h>
#include <stdlib.h>

static const long nowhere = LONG_MIN; /* of a null pointer, and of an entry that the loop doesn't reach */

size_t mrt_row_lead(const struct mrt_view *view, size_t b) {
  const struct level *last = &view->level[view->levels - 1];
  return last->block_count > 1 ? last->blocks[b]->copy->lead : 0;
}

/* The position of one target, in elements. */
static long locate(const struct mrt_view *view, unsigned l, uintptr_t target) {
  const struct level *level = &view->level[l];
  size_t b = mrt_block_of(level, target);
  long bytes = mrt_place_in_block(level, target);
  if (l + 1 < view->levels)
    return (long)level->starts[b] + bytes / (long)sizeof(void *);
  return (long)(mrt_row_lead(view, b) / view->element) + bytes / (long)view->element;
}

/* How many positions a level has on the device. */
static size_t count_places(const struct mrt_view *view, unsigned l) {
  return l == 0 && view->owner != NULL ? mrt_place_within(view, NULL) : view->level[l].count;
}

/* Finds the positions of a level's entries; false without memory. */
static bool locate_all(struct mrt_view *view, unsigned l) {
  struct level *level = &view->level[l];
  size_t *places = NULL;
  if (l == 0 && view->owner != NULL) {
    places = calloc(level->count + 1, sizeof *places);
    if (places == NULL)
      return false;
    mrt_place_within(view, places);
    for (size_t i = 0; i < level->places; i++)
      level->positions[i] = nowhere;
  }
  for (size_t i = 0; i < level->count; i++)
    level->positions[places != NULL ? places[i] : i] =
        level->targets[i] != 0 ? locate(view, l, level->targets[i]) : nowhere;
  free(places);
  return true;
}

/* Two numbers for the whole level, if positions grow evenly from entry to entry; `nulls`: and none is null. */
static void find_step(struct level *level, bool nulls) {
  size_t one = 0;
  level->first = level->step = 0;
  for (size_t i = 0; i < level->count && nulls; i++)
    if (level->targets[i] == 0)
      return;
  while (one < level->places && level->positions[one] == nowhere)
    one++;
  size_t other = one + 1;
  while (other < level->places && level->positions[other] == nowhere)
    other++;
  if (one >= level->places)
    return;
  long step = 1;
  if (other < level->places) {
    long distance = (long)(other - one), growth = level->positions[other] - level->positions[one];
    if (growth % distance != 0)
      return;
    step = growth / distance;
  }
  long first = level->positions[one] - (long)one * step;
  for (size_t i = other; i < level->places; i++)
    if (level->positions[i] != nowhere && level->positions[i] != first + (long)i * step)
      return;
  level->first = first;
  level->step = step;
}

void mrt_drop_positions(struct level *level, bool forget) {
  if (level->buffer != NULL && !forget)
    mrt_release_buffer(level->buffer);
  free(level->positions);
  level->buffer = NULL;
  level->positions = NULL;
}

static cl_int move_level(struct mrt_view *view, unsigned l, struct mrt_region *region) {
  struct level *level = &view->level[l];
  size_t places = count_places(view, l);
  if (level->positions != NULL && places != level->places)
    mrt_drop_positions(level, false);
  level->places = places;
  if (level->positions == NULL)
    level->positions = calloc(places + 1, sizeof *level->positions);
  if (level->positions == NULL || !locate_all(view, l))
    return CL_OUT_OF_HOST_MEMORY;
  find_step(level, (view->nulls >> l & 1) != 0);
  if (level->step != 0 || level->count == 0)
    return CL_SUCCESS;
  size_t bytes = places * sizeof *level->positions;
  cl_int error = CL_SUCCESS;
  if (level->buffer == NULL)
    level->buffer = mrt_make_buffer(bytes, HELD_OTHER, &error);
  if (level->buffer == NULL)
    return error != CL_SUCCESS ? error : CL_MEM_OBJECT_ALLOCATION_FAILURE;
  cl_event event = NULL;
  error = mrt_device.cl.EnqueueWriteBuffer(mrt_device.queue, level->buffer, CL_TRUE, 0, bytes, level->positions, 0,
                                           NULL, &event);
  if (error == CL_SUCCESS)
    mrt_pending_add(event, COMMAND_UPLOAD, bytes, region, NULL);
  return error;
}

/* Whether all rows are in the pool that they were in when the view was moved: one that has another stamp has lost or
 * got members. */
static bool is_pooled(const struct mrt_view *view, const struct mrt_segment *row) {
  return view->moved && row->copy != NULL && row->copy->pool != NULL && row->copy->pool->stamp == view->pool;
}

/* The same for a part: its positions are the whole's. */
static cl_int move_part(struct mrt_view *part, struct mrt_region *region) {
  struct mrt_slot slot = {.view = part->whole};
  cl_int error = mrt_move_view(&slot, region);
  if (error != CL_SUCCESS)
    return error;
  if (!part->moved || part->pool != part->whole->pool)
    part->sent = part->written = 0;
  part->level[0].buffer = part->whole->level[0].buffer;
  part->level[0].first = part->whole->level[0].first;
  part->level[0].step = part->whole->level[0].step;
  part->pool = part->whole->pool;
  part->moved = true;
  return CL_SUCCESS;
}

cl_int mrt_move_view(struct mrt_slot *slot, struct mrt_region *region) {
  struct mrt_view *view = slot->view;
  if (view->whole != NULL)
    return move_part(view, region);
  size_t count = 0;
  struct mrt_segment *const *rows = mrt_rows(slot, &count);
  mrt_u64 pool = 0;
  if (count > 1) {
    if (!is_pooled(view, rows[0]) && mrt_pool_of(rows, count, view->element) == NULL) {
      cl_int error = mrt_make_pool(rows, count, view->element);
      if (error != CL_SUCCESS)
        return error;
    }
    pool = rows[0]->copy->pool->stamp;
    mrt_pool_pin(rows[0]->copy->pool);
  }
  mrt_u64 owner_pool = view->owner != NULL ? view->owner->pool : 0;
  if (view->moved && view->pool == pool && view->owner_pool == owner_pool)
    return CL_SUCCESS;
  view->sent = view->written = 0;
  view->present = view->changed = (struct mrt_entry_range){0};
  for (unsigned l = 0; l < view->levels; l++) {
    cl_int error = move_level(view, l, region);
    if (error != CL_SUCCESS)
      return error;
  }
  view->pool = pool;
  view->owner_pool = owner_pool;
  view->moved = true;
  return CL_SUCCESS;
}

struct mrt_positions mrt_level_positions(const struct mrt_slot *slot) {
  const struct level *level = &slot->view->level[slot->level];
  long shift = slot->level == 0 ? slot->offset / (long)sizeof(void *) : 0;
  return (struct mrt_positions){level->buffer, slot->level == 0 ? slot->offset : 0,
                                level->first + shift * level->step, level->step};
}
