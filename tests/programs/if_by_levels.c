/* expect: offloaded=3 idle=1
 * Two levels of one grid: the loops of the coarse level, which is one block, run on the CPU for their `if` clause.  Which
 * boxes a loop reaches, and so which level, is in its list of blocks.  The list of edges has entries that nobody has set. */
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 4096, COARSE = 256, BOXES = 8, STEPS = 20 };

struct box {
  double **vector;
};

struct level {
  int blocks, size, *block;
  struct box *box;
};

struct edge {
  double *from;
  int at;
};

static void *need(size_t bytes) {
  void *made = malloc(bytes);
  if (made == NULL) {
    puts("no memory");
    exit(1);
  }
  return made;
}

static struct level make_level(int boxes, int size) {
  struct level level = {boxes, size, need((size_t)boxes * sizeof(int)), need((size_t)boxes * sizeof(struct box))};
  for (int b = 0; b < boxes; b++) {
    level.block[b] = boxes - 1 - b;
    level.box[b].vector = need(2 * sizeof(double *));
    for (int v = 0; v < 2; v++) {
      level.box[b].vector[v] = need((size_t)size * sizeof(double));
      for (int i = 0; i < size; i++)
        level.box[b].vector[v][i] = b + v + 0.5 * i;
    }
  }
  return level;
}

static void relax(const struct level *level, int to, int from) {
#pragma omp parallel for if (level->blocks > 1)
  for (int k = 0; k < level->blocks; k++) {
    double *y = level->box[level->block[k]].vector[to];
    const double *x = level->box[level->block[k]].vector[from];
    for (int i = 1; i < level->size - 1; i++)
      y[i] = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1]);
  }
}

static void combine(const struct level *level) {
#pragma omp parallel for if (level->blocks > 1)
  for (int k = 0; k < level->blocks; k++)
    for (int i = 0; i < level->size; i++)
      level->box[level->block[k]].vector[0][i] += 0.125 * level->box[level->block[k]].vector[1][i];
}

static void join(struct edge *edge, int edges) {
#pragma omp parallel for if (edges > 100)
  for (int k = 0; k < edges; k++)
    edge[k].from[edge[k].at] *= 0.5;
}

int main(void) {
  struct edge *edge = need(9 * sizeof *edge);
  struct level fine = make_level(BOXES, SIZE), coarse = make_level(1, COARSE);
  for (int k = 0; k < 9; k++) {
    edge[k].from = k < 2 ? coarse.box[0].vector[k] : (double *)(0x5a5a5a5aL + k);
    edge[k].at = k;
  }
  for (int step = 0; step < STEPS; step++) {
    join(edge, 2);
    relax(&fine, 1, 0);
    relax(&coarse, 1, 0);
    combine(&coarse);
    combine(&fine);
  }
  for (int b = 0; b < BOXES; b++)
    printf("%d: %.9g %.9g\n", b, fine.box[b].vector[0][100], fine.box[b].vector[1][SIZE / 2]);
  printf("coarse: %.9g\n", coarse.box[0].vector[0][77]);
  return 0;
}
