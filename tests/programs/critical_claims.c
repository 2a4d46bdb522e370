/* Elements that the first iteration that comes to them sets, in `critical`: by equality and by order, with places
 * in a list, sums, flags and elements of another array.  What more iterations than one set at a place, and two
 * places at once, stay on the CPU.  What is used before it changes keeps its place.
 *
 * expect: offloaded=8 kept=K001,K001,K001
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define N 600
#define K 7

struct node {
  int seen, cost;
};

static int level[N], parent[N], list[N], target[N * K];
static long best[N];
static struct node nodes[N];

static int by_equality(int d)
{
  int n = 0, found = 0;

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int k = 0; k < K; k++) {
      int v = target[i * K + k];

#pragma omp critical
      {
        if (level[v] == -1) {
          level[v] = d;
          parent[v] = v % 5;
          list[n] = v;
          n++;
          found = 1;
        }
      }
    }
  return n + found;
}

static int twice(int d, int *least)
{
  int changes = 0;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int v = target[i * K], won = 0;

    if (level[v] > *least) {
#pragma omp critical
      if (level[v] > d - v % 2) {
        level[v] = d - v % 2;
        won = 1;
      }
    }
    if (won) {
#pragma omp atomic
      changes++;
    }
  }
  return changes;
}

static int members(void)
{
  int n = 0;
  long sum = 0;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct node *node = &nodes[target[i * K + 1]];

#pragma omp critical(claimed)
    if (!node->seen) {
      node->seen = 1;
      n++;
      sum += target[i * K + 1];
    }
  }
  return n + (int)(sum % 10007);
}

/* The value is of a wider type than the place: it must not be cut. */
static int wider(long value)
{
  int n = 0;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int v = target[i * K + 2];

#pragma omp critical
    if (parent[v] == value) {
      parent[v] = 3;
      n++;
    }
  }
  return n;
}

/* An extreme needs no compare and swap. */
static void extreme(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp critical
    if (best[target[i * K]] > i * 31 % 97)
      best[target[i * K]] = i * 31 % 97;
  }
}

static int own(int n)
{
  int count = 0, v;

#pragma omp parallel for private(v)
  for (int i = 0; i < n; i++) {
    v = target[i * K + 3];
#pragma omp critical
    if (nodes[v].cost < v) {
      nodes[v].cost = v;
      count += v;
    }
  }
  return count;
}

/* The cheapest one's number: iterations that come later set it again. */
static void cheapest(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int v = target[i * K + 4];

#pragma omp critical
    if (best[v] > v * 3 % 11) {
      best[v] = v * 3 % 11;
      parent[v] = v;
    }
  }
}

/* One iteration may claim the first place, another one the second. */
static void pairs(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int v = target[i * K + 5], w = target[i * K + 6];

#pragma omp critical
    if (level[v] == 1) {
      level[v] = 2;
      if (level[w] == 1)
        level[w] = 2;
    }
  }
}

/* What an element is set to is another one, which iterations set. */
static void chain(void)
{
#pragma omp parallel for
  for (int i = 1; i < N; i++) {
#pragma omp critical
    if (level[i] == -7)
      level[i] = level[i - 1] + 1;
  }
}

/* The list gets what `last` was before. */
static int in_order(void)
{
  int n = 0, sum = 0;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int last = i % 3;

#pragma omp critical
    if (nodes[i].seen < 5) {
      nodes[i].seen = 6;
      list[n++] = last;
      last = 9;
    }
  }
  for (int i = 0; i < n; i++)
    sum += list[i];
  return sum;
}

/* The array is the function's, and the value a variable. */
static int local(int most)
{
  static int cost[N];
  int found = 0;

  for (int i = 0; i < N; i++)
    cost[i] = most;
#pragma omp parallel for
  for (int i = 0; i < N * K; i++) {
#pragma omp critical
    if (cost[target[i]] == most) {
      cost[target[i]] = 1;
      found++;
    }
  }
  return found;
}

int main(int argc, char **argv)
{
  long sum = 0;
  int least = argc > 5 ? atoi(argv[1]) : 0;

  for (int i = 0; i < N * K; i++)
    target[i] = (i * 37 + i / 3) % (N * 3 / 4);
  for (int i = 0; i < N; i++) {
    level[i] = -1;
    best[i] = LONG_MAX;
  }
  printf("%d ", by_equality(9));
  printf("%d ", twice(4, &least));
  printf("%d ", members());
  printf("%d ", wider((1L << 32) + 2));
  printf("%d ", wider(2));
  extreme();
  printf("%d %d\n", own(N), local(9));
  cheapest();
  pairs();
  chain();
  for (int i = 0; i < N; i++)
    sum += level[i] * (i % 7) + parent[i] + (best[i] == LONG_MAX ? 0 : best[i]) + nodes[i].cost * 2;
  for (int i = 0; i < N * 3 / 4; i++)
    sum += list[i] % 3;
  printf("%ld %d\n", sum, in_order());
  (void)argv;
  return 0;
}
