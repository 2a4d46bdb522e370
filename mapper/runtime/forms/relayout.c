/* relayout.c: copies of arrays in another order, for the second version of a kernel.
 *
 * The second version of a kernel expects some arrays in another order than the device holds them.  It gets copies,
 * transposed on the device.  A copy is kept and stays right until the array is written; what the kernel itself writes
 * to it is transposed back behind the launch.  Whether all this pays is asked of the program's tree, with the bytes
 * to be transposed, and with how often the elements are accessed before the array is written again: as often as since
 * the last time, or as in the whole time before that.  Where anything is missing, the plain version runs.
 */
#include "mrt_forms.h"
#include "mrt_region.h"

#include <stdlib.h>
#include <string.h>

struct mrt_relaid_copy { /* of a segment's device copy */
  cl_mem buffer;
  size_t room, offset; /* bytes of the buffer; where the array begins in the segment */
  struct mrt_transposition order;
  bool valid;
  double accesses, before; /* since the array was written last, and in the time before that */
};

/* ---- validity ---------------------------------------------------------------------------------------------- */

void mrt_relaid_stale(struct mrt_copy *copy) {
  copy->values++;
  struct mrt_relaid_copy *relaid = copy->relaid;
  if (relaid == NULL)
    return;
  relaid->valid = false;
  if (relaid->accesses > 0)
    relaid->before = relaid->accesses;
  relaid->accesses = 0;
}

static void release_buffer(struct mrt_relaid_copy *relaid) {
  if (relaid->buffer != NULL)
    mrt_release_buffer(relaid->buffer);
  relaid->buffer = NULL;
  relaid->room = 0;
  relaid->valid = false;
}

void mrt_relaid_drop(struct mrt_copy *copy, bool forget) {
  if (copy->relaid != NULL && !forget)
    release_buffer(copy->relaid);
  free(copy->relaid);
  copy->relaid = NULL;
}

bool mrt_drop_relaid(void) {
  bool dropped = false;
  for (struct mrt_segment *s = mrt_first_copy(); s != NULL; s = s->copy->next)
    if (s->copy->relaid != NULL && s->copy->relaid->buffer != NULL && !s->copy->pinned) {
      release_buffer(s->copy->relaid);
      dropped = true;
    }
  return dropped;
}

/* ---- the question ------------------------------------------------------------------------------------------ */

/* The order of an argument's copy with all its numbers; false where it would not hold all that the kernel reaches. */
static bool complete(const struct mrt_arg *arg, const struct mrt_slot *slot, struct mrt_transposition *order) {
  *order = arg->relaid->order;
  if (slot->segment == NULL || slot->offset < 0 || arg->low < 0)
    return false;
  size_t room = slot->segment->bytes - (size_t)slot->offset, reach = arg->size != 0 ? arg->size : room;
  size_t *open = order->matrices == 0 ? &order->matrices : &order->rows;
  if (*open == 0) {
    size_t unit = order->element * order->columns * (order->matrices == 0 ? order->rows : 1);
    *open = (reach + unit - 1) / unit;
  }
  size_t bytes = mrt_transposed_bytes(order);
  return order->rows > 1 && order->columns > 1 && reach <= bytes && bytes <= room &&
         (slot->segment->copy->lead + (size_t)slot->offset) % order->element == 0;
}

/* Whether an argument's array may be used through a copy: nothing else of the launch leads there that writes, or that
 * would not see what is written. */
static bool is_alone(const struct mrt_launch *launch, unsigned i) {
  const struct mrt_copy *copy = launch->slots[i].segment->copy;
  if (copy == NULL || launch->slots[i].segment->escaped || copy->eager || copy->order.element != 0 ||
      copy->coming.bytes != 0 || copy->area.bytes != 0)
    return false;
  struct mrt_use use = mrt_use_of(launch, launch->slots[i].segment);
  unsigned wanted = launch->args[i].flags & MRT_WRITE ? 0 : MRT_WRITE;
  return !(use.arguments > 1 && use.writes) && !mrt_tables_lead_to(launch, launch->slots[i].segment, wanted);
}

static bool is_valid(const struct mrt_slot *slot, const struct mrt_transposition *order) {
  const struct mrt_relaid_copy *relaid = slot->segment->copy->relaid;
  return relaid != NULL && relaid->valid && relaid->offset == (size_t)slot->offset &&
         mrt_same_order(&relaid->order, order);
}

/* Counts the launch, and says how many accesses are expected until the array is written. */
static double expected(struct mrt_copy *copy, double accesses, bool writes) {
  if (copy->relaid == NULL)
    copy->relaid = calloc(1, sizeof *copy->relaid);
  if (copy->relaid == NULL)
    return 0;
  struct mrt_relaid_copy *relaid = copy->relaid;
  relaid->accesses += accesses;
  if (writes)
    return accesses;
  return relaid->accesses > relaid->before ? relaid->accesses : relaid->before;
}

/* Asks the tree. */
static bool pays(struct mrt_launch *launch, double *features) {
  int forced = mrt_settings()->relayout;
  const struct mrt_program *program = mrt_kernel_program(launch->kernel, launch->run);
  char path[MRT_PATH] = "";
  bool measure = mrt_settings()->measure, yes = forced > 0;
  if (features[MRT_RELAY_BYTES] == 0)
    yes = true;
  else if (forced < 0) {
    MRT_PLAIN_NUMBERS;
    yes = mrt_model(program)->relayout(features, measure ? path : NULL, sizeof path) > 0;
  }
  if (measure && (launch->state->relay_path == NULL || strcmp(launch->state->relay_path, path) != 0)) {
    mrt_stats_lock();
    free(launch->state->relay_path);
    launch->state->relay_path = strdup(path);
    mrt_stats_unlock();
  }
  mrt_trace("%s: copies in another order %s: %g bytes, %g uses of an element", launch->kernel->id,
            yes ? "pay" : "do not pay", features[MRT_RELAY_BYTES], features[MRT_RELAY_USES]);
  return yes;
}

