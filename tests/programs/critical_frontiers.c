/* A breadth-first search that reads one list and appends to another one in `critical`, which pointers swap.  Loops
 * that read the list itself, which they append to, stay on the CPU.
 *
 * expect: offloaded=1 kept=K031,K031
 */
#include <stdio.h>
#include <stdlib.h>

#define N 500
#define K 4

static int target[N * K], level[N], parent[N];
static int *front, *next;

static int swapped(void)
{
  int n = 1, depth = 0;

  level[0] = 0;
  front[0] = 0;
  while (n > 0) {
    int *other = front, more = 0;

    depth++;
#pragma omp parallel for schedule(dynamic, 16)
    for (int i = 0; i < n; i++) {
      int u = front[i];

      for (int k = 0; k < K; k++) {
        int v = target[u * K + k];

        if (level[v] < 0) {
#pragma omp critical
          {
            if (level[v] == -1) {
              level[v] = depth;
              parent[v] = u;
              next[more++] = v;
            }
          }
        }
      }
    }
    front = next;
    next = other;
    n = more;
  }
  return depth;
}

static int one_queue(int *queue)
{
  int begin = 0, end = 1, rounds = 0;

  queue[0] = 0;
  level[0] = 0;
  while (begin < end) {
    int tail = end;

    rounds++;
#pragma omp parallel for
    for (int i = begin; i < end; i++)
      for (int k = 0; k < K; k++) {
        int v = target[queue[i] * K + k];

#pragma omp critical
        if (level[v] < 0) {
          level[v] = rounds;
          queue[tail++] = v;
        }
      }
    begin = end;
    end = tail;
  }
  return end * 100 + rounds;
}

static int before(int *list, int *first)
{
  int n = 0, known = 0;

#pragma omp parallel for reduction(+ : known)
  for (int i = 0; i < N; i++) {
    int at;

#pragma omp critical
    {
      at = n++;
      list[at] = i;
    }
    if (at > 0)
      known += first[at - 1] >= 0;
  }
  return known;
}

int main(void)
{
  int *queue = malloc(N * sizeof *queue), depth;
  long sum = 0, wrong = 0;

  front = malloc(N * sizeof *front);
  next = malloc(N * sizeof *next);
  for (int i = 0; i < N * K; i++)
    target[i] = i % K < 3 ? (i / K + i % 7 + 1) % N : i * 31 % N;
  for (int i = 0; i < N; i++)
    level[i] = -1;
  depth = swapped();
  for (int i = 0; i < N; i++) {
    sum += level[i] * (i % 11);
    wrong += i > 0 && level[i] >= 0 && level[parent[i]] != level[i] - 1;
  }
  for (int i = 0; i < N; i++)
    level[i] = -1;
  printf("%d %ld %ld %d ", depth, sum, wrong, one_queue(queue));
  sum = 0;
  for (int i = 0; i < N; i++)
    sum += level[i] * (i % 11);
  for (int i = 0; i < N; i++)
    queue[i] = -1;
  printf("%ld %d\n", sum, before(queue, queue));
  return 0;
}
