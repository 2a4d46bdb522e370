/* Pointers through structures in three levels: a grid has levels, a level has boxes, a box has tables of rows.  All is
 * allocated piece by piece, with different sizes.
 * expect: offloaded=5 kept= */
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 4
#define EDGE 6

struct box {
  int rows, length;
  double **row;
  int *map;
};

struct level {
  double scale;
  int boxes;
  struct box *box;
  struct level *coarser;
};

struct grid {
  int levels;
  struct level **level;
};

static struct grid *new_grid(void)
{
  struct grid *g = malloc(sizeof *g);
  g->levels = LEVELS;
  g->level = malloc(LEVELS * sizeof *g->level);
  for (int l = 0; l < LEVELS; l++) {
    struct level *level = g->level[l] = malloc(sizeof *level);
    level->scale = 1.0 / (l + 1);
    level->boxes = 2 * (LEVELS - l) + 1;
    level->box = malloc((size_t)level->boxes * sizeof *level->box);
    level->coarser = NULL;
    if (l > 0)
      g->level[l - 1]->coarser = level;
    for (int b = 0; b < level->boxes; b++) {
      struct box *box = &level->box[b];
      box->rows = EDGE + b;
      box->length = EDGE + l;
      box->row = malloc((size_t)box->rows * sizeof *box->row);
      box->map = malloc((size_t)box->length * sizeof *box->map);
      for (int k = 0; k < box->length; k++)
        box->map[k] = (k * 5 + b) % box->length;
      for (int j = 0; j < box->rows; j++) {
        box->row[j] = malloc((size_t)box->length * sizeof *box->row[j]);
        for (int k = 0; k < box->length; k++)
          box->row[j][k] = l + 0.5 * b - 0.25 * j + 0.125 * k;
      }
    }
  }
  return g;
}

static void smooth(struct grid *g, int l)
{
  struct level *level = g->level[l];
#pragma omp parallel for
  for (int b = 0; b < level->boxes; b++)
    for (int j = 0; j < level->box[b].rows; j++)
      for (int k = 0; k + 1 < level->box[b].length; k++)
        level->box[b].row[j][k] = level->scale * (level->box[b].row[j][k] + level->box[b].row[j][k + 1]);
}

static double sum_of(const struct grid *g)
{
  double sum = 0.0;
  for (int l = 0; l < g->levels; l++)
    for (int b = 0; b < g->level[l]->boxes; b++)
      for (int j = 0; j < g->level[l]->box[b].rows; j++)
        for (int k = 0; k < g->level[l]->box[b].length; k++)
          sum += g->level[l]->box[b].row[j][k] * (j + 1) / (k + 1.0 + l);
  return sum;
}

int main(void)
{
  struct grid *g = new_grid();
  double most[LEVELS], norm = 0.0;

  /* across all levels, boxes and rows */
#pragma omp parallel for
  for (int l = 0; l < g->levels; l++)
    for (int b = 0; b < g->level[l]->boxes; b++)
      for (int j = 0; j < g->level[l]->box[b].rows; j++)
        for (int k = 0; k < g->level[l]->box[b].length; k++)
          g->level[l]->box[b].row[j][k] += g->level[l]->scale * g->level[l]->box[b].map[k];
  printf("%.12g\n", sum_of(g));

  for (int l = 0; l < g->levels; l++)
    smooth(g, l);
  printf("%.12g\n", sum_of(g));

  /* with pointers to what is on the way */
#pragma omp parallel for
  for (int l = 0; l < g->levels; l++) {
    const struct level *level = g->level[l];
    most[l] = -1e30;
    for (int b = 0; b < level->boxes; b++) {
      const struct box *box = level->box + b;
      for (int j = 0; j < box->rows; j++) {
        const double *row = box->row[j];
        for (int k = 0; k < box->length; k++)
          if (row[box->map[k]] > most[l])
            most[l] = row[box->map[k]];
      }
    }
  }
  for (int l = 0; l < LEVELS; l++)
    printf("%d %.12g\n", l, most[l]);

  /* what a structure's pointer to another structure leads to */
#pragma omp parallel for
  for (int l = 0; l < g->levels - 1; l++)
    for (int j = 0; j < EDGE; j++)
      most[l] += g->level[l]->coarser->box[1].row[j][1] + g->level[l]->coarser->scale;
  for (int l = 0; l < LEVELS; l++)
    printf("%d %.12g\n", l, most[l]);

  /* serial code exchanges rows, boxes and levels */
  {
    double *row = g->level[0]->box[2].row[1];
    g->level[0]->box[2].row[1] = g->level[0]->box[3].row[2];
    g->level[0]->box[3].row[2] = row;
    struct box box = g->level[1]->box[0];
    g->level[1]->box[0] = g->level[1]->box[1];
    g->level[1]->box[1] = box;
    struct level *level = g->level[2];
    g->level[2] = g->level[3];
    g->level[3] = level;
    g->level[3]->box[0].row[0][0] = 5.0;
  }
#pragma omp parallel for reduction(+ : norm)
  for (int l = 0; l < g->levels; l++)
    for (int b = 0; b < g->level[l]->boxes; b++)
      for (int j = 0; j < g->level[l]->box[b].rows; j++)
        norm += (l + 1) * (b + 2) * g->level[l]->box[b].row[j][j % g->level[l]->box[b].length];
  printf("%.12g\n", norm);
  return 0;
}
