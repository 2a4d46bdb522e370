/* V-cycles for the Poisson equation in a square; levels are structs with pointers. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct level {
  int n;              /* n+1 points a side */
  double h;
  double *u, *f, *r;
  struct level *coarser;
} level;

#define IX(l, i, j) ((size_t)(i) * ((l)->n + 1) + (j))

static level *make_level(int n) {
  level *l = malloc(sizeof *l);
  size_t size = (size_t)(n + 1) * (n + 1);
  l->n = n;
  l->h = 1.0 / n;
  l->u = calloc(size, sizeof(double));
  l->f = calloc(size, sizeof(double));
  l->r = calloc(size, sizeof(double));
  l->coarser = n > 4 ? make_level(n / 2) : NULL;
  return l;
}

static void smooth(level *l, int times) {
  int n = l->n;
  double h2 = l->h * l->h;
  for (int t = 0; t < times; t++)
    for (int c = 0; c < 2; c++) {
#pragma omp parallel for
      for (int i = 1; i < n; i++)
        for (int j = 1 + (i + c) % 2; j < n; j += 2)
          l->u[IX(l, i, j)] = 0.25 * (l->u[IX(l, i - 1, j)] + l->u[IX(l, i + 1, j)] + l->u[IX(l, i, j - 1)] +
                                      l->u[IX(l, i, j + 1)] + h2 * l->f[IX(l, i, j)]);
    }
}

static void residual(level *l) {
  int n = l->n;
  double s = 1 / (l->h * l->h);
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      l->r[IX(l, i, j)] = l->f[IX(l, i, j)] - s * (4 * l->u[IX(l, i, j)] - l->u[IX(l, i - 1, j)] - l->u[IX(l, i + 1, j)] -
                                                   l->u[IX(l, i, j - 1)] - l->u[IX(l, i, j + 1)]);
}

static void cycle(level *l) {
  level *c = l->coarser;
  if (!c) {
    smooth(l, 20);
    return;
  }
  smooth(l, 2);
  residual(l);
#pragma omp parallel for
  for (int i = 1; i < c->n; i++)
    for (int j = 1; j < c->n; j++) {
      double s = 0;
      for (int a = -1; a <= 1; a++)
        for (int b = -1; b <= 1; b++) s += l->r[IX(l, 2 * i + a, 2 * j + b)] * (2 - abs(a)) * (2 - abs(b));
      c->f[IX(c, i, j)] = s / 16;
      c->u[IX(c, i, j)] = 0;
    }
  cycle(c);
#pragma omp parallel for
  for (int i = 1; i < l->n; i++)
    for (int j = 1; j < l->n; j++)
      l->u[IX(l, i, j)] += 0.25 * (c->u[IX(c, i / 2, j / 2)] + c->u[IX(c, (i + 1) / 2, j / 2)] +
                                   c->u[IX(c, i / 2, (j + 1) / 2)] + c->u[IX(c, (i + 1) / 2, (j + 1) / 2)]);
  smooth(l, 2);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096, cycles = argc > 2 ? atoi(argv[2]) : 6;
  level *top = make_level(n);
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) top->f[IX(top, i, j)] = sin(3 * i * top->h) * cos(5 * j * top->h) + (i * j % 7) * 0.1;
  double t = omp_get_wtime();
  for (int k = 0; k < cycles; k++) cycle(top);
  residual(top);
  t = omp_get_wtime() - t;
  double norm = 0, sum = 0;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) norm = fmax(norm, fabs(top->r[IX(top, i, j)])), sum += top->u[IX(top, i, j)];
  printf("residual %.2e mean %.8e\ntime %.4f\n", norm, sum / n / n, t);
  return 0;
}
