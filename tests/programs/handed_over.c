/* Loops in which an iteration reads what others have stored, after an atomic operation has shown that they are done,
 * stay: the last of all (also where it counts to 0), the second child of a node, flags and locks by constructs, a flag
 * of a variable, and locks that are variables of the function.  Finding that no other iteration has come before, or
 * that there is room, hands nothing over.
 *
 * expect: offloaded=2 kept=K031,K031,K031,K031,K031,K031,K031,K031
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAVES = 512, N = 600, MOST = 100 };

static long tree[2 * LEAVES], sums[1];
static int visits[LEAVES], turns[LEAVES], part[N], other[N], flag[N], seen[N], level[N], queue[N], kept[MOST], marks[N];
static int done, left = -N, tail, slots, news, told, copy[N];

static int ascending(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

static void climb(int node)
{
  while (node > 1) {
    node /= 2;
    if (__sync_fetch_and_add(&visits[node], 1) == 0)
      return;
    tree[node] = tree[2 * node] + tree[2 * node + 1] + 1;
  }
}

static void climb_by_turns(int node)
{
  while (node > 1) {
    int second = 1;
    node /= 2;
    if (__sync_fetch_and_add(&turns[node], 1) == 0)
      second = 0;
    if (!second)
      return;
    tree[node] = tree[2 * node] - 3 * tree[2 * node + 1];
  }
}

int main(void)
{
  long total = 0, sum, room = 0;
  int wrong = 0, lock = 0, held[2] = {0, 0}, gate = 0;
  for (int i = 0; i < N; i++)
    other[i] = i * 7 % N;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    part[i] = 3 * i;
    if (__atomic_add_fetch(&done, 1, __ATOMIC_ACQ_REL) < N)
      continue;
    for (int k = 0; k < N; k++)
      sums[0] += part[k];
  }
#pragma omp parallel for
  for (int i = 0; i < LEAVES; i++) {
    tree[LEAVES + i] = i;
    climb(LEAVES + i);
  }
  sum = tree[1];
#pragma omp parallel for
  for (int i = 0; i < LEAVES; i++) {
    tree[LEAVES + i] = i % 5;
    climb_by_turns(LEAVES + i);
  }
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < N; i++) {
    int ready;
    part[i] = 5 * i;
#pragma omp atomic write seq_cst
    flag[i] = 1;
#pragma omp atomic read seq_cst
    ready = flag[other[i]];
    if (ready)
      wrong += part[other[i]] != 5 * other[i];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (__sync_bool_compare_and_swap(&lock, 0, 1)) {
      held[0] += 2;
      held[1] = held[0] / 2;
      __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int taken;
#pragma omp atomic capture seq_cst
    {
      taken = gate;
      gate = 1;
    }
    if (!taken) {
      seen[0] += 2;
      seen[1] = seen[0] / 2;
#pragma omp atomic write seq_cst
      gate = 0;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int v = other[i] / 2;
    if (__sync_lock_test_and_set(&marks[v], 1))
      continue;
    level[v] = level[N - 1] + 1;
    queue[__sync_fetch_and_add(&tail, 1)] = v;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int slot = __sync_fetch_and_add(&slots, 1);
    if (slot < MOST) {
      kept[slot] = part[i] + 1;
      part[i] = -1;
    }
  }
  qsort(queue, (size_t)tail, sizeof *queue, ascending);
  for (int i = 0; i < N; i++) {
    total += (long)(i + 1) * (level[i] + queue[i]);
    room += part[i] < 0;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    part[i] = i + 1;
    if (__sync_add_and_fetch(&left, 1) == 0)
      memcpy(copy, part, sizeof copy);
  }
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < N; i++) {
    if (i == 0) {
      news = 42;
      __atomic_store_n(&told, 1, __ATOMIC_RELEASE);
    } else if (__atomic_load_n(&told, __ATOMIC_ACQUIRE)) {
      wrong += news != 42;
    }
  }
  for (int i = 0; i < N; i++)
    wrong += copy[i] != i + 1;
  for (int i = 0; i < MOST; i++)
    wrong += kept[i] < 1;
  printf("%ld %ld %ld %d ", sums[0], sum, tree[1], wrong);
  printf("%d %d %ld %ld %d\n", held[0] == 2 * held[1], seen[0] == 2 * seen[1], total, room, slots);
  return 0;
}