/* Whether all arguments may have their copies, and these pay. */
static bool decide(struct mrt_launch *launch) {
  double features[MRT_RELAY_FEATURES] = {0}, largest = 0, accesses = 0;
  for (unsigned i = 0; i < launch->n; i++) {
    const struct mrt_arg *arg = &launch->args[i];
    struct mrt_slot *slot = &launch->slots[i];
    struct mrt_transposition order;
    if (arg->kind != MRT_ARG_BUFFER || arg->relaid == NULL)
      continue;
    if (!complete(arg, slot, &order) || !is_alone(launch, i))
      return false;
    bool there = is_valid(slot, &order) || mrt_is_overwritten(launch, slot->segment);
    double bytes = (double)mrt_transposed_bytes(&order);
    accesses += expected(slot->segment->copy, arg->relaid->accesses, (arg->flags & MRT_WRITE) != 0);
    features[MRT_RELAY_BYTES] += bytes * ((there ? 0 : 1) + ((arg->flags & MRT_WRITE) != 0));
    slot->order = order;
    if (bytes <= largest)
      continue;
    largest = bytes;
    features[MRT_RELAY_ELEMENT] = (double)order.element;
    features[MRT_RELAY_ROWS] = (double)order.rows;
    features[MRT_RELAY_COLUMNS] = (double)order.columns;
    features[MRT_RELAY_PITCH] = (double)(order.columns * order.element);
    features[MRT_RELAY_RUNS] = arg->relaid->runs;
  }
  features[MRT_RELAY_USES] = mrt_ratio(accesses * features[MRT_RELAY_ELEMENT], features[MRT_RELAY_BYTES]);
  return largest > 0 && pays(launch, features);
}

/* ---- the copies -------------------------------------------------------------------------------------------- */

/* Makes an argument's copy right; false without memory, or after a failure. */
static bool prepare(struct mrt_launch *launch, unsigned i) {
  struct mrt_slot *slot = &launch->slots[i];
  struct mrt_copy *copy = slot->segment->copy;
  struct mrt_relaid_copy *relaid = copy->relaid;
  size_t bytes = mrt_transposed_bytes(&slot->order);
  if (relaid == NULL || !mrt_can_transpose(&slot->order, launch->run->region))
    return false;
  bool valid = is_valid(slot, &slot->order);
  if (relaid->room < bytes) {
    release_buffer(relaid);
    cl_int error = CL_SUCCESS;
    relaid->buffer = mrt_try_buffer(bytes, &error);
    if (relaid->buffer == NULL)
      return false;
    relaid->room = bytes;
  }
  relaid->order = slot->order;
  relaid->offset = (size_t)slot->offset;
  if (!valid && !mrt_is_overwritten(launch, slot->segment) &&
      mrt_transpose(&slot->order, copy->buffer, copy->lead + relaid->offset, relaid->buffer, 0,
                    launch->run->region) != CL_SUCCESS)
    return false;
  relaid->valid = true;
  return true;
}

/* The arguments that have copies in another order. */
static bool is_relaid(const struct mrt_launch *launch, unsigned i) {
  return launch->args[i].kind == MRT_ARG_BUFFER && launch->args[i].relaid != NULL;
}

struct mrt_kernel_state *mrt_relay(struct mrt_launch *launch) {
  const struct mrt_settings *settings = mrt_settings();
  if (launch->kernel->relaid == NULL || settings->relayout == 0)
    return NULL;
  if (settings->relayout < 0 &&
      (mrt_device.unified || mrt_model(mrt_kernel_program(launch->kernel, launch->run))->relayout == NULL))
    return NULL;
  if (!decide(launch))
    return NULL;
  for (unsigned i = 0; i < launch->n; i++)
    if (is_relaid(launch, i) && !prepare(launch, i))
      return NULL;
  struct mrt_kernel_state *state = mrt_prepare_version(launch->state, launch->run);
  if (state == NULL)
    return NULL;
  for (unsigned i = 0; i < launch->n; i++)
    if (is_relaid(launch, i))
      launch->slots[i].relaid = launch->slots[i].segment->copy->relaid->buffer;
  return state;
}

void mrt_relay_settle(struct mrt_launch *launch, bool launched) {
  for (unsigned i = 0; i < launch->n; i++) {
    struct mrt_slot *slot = &launch->slots[i];
    if (slot->relaid == NULL || !(launch->args[i].flags & MRT_WRITE))
      continue;
    struct mrt_segment *segment = slot->segment;
    struct mrt_copy *copy = segment->copy;
    if (!launched) {
      mrt_relaid_stale(copy);
      continue;
    }
    struct mrt_transposition back = mrt_undoing(&slot->order);
    if (mrt_transpose(&back, slot->relaid, 0, copy->buffer, copy->lead + (size_t)slot->offset, launch->run->region) ==
        CL_SUCCESS) {
      copy->relaid->valid = true;
      continue;
    }
    mrt_to_host(segment); /* what lies around the array */
    if (!mrt_read_transposed(slot->relaid, 0, &slot->order, (char *)segment->base + slot->offset,
                             launch->run->region))
      mrt_die("%s: results of the loop are only on the device and can't be read any more; the program ends",
              launch->kernel->id);
    copy->device_valid = false;
    mrt_pool_changed(segment);
    mrt_residency_changed();
  }
}
