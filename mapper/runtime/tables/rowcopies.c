/* rowcopies.c: the device copies of all rows that a table leads to, at a launch.
 *
 * There may be very many rows, and mostly nothing has happened to them since the last launch that used them.  So a
 * view remembers up to where it has read the journal of its rows' pool (pool.c), and looks at those rows only that
 * are noted behind that.  Small rows that must go to the device go there together (packed.c).
 *
 * All functions want the memory lock.
 */
#include "mrt_tables.h"
#include "mrt_forms.h"

#include <stdlib.h>

bool mrt_are_grouped(const struct mrt_launch *launch, unsigned i) {
  const struct mrt_view *view = launch->slots[i].view;
  return launch->args[i].kind == MRT_ARG_ROWS && view != NULL && !view->temporary && !launch->kernel->stops &&
         !(launch->args[i].flags & MRT_ESCAPED) && view->level[view->levels - 1].block_count > 1;
}

static struct mrt_pool *pool_of(const struct mrt_view *view) {
  const struct mrt_copy *copy = view->level[view->levels - 1].blocks[0]->copy;
  return copy != NULL ? copy->pool : NULL;
}

bool mrt_has_row(const struct mrt_view *view, const struct mrt_segment *segment) {
  const struct level *last = &view->level[view->levels - 1];
  return segment != NULL && last->block_count > 0 && last->blocks[mrt_block_at(last, segment->base)] == segment;
}

/* The rows that the journal names from a number on, or all rows where it does not reach so far back. */
static struct mrt_segment **noted(const struct mrt_view *view, mrt_u64 from, size_t *count) {
  const struct level *last = &view->level[view->levels - 1];
  const struct mrt_pool *pool = pool_of(view);
  bool all = from < pool->first;
  struct mrt_segment **found = malloc(((all ? last->block_count : pool->end - from) + 1) * sizeof *found);
  *count = 0;
  if (found == NULL)
    return NULL;
  if (all) {
    for (; *count < last->block_count; ++*count)
      found[*count] = last->blocks[*count];
    return found;
  }
  for (mrt_u64 number = from; number < pool->end; number++) {
    struct mrt_segment *segment = mrt_pool_noted(pool, number);
    if (mrt_has_row(view, segment))
      found[(*count)++] = segment;
  }
  return found;
}

/* Whether the launch needs nothing of a row's copy. */
static bool is_there(const struct mrt_segment *row) {
  const struct mrt_copy *copy = row->copy;
  return copy->device_valid && copy->area.bytes == 0 && copy->order.element == 0 && !mrt_parts_wait(copy);
}

/* Sends rows together that only the host has. */
static cl_int send_packed(struct mrt_segment **rows, size_t count, struct mrt_region *region) {
  cl_int error = CL_SUCCESS;
  for (size_t i = 0; i < count; i++) {
    mrt_parts_drop(rows[i]->copy);
    mrt_relaid_stale(rows[i]->copy);
    rows[i]->copy->region = region;
    rows[i]->copy->packing = false;
    if (!mrt_shadow_take(rows[i], false))
      error = CL_OUT_OF_HOST_MEMORY;
  }
  if (error == CL_SUCCESS)
    error = mrt_packed_write(rows, count, region);
  for (size_t i = 0; i < count && error == CL_SUCCESS; i++)
    rows[i]->copy->device_valid = true;
  return error;
}

/* Makes the copies of rows valid, those that can be sent together at last. */
static cl_int send(struct mrt_segment **rows, size_t count, struct mrt_region *region) {
  cl_int error = CL_SUCCESS;
  size_t packed = 0;
  for (size_t i = 0; i < count && error == CL_SUCCESS; i++) {
    struct mrt_copy *copy = rows[i]->copy;
    if (copy->packing || is_there(rows[i]))
      continue;
    if (!copy->device_valid && copy->host_valid && mrt_is_packable(rows[i], true)) {
      copy->packing = true; /* the journal may name it again */
      rows[packed++] = rows[i];
      continue;
    }
    error = mrt_to_device(rows[i], region, NULL, false, NULL);
    copy->pinned = false; /* its pool is */
  }
  cl_int last = send_packed(rows, packed, region);
  if (packed > 0)
    mrt_residency_changed();
  return error != CL_SUCCESS ? error : last;
}

cl_int mrt_group_to_device(struct mrt_launch *launch, unsigned i) {
  struct mrt_view *view = launch->slots[i].view;
  struct mrt_pool *pool = pool_of(view);
  pool->used = mrt_copy_tick();
  pool->region = launch->run->region;
  if (view->sent >= pool->first && view->sent == pool->end)
    return CL_SUCCESS;
  size_t count = 0;
  struct mrt_entry_range *present = view->whole != NULL ? &view->whole->present : NULL;
  struct mrt_segment **rows =
      present != NULL ? mrt_part_due(view, pool, present, &count) : noted(view, view->sent, &count);
  cl_int error = rows != NULL ? send(rows, count, launch->run->region) : CL_OUT_OF_HOST_MEMORY;
  free(rows);
  if (error != CL_SUCCESS)
    return error;
  view->sent = pool->end;
  if (present != NULL)
    mrt_part_done(view, pool, present);
  return CL_SUCCESS;
}

