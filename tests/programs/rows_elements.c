/* Tables of pointers in the elements of arrays of structures: members that lead to numbers, to rows and to planes,
 * arrays of pointers, structures inside, through functions and through pointers to elements.  expect: offloaded=9 */
#include <stdio.h>
#include <stdlib.h>

#define BOXES 6
#define DIM 9
#define KINDS 3

struct extent {
  int low, high;
  float *weight;
};

struct box {
  char name[3];
  int dim;
  double **vectors;
  double *kind[KINDS];
  struct extent extent;
  double ***cells;
  double norm;
  double *unset;
};

struct level {
  int boxes;
  struct box *all;
};

static struct box fixed[BOXES];

static double *slice(double *block, int number) { return block + number * DIM * DIM; }

static void build(struct box *box, int number)
{
  box->dim = DIM - number % 3;
  box->vectors = malloc(2 * sizeof *box->vectors);
  double *block = calloc(2 * DIM * DIM, sizeof *block);
  for (int v = 0; v < 2; v++)
    box->vectors[v] = slice(block, v);
  for (int k = 0; k < KINDS; k++)
    box->kind[k] = calloc(DIM, sizeof(double));
  box->extent.low = 1;
  box->extent.high = box->dim - 1;
  box->extent.weight = malloc(DIM * sizeof(float));
  box->cells = malloc(2 * sizeof *box->cells);
  for (int p = 0; p < 2; p++) {
    box->cells[p] = malloc(3 * sizeof **box->cells);
    for (int j = 0; j < 3; j++)
      box->cells[p][j] = calloc(4, sizeof(double));
  }
  for (int i = 0; i < DIM; i++)
    box->extent.weight[i] = 0.5f * i + number;
  for (int i = 0; i < 2 * DIM * DIM; i++)
    block[i] = (i * 7 + number) % 13;
  box->norm = number;
}

static double norm_of(const struct box *box, int v)
{
  double sum = 0;
  for (int i = box->extent.low; i < box->extent.high; i++)
    sum += box->vectors[v][i] * box->extent.weight[i];
  return sum;
}

static void smooth(struct level *level, int to, int from)
{
#pragma omp parallel for
  for (int b = 0; b < level->boxes; b++) {
    struct box *box = &level->all[b];
    const double *x = box->vectors[from];
    double *y = box->vectors[to];
    for (int j = 1; j < box->dim - 1; j++)
      for (int i = 1; i < box->dim - 1; i++)
        y[j * DIM + i] = 0.25 * (x[j * DIM + i - 1] + x[j * DIM + i + 1] + x[(j - 1) * DIM + i] + x[(j + 1) * DIM + i]);
  }
}

static void kinds(struct level *level, int k)
{
#pragma omp parallel for collapse(2)
  for (int b = 0; b < level->boxes; b++)
    for (int i = 0; i < 4; i++)
      level->all[b].kind[k][i] += b + 10 * i + level->all[b].kind[(k + 1) % KINDS][i];
}

static void norms(struct level *level)
{
#pragma omp parallel for
  for (int b = 0; b < level->boxes; b++)
    (level->all + b)->norm = norm_of(&level->all[b], 1) + norm_of(level->all + b, 0);
}

static void choose(struct level *level, const int *order)
{
#pragma omp parallel for
  for (int b = 0; b < level->boxes; b++)
    level->all[order[b]].vectors[b % 2][0] = level->all[b].norm;
}

static void print(const char *what, const struct box *all)
{
  double sum = 0;
  for (int b = 0; b < BOXES; b++) {
    for (int i = 0; i < DIM * DIM; i++)
      sum += all[b].vectors[0][i] * (i + 1) + all[b].vectors[1][i] * (b + 2);
    for (int i = 0; i < 4; i++)
      sum += all[b].kind[0][i] + 2 * all[b].kind[1][i] + 3 * all[b].kind[2][i] + all[b].cells[1][2][i];
  }
  printf("%s %.10g %.10g\n", what, sum, all[BOXES - 1].norm);
}

int main(void)
{
  static const int order[BOXES] = {3, 1, 0, 2, 5, 4};
  struct level level = {BOXES, malloc(BOXES * sizeof *level.all)};
  for (int b = 0; b < BOXES; b++) {
    build(&level.all[b], b);
    build(&fixed[b], b + 1);
  }
  for (int t = 0; t < 3; t++) {
    smooth(&level, (t + 1) % 2, t % 2);
    print("smooth", level.all);
    kinds(&level, t);
    norms(&level);
    print("norms", level.all);
    choose(&level, order);
    double **other = level.all[t].vectors;  /* the host gives two boxes each other's table */
    level.all[t].vectors = level.all[t + 1].vectors;
    level.all[t + 1].vectors = other;
    level.all[2].vectors[1][5] += 1;
    print("swapped", level.all);
  }

#pragma omp parallel for
  for (int b = 0; b < BOXES; b++)
    for (int i = fixed[b].extent.low; i < fixed[b].extent.high; i++)
      fixed[b].vectors[1][i] = fixed[b].extent.weight[i] * fixed[b].vectors[0][i];
#pragma omp parallel for
  for (int b = 0; b < BOXES; b++)
    for (int j = 0; j < 3; j++)
      for (int i = 0; i < 4; i++)
        fixed[b].cells[1][j][i] = fixed[b].cells[0][j][i] + b * j - i;
  print("fixed", fixed);
  struct box *inner = fixed + 1;
#pragma omp parallel for
  for (int b = BOXES - 2; b >= 0; b--)
    inner[b].vectors[0][b] = inner[b].vectors[1][2] + inner[b - 1].dim;
  print("inner", fixed);
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int b = 0; b < BOXES; b++)
    for (struct extent *e = &fixed[b].extent; e->low < 4; e->low++)
      sum += fixed[b].extent.weight[e->low];
  printf("sum %.10g %d\n", sum, fixed[2].extent.low);
  for (int t = 0; t < 2; t++) {
    free(level.all[0].kind[1]);
    level.all[0].kind[1] = calloc(DIM, sizeof(double));
#pragma omp parallel for
    for (int b = 0; b < 2; b++)
      for (int i = 0; i < DIM; i++)
        level.all[b].kind[1][i] += i + b + 1;
    print("freed", level.all);
  }
  return 0;
}
