/* Euler equations in 2D with Rusanov fluxes, cells as structs. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define GAMMA 1.4

typedef struct cell {
  double rho, u, v, E; /* density, momenta, energy */
} cell;

typedef struct grid {
  int nx, ny;
  double dx;
  cell *now, *then;
} grid;

static double pressure(cell c) { return (GAMMA - 1) * (c.E - 0.5 * (c.u * c.u + c.v * c.v) / c.rho); }
static double sound(cell c) { return sqrt(GAMMA * pressure(c) / c.rho); }

static cell flux_x(cell c) {
  double p = pressure(c), w = c.u / c.rho;
  return (cell){c.u, c.u * w + p, c.v * w, (c.E + p) * w};
}

static cell flux_y(cell c) {
  double p = pressure(c), w = c.v / c.rho;
  return (cell){c.v, c.u * w, c.v * w + p, (c.E + p) * w};
}

static cell rusanov(cell l, cell r, int axis) {
  cell a = axis ? flux_y(l) : flux_x(l), b = axis ? flux_y(r) : flux_x(r), f;
  double sl = fabs((axis ? l.v : l.u) / l.rho) + sound(l), sr = fabs((axis ? r.v : r.u) / r.rho) + sound(r);
  double s = sl > sr ? sl : sr;
  f.rho = 0.5 * (a.rho + b.rho - s * (r.rho - l.rho));
  f.u = 0.5 * (a.u + b.u - s * (r.u - l.u));
  f.v = 0.5 * (a.v + b.v - s * (r.v - l.v));
  f.E = 0.5 * (a.E + b.E - s * (r.E - l.E));
  return f;
}

static double time_step(const grid *g) {
  double fastest = 0;
#pragma omp parallel for collapse(2) reduction(max : fastest)
  for (int j = 0; j < g->ny; j++)
    for (int i = 0; i < g->nx; i++) {
      cell c = g->now[j * g->nx + i];
      double s = fmax(fabs(c.u), fabs(c.v)) / c.rho + sound(c);
      if (s > fastest) fastest = s;
    }
  return 0.4 * g->dx / fastest;
}

static void advance(grid *g, double dt) {
  double k = dt / g->dx;
  int nx = g->nx;
#pragma omp parallel for
  for (int j = 1; j < g->ny - 1; j++)
    for (int i = 1; i < nx - 1; i++) {
      const cell *c = &g->now[j * nx + i];
      cell w = rusanov(c[-1], c[0], 0), e = rusanov(c[0], c[1], 0);
      cell s = rusanov(c[-nx], c[0], 1), n = rusanov(c[0], c[nx], 1);
      cell *o = &g->then[j * nx + i];
      o->rho = c->rho - k * (e.rho - w.rho + n.rho - s.rho);
      o->u = c->u - k * (e.u - w.u + n.u - s.u);
      o->v = c->v - k * (e.v - w.v + n.v - s.v);
      o->E = c->E - k * (e.E - w.E + n.E - s.E);
    }
  cell *swap = g->now;
  g->now = g->then;
  g->then = swap;
}

static void walls(grid *g) {
  int nx = g->nx, ny = g->ny;
  for (int i = 0; i < nx; i++) {
    g->now[i] = g->now[nx + i];
    g->now[(ny - 1) * nx + i] = g->now[(ny - 2) * nx + i];
  }
  for (int j = 0; j < ny; j++) {
    g->now[j * nx] = g->now[j * nx + 1];
    g->now[j * nx + nx - 1] = g->now[j * nx + nx - 2];
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1500, steps = argc > 2 ? atoi(argv[2]) : 60;
  grid g = {n, n, 1.0 / n, malloc(sizeof(cell) * n * n), malloc(sizeof(cell) * n * n)};
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      int in = (i - n / 2) * (i - n / 2) + (j - n / 2) * (j - n / 2) < n * n / 25;
      g.now[j * n + i] = (cell){in ? 1 : 0.125, 0, 0, (in ? 1 : 0.1) / (GAMMA - 1)};
      g.then[j * n + i] = g.now[j * n + i];
    }
  double start = omp_get_wtime(), t = 0;
  for (int s = 0; s < steps; s++) {
    double dt = time_step(&g);
    advance(&g, dt);
    walls(&g);
    t += dt;
  }
  double end = omp_get_wtime(), mass = 0, energy = 0;
  for (int i = 0; i < n * n; i++) mass += g.now[i].rho, energy += g.now[i].E;
  printf("t %.6f mass %.8f energy %.8f\ntime %.4f\n", t, mass / n / n, energy / n / n, end - start);
}
