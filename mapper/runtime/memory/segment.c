/* segment.c: the registry of host memory, an AVL tree of disjoint address ranges.
 *
 * All functions want the memory lock.  Nodes come from a free list that is filled in blocks and never shrinks:
 * programs that allocate much allocate again.  Nodes are also in a list, in the order of their addresses.  A search
 * begins there, where the last one ended: rows that were allocated one by one are neighbours.
 */
#include "mrt_memory.h"
#include "mrt_copies.h"

#include <stdlib.h>

enum { NODES_IN_A_BLOCK = 256, NEAREST = 4 };

static struct mrt_segment *root;
static struct mrt_segment *finger; /* where the last search ended, or NULL */
static struct mrt_segment *spare; /* linked through `right` */
static size_t automatic;          /* number of SEGMENT_STACK */

unsigned mrt_epoch;
mrt_u64 mrt_removals, mrt_followed_removals;

void mrt_residency_changed(void) { __atomic_add_fetch(&mrt_epoch, 1, __ATOMIC_RELEASE); }

size_t mrt_stack_segments(void) { return automatic; }

static struct mrt_segment *new_node(void) {
  if (spare == NULL) {
    struct mrt_segment *block = calloc(NODES_IN_A_BLOCK, sizeof *block);
    if (block == NULL)
      return NULL;
    for (size_t i = 0; i < NODES_IN_A_BLOCK; i++) {
      block[i].right = spare;
      spare = &block[i];
    }
  }
  struct mrt_segment *node = spare;
  spare = node->right;
  return node;
}

static unsigned height(const struct mrt_segment *node) { return node == NULL ? 0 : node->height; }

static void measure(struct mrt_segment *node) {
  unsigned left = height(node->left), right = height(node->right);
  node->height = (unsigned char)((left > right ? left : right) + 1);
}

static struct mrt_segment *rotate_right(struct mrt_segment *node) {
  struct mrt_segment *top = node->left;
  node->left = top->right;
  top->right = node;
  measure(node);
  measure(top);
  return top;
}

static struct mrt_segment *rotate_left(struct mrt_segment *node) {
  struct mrt_segment *top = node->right;
  node->right = top->left;
  top->left = node;
  measure(node);
  measure(top);
  return top;
}

static struct mrt_segment *balance(struct mrt_segment *node) {
  measure(node);
  if (height(node->left) > height(node->right) + 1) {
    if (height(node->left->left) < height(node->left->right))
      node->left = rotate_left(node->left);
    return rotate_right(node);
  }
  if (height(node->right) > height(node->left) + 1) {
    if (height(node->right->right) < height(node->right->left))
      node->right = rotate_right(node->right);
    return rotate_left(node);
  }
  return node;
}

/* Puts a node into the list between two, each of which may be NULL. */
static void link_between(struct mrt_segment *previous, struct mrt_segment *fresh, struct mrt_segment *next) {
  fresh->previous = previous;
  fresh->next = next;
  if (previous != NULL)
    previous->next = fresh;
  if (next != NULL)
    next->previous = fresh;
}

static struct mrt_segment *insert(struct mrt_segment *node, struct mrt_segment *fresh) {
  bool lower = fresh->base < node->base;
  struct mrt_segment **child = lower ? &node->left : &node->right;
  unsigned before = height(*child);
  if (*child != NULL)
    *child = insert(*child, fresh);
  else
    *child = fresh;
  if (before == 0)
    link_between(lower ? node->previous : node, fresh, lower ? node : node->next);
  return height(*child) == before ? node : balance(node);
}

static struct mrt_segment *take_first(struct mrt_segment *node, struct mrt_segment **first) {
  if (node->left == NULL) {
    *first = node;
    return node->right;
  }
  node->left = take_first(node->left, first);
  return balance(node);
}

static struct mrt_segment *without(struct mrt_segment *node, const struct mrt_segment *gone) {
  if (gone->base < node->base) {
    node->left = without(node->left, gone);
  } else if (gone->base > node->base) {
    node->right = without(node->right, gone);
  } else {
    if (node->right == NULL)
      return node->left;
    struct mrt_segment *next = NULL;
    struct mrt_segment *right = take_first(node->right, &next);
    next->left = node->left;
    next->right = right;
    node = next;
  }
  return balance(node);
}

struct mrt_segment *mrt_segment_in(uintptr_t from, uintptr_t to) {
  if (finger != NULL && finger->base <= from)
    for (unsigned steps = 0; steps < NEAREST; steps++) {
      struct mrt_segment *next = finger->next;
      if (from < finger->base + finger->bytes)
        return finger->base < to ? finger : NULL;
      if (next == NULL || next->base >= to)
        return NULL;
      finger = next;
    }
  struct mrt_segment *found = NULL;
  for (struct mrt_segment *node = root; node != NULL;) {
    if (from < node->base + node->bytes) {
      if (node->base < to)
        found = node;
      node = node->left;
    } else {
      node = node->right;
    }
  }
  finger = found != NULL ? found : finger;
  return found;
}

struct mrt_segment *mrt_segment_at(uintptr_t address) { return mrt_segment_in(address, address + 1); }

struct mrt_segment *mrt_segment_add(uintptr_t base, size_t bytes, enum mrt_kind kind) {
  struct mrt_segment *node = new_node();
  if (node == NULL)
    return NULL;
  *node = (struct mrt_segment){.base = base, .bytes = bytes, .kind = (unsigned char)kind, .height = 1};
  automatic += kind == SEGMENT_STACK;
  root = root != NULL ? insert(root, node) : node;
  return node;
}

void mrt_segment_remove(struct mrt_segment *segment) {
  automatic -= segment->kind == SEGMENT_STACK;
  mrt_removals++;
  mrt_followed_removals += segment->followed;
  root = without(root, segment);
  if (segment->previous != NULL)
    segment->previous->next = segment->next;
  if (segment->next != NULL)
    segment->next->previous = segment->previous;
  if (finger == segment)
    finger = segment->previous;
  *segment = (struct mrt_segment){.right = spare};
  spare = segment;
}

void mrt_segment_replace(uintptr_t from, uintptr_t to) {
  for (struct mrt_segment *old = mrt_segment_in(from, to); old != NULL; old = mrt_segment_in(from, to)) {
    mrt_drop_copy(old);
    mrt_segment_remove(old);
  }
}
