/* Structures that hold arrays: which member leads to which, by pointers, by value, through copies, exchanged members,
 * a member's address, a union and a cast.  Loops read neighbours in one array while they write another, and some are
 * the same.  expect: offloaded=7 idle=1
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40
#define M 50

typedef struct {
  int rows, columns;
  double *to, *from;
  struct {
    double *weight;
  } own;
  double *more[2];
} Grid;

union both {
  struct {
    double *one, *two;
  } named;
  double *listed[2];
};

struct view {
  double *left, *right;
};

static double *block(int count, int seed)
{
  int i;
  double *p = malloc(count * sizeof *p);

  for (i = 0; i < count; i++)
    p[i] = (i * 7 + seed) % 23 - 11;
  return p;
}

static Grid make(int rows, int columns)
{
  Grid g = {.rows = rows, .columns = columns};

  g.to = block(rows * columns, 1);
  g.from = block(rows * columns, 2);
  g.own.weight = block(columns, 3);
  g.more[0] = block(rows * columns, 4);
  g.more[1] = block(rows * columns, 5);
  return g;
}

/* Where members are exchanged or the same, rows depend on what is written beside them. */
static void blend(Grid *g)
{
  int i, j, m = g->columns;

#pragma omp parallel for private(j)
  for (i = 0; i < g->rows; i++)
    for (j = 1; j < m - 1; j++)
      g->to[i * m + j] = g->own.weight[j] + 0.5 * (g->from[i * m + j - 1] + g->from[i * m + j + 1]);
}

static void by_value(Grid g)
{
  int i, j, m = g.columns;

#pragma omp parallel for private(j)
  for (i = 0; i < g.rows; i++)
    for (j = 1; j < m - 1; j++)
      g.to[i * m + j] = 0.25 * (g.from[i * m + j - 1] - g.from[i * m + j + 1]) + g.own.weight[j];
}

static void listed(Grid *g)
{
  int i, j, m = g->columns;
  double *to = g->more[0], *from = g->more[1];

#pragma omp parallel for private(j)
  for (i = 0; i < g->rows; i++)
    for (j = 1; j < m - 1; j++)
      to[i * m + j] = 0.5 * (from[i * m + j - 1] + from[i * m + j + 1]);
}

static void through(union both *u)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 1; j < M - 1; j++)
      u->listed[0][i * M + j] = 0.5 * (u->named.two[i * M + j - 1] + u->named.two[i * M + j + 1]);
}

static void seen(struct view *v)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 1; j < M - 1; j++)
      v->left[i * M + j] = 0.5 * (v->right[i * M + j - 1] + v->right[i * M + j + 1]);
}

static void tell(const char *what, const Grid *g)
{
  int i;
  double sum[4] = {0.0, 0.0, 0.0, 0.0};

  for (i = 0; i < N * M; i++) {
    sum[0] += g->to[i] * (i % 13);
    sum[1] += g->from[i] * (i % 11);
    sum[2] += g->more[0][i] * (i % 7);
    sum[3] += g->more[1][i] * (i % 5);
  }
  printf("%s %.6f %.6f %.6f %.6f\n", what, sum[0], sum[1], sum[2], sum[3]);
}

int main(void)
{
  Grid g = make(N, M), same = make(N, M), kept;
  Grid *heap = malloc(sizeof *heap);
  union both both;
  double *other, **place;
  int i;

  blend(&g);
  by_value(g);
  listed(&g);
  tell("apart", &g);

  other = g.to;
  g.to = g.from;
  g.from = other;
  blend(&g);
  tell("exchanged", &g);

  same.from = same.to;
  blend(&same);
  by_value(same);
  same.more[1] = same.more[0] + 1;
  listed(&same);
  tell("same", &same);

  memcpy(heap, &g, sizeof g);
  place = &heap->from;
  *place = heap->to;
  blend(heap);
  tell("through its address", heap);

  kept = *heap;
  kept.own.weight = kept.more[0];
  by_value(kept);
  tell("copied", &kept);

  both.named.one = g.to;
  both.named.two = g.from;
  through(&both);
  both.listed[1] = both.listed[0];
  through(&both);
  tell("union", &g);

  seen((struct view *)&both);
#pragma omp parallel for
  for (i = 0; i < N * M; i++)
    g.more[1][i] += g.to[i];
  tell("cast", &g);
#pragma omp parallel for
  for (i = 0; i < N * M; i++)
    kept.to[i] = kept.to[i] - kept.more[1][i];
  tell("kept", &kept);
  return 0;
}