void mrt_group_written(struct mrt_launch *launch, unsigned i) {
  struct mrt_view *view = launch->slots[i].view;
  const struct mrt_pool *pool = pool_of(view);
  const struct level *last = &view->level[view->levels - 1];
  if (view->written >= pool->first && view->written == pool->end)
    return;
  size_t count = 0;
  struct mrt_entry_range *written = view->whole != NULL ? &view->whole->changed : NULL;
  struct mrt_segment **found =
      written != NULL ? mrt_part_due(view, pool, written, &count) : noted(view, view->written, &count);
  struct mrt_segment *const *rows = found;
  if (found == NULL) { /* then all of them */
    rows = last->blocks;
    count = last->block_count;
  }
  bool changed = false;
  for (size_t r = 0; r < count; r++) {
    struct mrt_copy *copy = rows[r]->copy;
    mrt_parts_stale(copy);
    mrt_relaid_stale(copy);
    mrt_shadow_unit(copy, launch->args[i].layout);
    changed |= copy->host_valid;
    copy->host_valid = false;
  }
  free(found);
  if (changed)
    mrt_residency_changed();
  view->written = pool->end;
  if (written != NULL)
    mrt_part_done(view, pool, written);
}

/* The device has nothing of a row that can be relied on later. */
static void forget(struct mrt_segment *row) {
  if (row->copy->device_valid)
    mrt_residency_changed();
  row->copy->device_valid = false;
  mrt_parts_drop(row->copy);
  mrt_pool_changed(row);
}

void mrt_group_from_host(struct mrt_launch *launch, unsigned i) {
  const struct mrt_view *view = launch->slots[i].view;
  const struct level *last = &view->level[view->levels - 1];
  for (size_t b = 0; b < last->block_count; b++)
    if (last->blocks[b]->copy != NULL && last->blocks[b]->copy->host_valid) {
      mrt_send_drop(last->blocks[b]->copy);
      forget(last->blocks[b]);
    }
}

void mrt_group_to_host(struct mrt_launch *launch, unsigned i) {
  const struct mrt_view *view = launch->slots[i].view;
  const struct level *last = &view->level[view->levels - 1];
  mrt_rows_to_host(last->blocks, last->block_count);
  for (size_t b = 0; b < last->block_count; b++)
    forget(last->blocks[b]);
}

void mrt_access_rows(const struct mrt_slot *slot, unsigned mode) {
  const struct mrt_view *view = slot->view;
  const struct level *last = &view->level[view->levels - 1];
  for (unsigned l = 0; l + 1 < view->levels; l++)
    for (size_t b = 0; b < view->level[l].block_count; b++)
      mrt_to_host(view->level[l].blocks[b]);
  mrt_rows_to_host(last->blocks, last->block_count);
  for (size_t b = 0; b < last->block_count; b++)
    mrt_access_segment(last->blocks[b], mode);
}

void mrt_group_pin(const struct mrt_launch *launch, unsigned i) {
  struct mrt_pool *pool = pool_of(launch->slots[i].view);
  if (pool != NULL)
    mrt_pool_pin(pool);
}

/* ---- rows of two tables -------------------------------------------------------------------------------------- */

enum { REMEMBERED = 64 };

/* The last answers, by the numbers of the walks that the views are from. */
static struct answer {
  mrt_u64 one, other;
  bool share;
} answers[REMEMBERED];

static bool is_below(const struct level *one, const struct level *other) {
  return one->blocks[one->block_count - 1]->base < other->blocks[0]->base;
}

static bool share_a_block(const struct level *one, const struct level *other) {
  if (one->block_count == 0 || other->block_count == 0 || is_below(one, other) || is_below(other, one))
    return false;
  for (size_t i = 0, k = 0; i < one->block_count && k < other->block_count;) {
    if (one->blocks[i] == other->blocks[k])
      return true;
    if (one->blocks[i]->base < other->blocks[k]->base)
      i++;
    else
      k++;
  }
  return false;
}

bool mrt_views_share(const struct mrt_view *one, const struct mrt_view *other) {
  if (one == other)
    return true;
  struct answer *answer = &answers[(one->walk * 31 + other->walk) % REMEMBERED];
  if (answer->one != one->walk || answer->other != other->walk)
    *answer = (struct answer){one->walk, other->walk,
                              share_a_block(&one->level[one->levels - 1], &other->level[other->levels - 1])};
  return answer->share;
}

bool mrt_tables_lead_to(const struct mrt_launch *launch, const struct mrt_segment *segment, unsigned flags) {
  if (!launch->tables || !segment->followed)
    return false;
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_slot *slot = &launch->slots[i];
    bool meant = launch->args[i].kind == MRT_ARG_ROWS && (launch->args[i].flags & flags) == flags;
    if (meant && slot->view != NULL && mrt_has_row(slot->view, segment))
      return true;
  }
  return false;
}

bool mrt_arguments_meet(const struct mrt_launch *launch, unsigned one, unsigned other) {
  const struct mrt_slot *a = &launch->slots[one], *b = &launch->slots[other];
  const struct mrt_view *rows = launch->args[one].kind == MRT_ARG_ROWS ? a->view : NULL;
  const struct mrt_view *others = launch->args[other].kind == MRT_ARG_ROWS ? b->view : NULL;
  if (rows != NULL && others != NULL)
    return mrt_views_share(rows, others);
  if (rows != NULL || others != NULL) {
    const struct mrt_segment *segment = rows != NULL ? b->segment : a->segment;
    return segment != NULL && mrt_has_row(rows != NULL ? rows : others, segment);
  }
  return a->segment != NULL && a->segment == b->segment;
}

bool mrt_group_changes_input(const struct mrt_launch *launch, unsigned i) {
  unsigned flags = launch->args[i].flags;
  for (unsigned other = 0; other < launch->n; other++)
    if (mrt_arguments_meet(launch, i, other))
      flags |= launch->args[other].flags;
  return (flags & MRT_READ) != 0 && (flags & MRT_WRITE) != 0;
}
