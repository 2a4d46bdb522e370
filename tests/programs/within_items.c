/* Structures that a table of pointers leads to hold pointers themselves, to blocks of their own and to parts of a shared
 * one.  Between launches serial code changes numbers, single elements, and pointers, and kernels change numbers in the
 * structures.
 * expect: offloaded=6 kept= */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 61
#define SIDES 3

struct part {
  int count;
  double factor;
  double *value;
  float *side[SIDES];
  unsigned char tag;
};

struct assembly {
  struct part **part;
  int parts;
  double *result;
};

static double area(const struct part *p, int first, int last)
{
  double sum = 0.0;
  for (int k = first; k < last; k++)
    sum += p->value[k] * p->factor;
  return sum;
}

static struct part *new_part(int number, float *shared)
{
  struct part *p = malloc(sizeof *p);
  p->count = 4 + number * 7 % 13;
  p->factor = 0.5 + number % 5;
  p->tag = (unsigned char)(number % 9);
  p->value = malloc((size_t)p->count * sizeof *p->value);
  for (int k = 0; k < p->count; k++)
    p->value[k] = number + 0.25 * k;
  for (int s = 0; s < SIDES; s++)
    p->side[s] = shared + number * SIDES + s;
  return p;
}

static void fold(struct assembly *a)
{
#pragma omp parallel for
  for (int i = 0; i < a->parts; i++) {
    const struct part *p = a->part[i];
    a->result[i] = area(p, 0, p->count / 2) - area(p, p->count / 2, p->count) + p->tag;
  }
}

static void scale(struct assembly *a, double by)
{
#pragma omp parallel for
  for (int i = 0; i < a->parts; i++) {
    for (int k = 0; k < a->part[i]->count; k++)
      a->part[i]->value[k] *= by + i % 3;
    a->part[i]->factor += 0.125;
  }
}

static double total(const struct assembly *a)
{
  double sum = 0.0;
  for (int i = 0; i < a->parts; i++)
    sum += a->result[i] * (i % 4 + 1) + a->part[i]->factor;
  return sum;
}

int main(void)
{
  struct assembly a;
  struct part **part = malloc(N * sizeof *part);
  float *shared = malloc(N * SIDES * sizeof *shared);
  double sums[N];
  int i, turn;

  for (i = 0; i < N * SIDES; i++)
    shared[i] = (float)(i % 17);
  for (i = 0; i < N; i++)
    part[i] = new_part(i, shared);
  a.part = part;
  a.parts = N;
  a.result = malloc(N * sizeof *a.result);

  fold(&a);
  printf("first %.12g\n", total(&a));
  for (turn = 0; turn < 4; turn++) {
    scale(&a, 0.75);
    fold(&a);
    printf("turn %d %.12g\n", turn, total(&a));
    part[turn * 5]->value[1] = 100.0 + turn;      /* a single element */
    part[turn * 5 + 1]->factor = 3.0;             /* a number beside the pointers */
    part[turn * 5 + 2]->value = part[turn]->value + 1; /* another pointer */
    part[turn * 5 + 2]->count = 3;
    fold(&a);
    printf("changed %.12g\n", total(&a));
    part[turn * 5 + 2]->value = malloc(5 * sizeof(double));
    part[turn * 5 + 2]->count = 5;
    for (int k = 0; k < 5; k++)
      part[turn * 5 + 2]->value[k] = k - turn;
  }

  /* whole structures change their places, and one is made anew */
  {
    struct part *first = part[0];
    memmove(part, part + 1, (N - 1) * sizeof *part);
    part[N - 1] = first;
    free(part[7]->value);
    free(part[7]);
    part[7] = new_part(8, shared); /* with the sides that no other one has */
  }
  fold(&a);
  printf("moved %.12g\n", total(&a));

  /* an array of pointers in the structures, with subscripts that memory holds */
#pragma omp parallel for
  for (i = 0; i < N; i++)
    part[i]->side[part[i]->count % SIDES][0] += (float)part[i]->tag;
  for (i = 0; i < N; i++)
    sums[i] = part[i]->side[0][0] + 2 * part[i]->side[1][0] + 3 * part[i]->side[2][0];
  double sum = 0.0;
  for (i = 0; i < N; i++)
    sum += sums[i] * (i % 5);
  printf("sides %.12g\n", sum);

  /* of two structures, and a local array */
#pragma omp parallel for reduction(+ : sum)
  for (i = 1; i < N; i++) {
    const struct part *one = part[i], *two = part[N - i];
    double both[4];
    for (int k = 0; k < 3; k++)
      both[k] = one->value[k] - two->value[k];
    both[3] = one->side[0][0] * two->side[1][0];
    sum += both[0] + 2 * both[1] + 3 * both[2] + both[3];
  }
  printf("pairs %.12g\n", sum);

  /* not all entries are set; the loop leaves out those that are null */
  free(part[3]->value);
  free(part[3]);
  part[3] = NULL;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a.result[i] = i == 3 ? -1.0 : part[i]->value[0] + part[i]->side[2][0];
  sum = 0.0;
  for (i = 0; i < N; i++)
    sum += a.result[i] * (i % 7);
  printf("holes %.12g\n", sum);

#pragma omp parallel for
  for (i = 0; i < N; i++)
    if (i != 3)
      part[i]->value[0] = part[i]->factor;
  sum = 0.0;
  for (i = 0; i < N; i++)
    sum += i == 3 ? 0.0 : part[i]->value[0] * (i % 3);
  printf("last %.12g\n", sum);
  return 0;
}
