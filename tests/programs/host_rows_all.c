/* expect: offloaded=4
 * Between launches the host walks over the rows of tables: down a column, over all, through functions, in cubes, and
 * through a table of its own, whose rows it exchanges. */
#include <stdio.h>
#include <stdlib.h>

enum { M = 120, CUBE = 24, STEPS = 8, BIG = 60000 };

struct grid {
  int n;
  double **u;
};

static double **u, ***cube, *big;

static void *need(size_t bytes) {
  void *made = calloc(1, bytes);
  if (made == NULL) {
    puts("no memory");
    exit(1);
  }
  return made;
}

static void relax(void) {
#pragma omp parallel for
  for (int i = 1; i < M - 1; i++)
    for (int j = 1; j < M - 1; j++)
      u[i][j] = 0.5 * u[i][j] + 0.25 * (u[i][0] + u[i][M - 1]) + 1;
#pragma omp parallel for
  for (int i = 0; i < BIG; i++)
    big[i] = big[i] * 0.5 + i;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < CUBE; i++)
    for (int j = 0; j < CUBE; j++)
      for (int k = 0; k < CUBE; k++)
        cube[i][j][k] = cube[i][j][k] * 0.5 + i + j - k;
}

static void column(double **a, int to, int from) {
  for (int i = 0; i < M; i++)
    a[i][to] = a[i][from] + 1;
}

static double total(const struct grid *g) {
  double sum = 0;
  for (int i = 0; i < g->n; i++)
    for (int j = 0; j < g->n; j += 7)
      sum += g->u[i][j];
  return sum;
}

static double corner(const int *order) {
  double sum = 0;
  for (int i = 0; i < CUBE; i++) {
    double **plane = cube[order[i]];
    for (int j = 0; j < CUBE; j++)
      sum += plane[order[j]][i];
  }
  return sum;
}

int main(void) {
  double **mine, last = 0;
  int order[CUBE];
  struct grid g = {M, NULL};
  u = need(M * sizeof *u);
  big = need(BIG * sizeof *big);
  cube = need(CUBE * sizeof *cube);
  mine = need((M + 1) * sizeof *mine);
  for (int i = 0; i < M; i++)
    mine[i] = u[i] = need(M * sizeof **u);
  cube[0] = need(CUBE * CUBE * sizeof **cube);
  cube[0][0] = need(CUBE * CUBE * CUBE * sizeof ***cube);
  for (int i = 0; i < CUBE; i++) {
    order[i] = (i * 5) % CUBE;
    cube[i] = cube[0] + i * CUBE;
    for (int j = 0; j < CUBE; j++)
      cube[i][j] = cube[0][0] + (i * CUBE + j) * CUBE;
  }
  g.u = u;
  for (int step = 0; step < STEPS; step++) {
    relax();
    for (int i = 0; i < M; i++)
      u[i][0] = u[i][1];
    column(u, M - 1, M - 2);
    last += total(&g) + corner(order);
    double *kept = mine[step];
    mine[step] = mine[2 * step + 1];
    mine[2 * step + 1] = kept;
    for (int i = step; i < step + 2; i++)
      for (int j = 0; j < M; j++)
        mine[i][j] *= 0.5;
    if (step == 5) {
      for (int i = 0; i < M; i++)
        last += mine[i][3];
      column(mine, 5, 6);
    }
  }
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < BIG; i++)
    sum += big[i] * (i % 3);
  for (int i = 0; i < M; i += 17)
    printf("%.9g %.9g %.9g\n", u[i][0], u[i][i], mine[i][M - 1]);
  printf("%.9g %.9g %.9g\n", last, cube[3][4][5], sum);
  return 0;
}
