/* Objects of `_Atomic` types: the functions of stdatomic.h, and plain operators, which are atomic on them.
 *
 * expect: offloaded=3
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 700, CELLS = 9 };

struct node {
  _Atomic int visits;
  int weight;
};

static atomic_int total, most, first = ATOMIC_VAR_INIT(-1);
static atomic_ulong mask;
static _Atomic(long) cells[CELLS];
static struct node nodes[CELLS];

static void raise(atomic_int *at, int value)
{
  int seen = atomic_load(at);
  while (seen < value && !atomic_compare_exchange_weak(at, &seen, value))
    ;
}

static int take(atomic_int *from, int amount)
{
  return atomic_fetch_sub_explicit(from, amount, memory_order_relaxed);
}

int main(void)
{
  atomic_int *stock = malloc(sizeof *stock);
  int sold = 0, *place = malloc(N * sizeof *place);
  atomic_init(stock, 5000);
  for (int c = 0; c < CELLS; c++)
    nodes[c].weight = c;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    total += i % 3;
    total++;
    mask |= 1ul << i % 60;
    cells[i % CELLS] -= i;
    nodes[i % CELLS].visits++;
    raise(&most, i * 97 % 1013);
  }
#pragma omp parallel for reduction(+ : sold)
  for (int i = 0; i < N; i++) {
    if (take(stock, 7) >= 7)
      sold++;
    place[i] = 0;
    int nobody = -1;
    atomic_compare_exchange_strong(&first, &nobody, i % 2 + 10);
  }
  atomic_int ticket = 0, last = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    place[ticket++] += atomic_load_explicit(&most, memory_order_relaxed) + (total > 0);
    atomic_store(&last, 77);
    atomic_exchange(&cells[0], 5);
  }
  long all = 0;
  for (int c = 0; c < CELLS; c++)
    all += cells[c] * (c + 1) + nodes[c].visits * nodes[c].weight;
  for (int i = 0; i < N; i++)
    all += place[i] == place[0];
  printf("%d %d %lu %ld %d %d %d %d %d\n", total, most, mask, all, sold, *stock, first >= 10, ticket, last);
  free(stock);
  free(place);
  return 0;
}
