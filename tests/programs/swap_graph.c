/* Breadth-first search by levels with a frontier, and connected components in two ways (union by index with a lock-free
 * find, and linking as Sutton, Ben-Nun and Barak do), on one graph.  What is printed does not depend on who comes first.
 *
 * expect: offloaded=5
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 1200, DEGREE = 3 };

static int to[NODES * DEGREE];

static int root(int *parent, int x)
{
  int above = __atomic_load_n(&parent[x], __ATOMIC_RELAXED);
  while (above != x) {
    x = above;
    above = __atomic_load_n(&parent[x], __ATOMIC_RELAXED);
  }
  return x;
}

static void unite(int *parent, int a, int b)
{
  for (;;) {
    a = root(parent, a);
    b = root(parent, b);
    if (a == b)
      return;
    const int high = a > b ? a : b, low = a > b ? b : a;
    if (__sync_bool_compare_and_swap(&parent[high], high, low))
      return;
  }
}

static void attach(int *part, int u, int v)
{
  int p = part[u], q = part[v];
  while (p != q) {
    const int high = p > q ? p : q, low = p + (q - high);
    const int above = part[high];
    if (above == low || (above == high && __sync_bool_compare_and_swap(&part[high], high, low)))
      break;
    p = part[part[high]];
    q = part[low];
  }
}

static int search(int source)
{
  int *parent = malloc(NODES * sizeof *parent), *depth = calloc(NODES, sizeof *depth);
  int *level = malloc(NODES * sizeof *level), *next = malloc(NODES * sizeof *next);
  int size = 1, sum = 0;
  for (int v = 0; v < NODES; v++)
    parent[v] = -1;
  parent[source] = source;
  level[0] = source;
  while (size > 0) {
    int tail = 0;
#pragma omp parallel for
    for (int q = 0; q < size; q++) {
      const int u = level[q];
      for (int k = 0; k < DEGREE; k++) {
        const int v = to[u * DEGREE + k];
        if (parent[v] == -1 && __sync_bool_compare_and_swap(&parent[v], -1, u)) {
          depth[v] = depth[u] + 1;
          next[__sync_fetch_and_add(&tail, 1)] = v;
        }
      }
    }
    int *swap = level;
    level = next;
    next = swap;
    size = tail;
  }
  for (int v = 0; v < NODES; v++) {
    sum += depth[v];
    if (parent[v] >= 0 && v != source && depth[v] != depth[parent[v]] + 1)
      sum += 1000000;
  }
  free(parent);
  free(depth);
  free(level);
  free(next);
  return sum;
}

int main(void)
{
  static int parent[NODES], part[NODES];
  for (int v = 0; v < NODES; v++)
    for (int k = 0; k < DEGREE; k++)
      to[v * DEGREE + k] = (v / 100 * 100 + (v * 7 + k * k * 31 + 11) % 100) % NODES;
  for (int v = 0; v + 1 < NODES; v += 400)
    to[v * DEGREE] = v + 100;
  printf("%d %d\n", search(0), search(400));
#pragma omp parallel for
  for (int v = 0; v < NODES; v++)
    parent[v] = part[v] = v;
#pragma omp parallel for
  for (int v = 0; v < NODES; v++)
    for (int k = 0; k < DEGREE; k++)
      unite(parent, v, to[v * DEGREE + k]);
#pragma omp parallel for
  for (int v = 0; v < NODES; v++)
    for (int k = 0; k < DEGREE; k++)
      attach(part, v, to[v * DEGREE + k]);
  int parts = 0, alike = 0;
#pragma omp parallel for reduction(+ : parts, alike)
  for (int v = 0; v < NODES; v++) {
    int x = v, y = v;
    while (parent[x] != x)
      x = parent[x];
    while (part[y] != y)
      y = part[y];
    parts += x == v;
    alike += x == y;
  }
  printf("%d %d\n", parts, alike);
  return 0;
}
