/* Blocks that reach the rows of their neighbours through pointers in structures.  expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

enum { B = 12, N = 30, WIDE = N + 2 };

struct block {
  double *u, *next;
  struct block *left, *right;
};

static struct block blocks[B], pairs[B];

/* the loop over i could run in parallel, too, were it not for the order of these accesses */
static void exchange(void)
{
#pragma omp parallel for
  for (int k = 0; k < B; k++) {
    struct block *own = &blocks[k];
    for (int i = 1; i <= N; i++) {
      own->u[i * WIDE] = own->left->u[i * WIDE + N];
      own->u[i * WIDE + N + 1] = own->right->u[i * WIDE + 1];
    }
  }
}

static void relax(struct block *all)
{
#pragma omp parallel for
  for (int k = 0; k < B; k++)
    for (int i = 1; i <= N; i++)
      for (int j = 1; j <= N; j++)
        all[k].next[i * WIDE + j] = 0.5 * (all[k].u[i * WIDE + j - 1] + all[k].u[i * WIDE + j + 1]);
#pragma omp parallel for
  for (int k = 0; k < B; k++)
    for (int i = 1; i <= N; i++)
      for (int j = 1; j <= N; j++)
        all[k].u[i * WIDE + j] = all[k].next[i * WIDE + j];
}

/* the rows of both members lie between one another, in one block of memory */
static void line(void)
{
#pragma omp parallel for
  for (int k = 0; k < B; k++) {
    double *u = pairs[k].u, *next = pairs[k].next, *left = pairs[k].left->u, *right = pairs[k].right->u;
    for (int i = 1; i < WIDE * WIDE - 1; i++)
      next[i] = 0.5 * (u[i - 1] + u[i + 1]);
    next[0] = 0.5 * (left[WIDE * WIDE - 1] + u[1]);
    next[WIDE * WIDE - 1] = 0.5 * (right[0] + u[WIDE * WIDE - 2]);
  }
  for (int k = 0; k < B; k++) {
    double *u = pairs[k].u;
    pairs[k].u = pairs[k].next;
    pairs[k].next = u;
  }
}

static double sum(struct block *all)
{
  double total = 0;
  for (int k = 0; k < B; k++)
    for (int i = 0; i < WIDE * WIDE; i++)
      total += all[k].u[i] * (i % 13 + 1);
  return total;
}

int main(void)
{
  double *memory = calloc(2 * B * WIDE * WIDE, sizeof *memory);
  for (int k = 0; k < B; k++) {
    blocks[k] = (struct block){malloc(WIDE * WIDE * sizeof(double)), calloc(WIDE * WIDE, sizeof(double)),
                               &blocks[(k + B - 1) % B], &blocks[(k + 1) % B]};
    pairs[k] = (struct block){memory + 2 * k * WIDE * WIDE, memory + (2 * k + 1) * WIDE * WIDE,
                              &pairs[(k + B - 1) % B], &pairs[(k + 1) % B]};
    for (int i = 0; i < WIDE * WIDE; i++)
      blocks[k].u[i] = pairs[k].u[i] = (k * 31 + i * 17) % 101;
  }
  for (int step = 0; step < 10; step++) {
    exchange();
    relax(blocks);
    line();
  }
  printf("%.12g %.12g\n", sum(blocks), sum(pairs));
  return 0;
}
