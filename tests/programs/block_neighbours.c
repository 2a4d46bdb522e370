/* Blocks that lead to their neighbours and to arrays of their own, in structures into which loops store a number.
 * expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 40, CELLS = 500, STEPS = 12 };

typedef struct block block;
struct block {
  block *next[2];
  double *u[2];
  double most;
};

typedef struct {
  int n;
  block **all;
} row;

static row make(void)
{
  row r = {BLOCKS, malloc(BLOCKS * sizeof *r.all)};
  for (int b = 0; b < BLOCKS; b++) {
    r.all[b] = calloc(1, sizeof *r.all[b]);
    for (int t = 0; t < 2; t++)
      r.all[b]->u[t] = calloc(CELLS + 2, sizeof(double));
    for (int c = 1; c <= CELLS; c++)
      r.all[b]->u[0][c] = (b * CELLS + c) % 23;
  }
  for (int b = 0; b < BLOCKS; b++) {
    r.all[b]->next[0] = b > 0 ? r.all[b - 1] : NULL;
    r.all[b]->next[1] = b < BLOCKS - 1 ? r.all[b + 1] : NULL;
  }
  return r;
}

static void exchange(row *r, int t)
{
#pragma omp parallel for
  for (int b = 0; b < r->n; b++) {
    block *k = r->all[b];
    k->u[t][0] = k->next[0] ? k->next[0]->u[t][CELLS] : 0;
    k->u[t][CELLS + 1] = k->next[1] ? k->next[1]->u[t][1] : 0;
  }
}

static void smooth(row *r, int from, int to)
{
#pragma omp parallel for
  for (int b = 0; b < r->n; b++) {
    block *k = r->all[b];
    const double *old = k->u[from];
    double *new = k->u[to];
    k->most = 0;
    for (int c = 1; c <= CELLS; c++) {
      new[c] = 0.25 * (old[c - 1] + 2 * old[c] + old[c + 1]);
      k->most = new[c] > k->most ? new[c] : k->most;
    }
  }
}

int main(void)
{
  row r = make();
  double most = 0, sum = 0;
  for (int s = 0; s < STEPS; s++) {
    exchange(&r, s % 2);
    smooth(&r, s % 2, 1 - s % 2);
    most = 0;
#pragma omp parallel for reduction(max : most)
    for (int b = 0; b < r.n; b++)
      most = r.all[b]->most > most ? r.all[b]->most : most;
    printf("%.10e\n", most);
  }
  for (int b = 0; b < r.n; b++)
    for (int c = 1; c <= CELLS; c++)
      sum += r.all[b]->u[STEPS % 2][c] * (c % 3);
  printf("%.10e\n", sum);
  return 0;
}
