/* Members of structures in structures, behind branches on what atomic operations give: stored alone, or read, too.
 * expect: offloaded=2 kept=K031 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000

struct vector {
  double x, y, z;
};

struct node {
  struct vector position;
  struct {
    int taken, by;
  } mark;
};

static void clear(struct node *nodes)
{
  for (int i = 0; i < N; i++)
    nodes[i] = (struct node){{0, i, 0}, {0, 0}};
}

int main(void)
{
  struct node *nodes = malloc(N * sizeof *nodes);
  int *to = malloc(N * sizeof *to), late = 0;
  double sum = 0;

  for (int i = 0; i < N; i++)
    to[i] = i * 7 % 300;
  clear(nodes);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int v = to[i], before;
#pragma omp atomic capture
    {
      before = nodes[v].mark.taken;
      nodes[v].mark.taken = 1;
    }
    if (!before)
      nodes[v].position.x = v * 0.5;
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    int before;
#pragma omp atomic capture
    before = nodes[to[i]].mark.by++;
    if (before == 0)
      sum += nodes[to[i]].position.x + nodes[to[i]].position.y;
  }
  printf("%g\n", sum);
  clear(nodes);
#pragma omp parallel for reduction(+ : late)
  for (int i = 0; i < N; i++) {
    int v = to[i], before;
    nodes[i].position.z = 1;
#pragma omp atomic capture
    {
      before = nodes[v].mark.taken;
      nodes[v].mark.taken = 1;
    }
    if (before)
      late += nodes[v].position.z > -1;
  }
  printf("%d\n", late);
  free(nodes);
  free(to);
  return 0;
}
