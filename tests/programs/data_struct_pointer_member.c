/* Arrays reached through pointer members of a struct.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int n;
  double *value;
  int *kind;
};

static void fill(struct grid *g)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < g->n; i++) {
    g->value[i] = 0.25 * i;
    g->kind[i] = i % 3;
  }
}

int main(void)
{
  struct grid g;
  int i;

  g.n = 60;
  g.value = malloc(g.n * sizeof *g.value);
  g.kind = malloc(g.n * sizeof *g.kind);
  if (!g.value || !g.kind)
    return 1;
  fill(&g);
#pragma omp parallel for
  for (i = 0; i < g.n; i++)
    if (g.kind[i] == 1)
      g.value[i] += 100.0;
  for (i = 0; i < g.n; i += 7)
    printf("%.12g %d\n", g.value[i], g.kind[i]);
  free(g.value);
  free(g.kind);
  return 0;
}
