/* Arrays of structures with pointers that are members of other structures: of an object that stays the same (static, from
 * the heap, automatic), of the elements of an array, and of structures that a table leads to.
 * expect: offloaded=8 kept= */
#include <stdio.h>
#include <stdlib.h>

#define FACES 6
#define BLOCKS 9
#define CELLS 7

struct face {
  int cells;
  double *flux;
  int *list[2];
};

struct block {
  char name;
  struct face face[FACES];
  double volume;
  double *state;
};

struct domain {
  struct block **block;
  struct block *first;
  struct face outer[FACES];
};

static struct domain domain;

static void fill(struct face *f, int seed)
{
  f->cells = CELLS - seed % 3;
  f->flux = malloc(CELLS * sizeof *f->flux);
  for (int s = 0; s < 2; s++)
    f->list[s] = malloc(CELLS * sizeof *f->list[s]);
  for (int k = 0; k < CELLS; k++) {
    f->flux[k] = seed + 0.25 * k;
    f->list[0][k] = (k * 3 + seed) % CELLS;
    f->list[1][k] = seed - k;
  }
}

static void fill_block(struct block *b, int seed)
{
  b->name = (char)('a' + seed);
  b->volume = 1.0 + seed;
  b->state = malloc(CELLS * sizeof *b->state);
  for (int k = 0; k < CELLS; k++)
    b->state[k] = k;
  for (int f = 0; f < FACES; f++)
    fill(&b->face[f], seed * FACES + f);
}

static double sum_of(const struct domain *d)
{
  double sum = 0.0;
  for (int b = 0; b < BLOCKS; b++)
    for (int f = 0; f < FACES; f++)
      for (int k = 0; k < CELLS; k++)
        sum += d->block[b]->face[f].flux[k] * (f + 1) + d->first[b].face[f].flux[k] * (k + 2) + d->outer[f].flux[k];
  return sum;
}

static void exchange(struct domain *d)
{
#pragma omp parallel for
  for (int f = 0; f < FACES; f++) {
    struct face *face = &d->outer[f];
    for (int k = 0; k < face->cells; k++)
      face->flux[k] += 0.5 * face->list[1][face->list[0][k]];
  }
}

int main(void)
{
  struct domain *d = &domain;
  struct face own[FACES], *end;
  double result[BLOCKS];
  struct { struct face part[FACES]; } local;

  d->block = malloc(BLOCKS * sizeof *d->block);
  d->first = malloc(BLOCKS * sizeof *d->first);
  for (int b = 0; b < BLOCKS; b++) {
    d->block[b] = malloc(sizeof **d->block);
    fill_block(d->block[b], b);
    fill_block(&d->first[b], b + 3);
  }
  for (int f = 0; f < FACES; f++) {
    fill(&d->outer[f], f);
    fill(&local.part[f], 2 * f);
    own[f] = d->outer[f];
  }

  /* of a static object, by name and by a pointer */
#pragma omp parallel for
  for (int f = 0; f < FACES; f++)
    for (int k = 0; k < domain.outer[f].cells; k++)
      domain.outer[f].flux[k] *= 2.0;
  exchange(d);
  printf("outer %.12g\n", sum_of(d));

  /* of the elements of an array */
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++)
    for (int f = 0; f < FACES; f++)
      for (int k = 0; k < d->first[b].face[f].cells; k++)
        d->first[b].face[f].flux[d->first[b].face[f].list[0][k]] += d->first[b].volume + f;
  printf("array %.12g\n", sum_of(d));

  /* of structures that a table leads to */
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    struct block *block = d->block[b];
    for (int f = 0; f < FACES; f++)
      for (int k = 0; k < CELLS; k++)
        block->face[f].flux[k] -= block->state[k] * block->face[(f + 1) % FACES].list[f % 2][k];
    block->volume += 1.0;
  }
  printf("table %.12g\n", sum_of(d));

  /* serial code exchanges faces and blocks */
  own[2] = d->block[3]->face[2];
  d->block[3]->face[2] = d->block[4]->face[5];
  d->block[4]->face[5] = own[2];
  d->outer[1].flux = d->block[0]->face[1].flux;
  struct block *last = d->block[BLOCKS - 1];
  d->block[BLOCKS - 1] = d->block[1];
  d->block[1] = last;
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    result[b] = 0.0;
    for (int f = 0; f < FACES; f++)
      result[b] += (f + 1) * d->block[b]->face[f].flux[f] + d->block[b]->volume;
  }
  for (int b = 0; b < BLOCKS; b++)
    printf("%.12g\n", result[b]);
  exchange(d);
  printf("exchanged %.12g\n", sum_of(d));

  /* of an automatic object, and of an automatic array */
  double norm = 0.0;
#pragma omp parallel for reduction(+ : norm)
  for (int f = 0; f < FACES; f++)
    norm += local.part[f].flux[f] * local.part[f].list[1][0];
#pragma omp parallel for reduction(+ : norm)
  for (int f = 0; f < FACES; f++)
    norm += own[f].flux[1];
  end = own + FACES;
  printf("norm %.12g\n", norm + (double)(end - own));

  /* one constant, one that varies */
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++)
    d->first[2].face[b % FACES].flux[b % CELLS] = 3.0;
  printf("last %.12g\n", sum_of(d));
  return 0;
}
