/* Tables in structures that are reached through pointers: members that are tables or arrays of pointers.
 * expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

#define N 14
#define FIELDS 3

struct point {
  double x;
  int n;
};

struct mesh {
  int n;
  double **rows;
  double *field[FIELDS];
  struct point **points;
};

struct world {
  struct mesh *mesh;
};

static struct mesh all[2];

static void build(struct mesh *m, int n)
{
  int i;

  m->n = n;
  m->rows = malloc(n * sizeof *m->rows);
  m->points = malloc(n * sizeof *m->points);
  for (i = 0; i < n; i++) {
    m->rows[i] = calloc(n, sizeof **m->rows);
    m->points[i] = calloc(n, sizeof **m->points);
  }
  for (i = 0; i < FIELDS; i++)
    m->field[i] = calloc(n, sizeof *m->field[i]);
}

static void step(struct mesh *m)
{
  int i, j, f;

#pragma omp parallel for private(j)
  for (i = 0; i < m->n; i++)
    for (j = 0; j < m->n; j++)
      m->rows[i][j] += i - 0.5 * j;
#pragma omp parallel for private(f)
  for (i = 0; i < N; i++)
    for (f = 0; f < FIELDS; f++)
      all[1].field[f][i] += all[0].rows[i][f] + f;
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      m->points[i][j].x += m->rows[j][i];
      m->points[i][j].n += i * j;
    }
}

int main(void)
{
  struct world w = {&all[0]};
  int i, j, round;

  build(&all[0], N);
  build(&all[1], N);
  for (round = 0; round < 3; round++) {
    step(&all[0]);
    all[0].rows[2][1] = 50.0 + round;
    all[1].field[0] = all[1].field[(round + 1) % FIELDS];
#pragma omp parallel for
    for (i = 0; i < N; i++)
      w.mesh->rows[i][N - 1] *= 1.5;
  }
  for (i = 0; i < N; i++) {
    printf("%.12g %.12g %.12g", all[0].rows[i][(3 * i) % N], all[1].field[1][i], all[1].field[0][i]);
    for (j = 0; j < N; j += 5)
      printf(" %.12g %d", all[0].points[i][j].x, all[0].points[i][j].n);
    printf("\n");
  }
  return 0;
}
