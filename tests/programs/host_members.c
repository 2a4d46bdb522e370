/* Extents beside the data that kernels write: before each launch the host reads these alone, not the whole block.
 * expect: offloaded=6  small: -DSIDE=40 */
#include <stdio.h>
#include <stdlib.h>

#ifndef SIDE
#define SIDE 150
#endif

enum { STEPS = 12 };

typedef struct {
  int rows, cols;
  double v[];
} matrix;

#define AT(m, i, j) ((m)->v[(size_t)(i) * (size_t)(m)->cols + (size_t)(j)])

static struct {
  int n;
  float u[SIDE][SIDE], next[SIDE][SIDE];
  struct {
    short from, to;
  } rows;
} state;

typedef struct {
  unsigned wide : 9, high : 9;
  int extents[3];
  long sum;
  int cells[SIDE * SIDE];
} image;

static matrix *made(int rows, int cols)
{
  matrix *m = calloc(1, sizeof *m + sizeof(double) * (size_t)rows * (size_t)cols);
  m->rows = rows;
  m->cols = cols;
  return m;
}

static void smooth(const matrix *a, matrix *b)
{
#pragma omp parallel for
  for (int i = 1; i < a->rows - 1; i++)
    for (int j = 1; j < a->cols - 1; j++)
      AT(b, i, j) = 0.25 * (AT(a, i - 1, j) + AT(a, i + 1, j) + AT(a, i, j - 1) + AT(a, i, j + 1));
}

static void advance(void)
{
#pragma omp parallel
  {
#pragma omp for
    for (int i = state.rows.from; i < state.rows.to; i++)
      for (int j = 1; j < state.n - 1; j++)
        state.next[i][j] = 0.5f * (state.u[i][j - 1] + state.u[i][j + 1]);
#pragma omp for
    for (int i = state.rows.from; i < state.rows.to; i++)
      for (int j = 1; j < state.n - 1; j++)
        state.u[i][j] = state.next[i][j];
  }
}

static void change(image *p)
{
#pragma omp parallel for if (p->extents[2] > 0)
  for (int i = 0; i < p->extents[0] * p->extents[1]; i++)
    p->cells[i] = p->cells[i] * 3 % 1009 + i % (int)p->wide;
}

/* Each launch makes the next one shorter. */
static void shrink(image *p)
{
#pragma omp parallel for
  for (int i = 0; i < p->extents[1]; i++) {
    p->cells[i] += i;
    if (i == p->extents[1] - 1)
      p->extents[2] = i;
  }
  p->extents[1] = p->extents[2];
}

int main(void)
{
  matrix *a = made(SIDE, SIDE), *b = made(SIDE, SIDE);
  image *p = calloc(1, sizeof *p);
  p->extents[0] = p->extents[1] = p->extents[2] = SIDE;
  p->wide = 100;
  state.n = SIDE;
  state.rows.from = 1;
  state.rows.to = SIDE - 1;
  for (int i = 0; i < SIDE; i++)
    AT(a, i, 0) = AT(b, i, 0) = state.u[i][0] = (float)(i % 7);
  for (int k = 0; k < STEPS; k++) {
    smooth(a, b);
    matrix *t = a;
    a = b;
    b = t;
  }
  for (int k = 0; k < STEPS; k++)
    advance();
  for (int k = 0; k < STEPS; k++)
    change(p);
  for (int k = 0; k < STEPS; k++)
    shrink(p);
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      sum += AT(a, i, j) + state.u[i][j] + p->cells[i * SIDE + j];
  printf("%.6f %d\n", sum, p->extents[1]);
  free(a);
  free(b);
  free(p);
  return 0;
}
