/* expect: offloaded=3
 * Multigrid's data: levels of boxes, whose rows are found through a list of blocks, so that no subscript says which rows
 * a loop reaches.  Counters of the host's are members of structures that pointers out of tables lead to. */
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 3, BOXES = 6, VECTORS = 3, STEPS = 12 };

struct box {
  int size;
  double **vector;
};

struct block {
  int box, from, count;
};

struct level {
  int boxes, blocks, visits;
  double spent, weight[4];
  struct box *box;
  struct block *block;
};

struct grid {
  int levels;
  struct level **level;
};

static void must(int good) {
  if (!good) {
    puts("no memory");
    exit(1);
  }
}

static void append(struct level *level, int *room, int box, int from, int count) {
  if (level->blocks == *room) {
    *room = *room == 0 ? 2 : 2 * *room;
    level->block = realloc(level->block, (size_t)*room * sizeof *level->block);
    must(level->block != NULL);
  }
  level->block[level->blocks].box = box;
  level->block[level->blocks].from = from;
  level->block[level->blocks].count = count;
  level->blocks++;
}

static struct level *make_level(int boxes, int size) {
  struct level *level = calloc(1, sizeof *level);
  int room = 0;
  must(level != NULL);
  level->boxes = boxes;
  level->weight[1] = 0.5;
  level->box = malloc((size_t)boxes * sizeof *level->box);
  must(level->box != NULL);
  for (int b = 0; b < boxes; b++) {
    level->box[b].size = size;
    level->box[b].vector = malloc(VECTORS * sizeof(double *));
    must(level->box[b].vector != NULL);
    for (int v = 0; v < VECTORS; v++) {
      level->box[b].vector[v] = malloc((size_t)size * sizeof(double));
      must(level->box[b].vector[v] != NULL);
      for (int i = 0; i < size; i++)
        level->box[b].vector[v][i] = v + 0.25 * i + b;
    }
    for (int from = 0; from < size; from += 512)
      append(level, &room, b, from, size - from < 512 ? size - from : 512);
  }
  return level;
}

static void smooth(struct level *level, int to, int from) {
#pragma omp parallel for if (level->blocks > 1)
  for (int k = 0; k < level->blocks; k++) {
    const int box = level->block[k].box, end = level->block[k].from + level->block[k].count;
    const double *x = level->box[box].vector[from];
    double *y = level->box[box].vector[to];
    for (int i = level->block[k].from; i < end; i++) {
      double left = i > 0 ? x[i - 1] : 0, right = i + 1 < level->box[box].size ? x[i + 1] : 0;
      y[i] = level->weight[1] * x[i] + 0.25 * (left + right);
    }
  }
  level->spent += 0.5;
  level->visits++;
}

static void add(struct level *level, int to, int from) {
#pragma omp parallel for
  for (int k = 0; k < level->blocks; k++) {
    const int box = level->block[k].box, end = level->block[k].from + level->block[k].count;
    double *y = level->box[box].vector[to];
    const double *x = level->box[box].vector[from];
    for (int i = level->block[k].from; i < end; i++)
      y[i] += 0.125 * x[i];
  }
}

static double norm(const struct level *level, int of) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int k = 0; k < level->blocks; k++) {
    const int box = level->block[k].box, end = level->block[k].from + level->block[k].count;
    for (int i = level->block[k].from; i < end; i++)
      sum += level->box[box].vector[of][i] * level->box[box].vector[of][i];
  }
  return sum;
}

static void cycle(struct grid *grid, int at) {
  smooth(grid->level[at], 1, 0);
  grid->level[at]->spent += 1.0;
  if (at + 1 < grid->levels)
    cycle(grid, at + 1);
  add(grid->level[at], 0, 1);
  grid->level[at]->visits += 1;
}

int main(void) {
  struct grid grid = {LEVELS, malloc(LEVELS * sizeof(struct level *))};
  must(grid.level != NULL);
  for (int l = 0; l < LEVELS; l++)
    grid.level[l] = make_level(BOXES >> l, 4096 >> (3 * l));
  for (int step = 0; step < STEPS; step++)
    cycle(&grid, 0);
  for (int l = 0; l < LEVELS; l++)
    printf("%d: %.6g %.6g, %d visits, %g\n", l, norm(grid.level[l], 0), grid.level[l]->box[0].vector[1][7],
           grid.level[l]->visits, grid.level[l]->spent);
  return 0;
}
