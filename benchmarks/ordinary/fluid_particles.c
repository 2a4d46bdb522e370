/* Smoothed particle hydrodynamics in 2D with linked cell lists. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979

struct particle {
  double x[2], v[2], a[2];
  double rho, p;
};

struct box {
  int nx, ny;
  double h;
  int *head;
  int *next;
};

static struct particle *p;
static int np;

static void make_lists(struct box *b) {
  memset(b->head, -1, sizeof(int) * b->nx * b->ny);
  for (int i = 0; i < np; i++) {
    int cx = (int)(p[i].x[0] / b->h), cy = (int)(p[i].x[1] / b->h);
    if (cx < 0) cx = 0;
    if (cy < 0) cy = 0;
    if (cx >= b->nx) cx = b->nx - 1;
    if (cy >= b->ny) cy = b->ny - 1;
    int c = cy * b->nx + cx;
    b->next[i] = b->head[c];
    b->head[c] = i;
  }
}

static inline double w(double r2, double h) {
  double q = h * h - r2;
  return q > 0 ? 4.0 / (PI * pow(h, 8)) * q * q * q : 0;
}

static void density(const struct box *b, double mass) {
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < np; i++) {
    int cx = (int)(p[i].x[0] / b->h), cy = (int)(p[i].x[1] / b->h);
    double rho = 0;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int X = cx + dx, Y = cy + dy;
        if (X < 0 || Y < 0 || X >= b->nx || Y >= b->ny) continue;
        for (int j = b->head[Y * b->nx + X]; j != -1; j = b->next[j]) {
          double ex = p[i].x[0] - p[j].x[0], ey = p[i].x[1] - p[j].x[1];
          rho += mass * w(ex * ex + ey * ey, b->h);
        }
      }
    p[i].rho = rho;
    p[i].p = 50.0 * (rho - 1.0);
  }
}

static void forces(const struct box *b, double mass) {
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < np; i++) {
    int cx = (int)(p[i].x[0] / b->h), cy = (int)(p[i].x[1] / b->h);
    double ax = 0, ay = -1.0, h = b->h;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int X = cx + dx, Y = cy + dy;
        if (X < 0 || Y < 0 || X >= b->nx || Y >= b->ny) continue;
        for (int j = b->head[Y * b->nx + X]; j != -1; j = b->next[j]) {
          if (j == i) continue;
          double ex = p[i].x[0] - p[j].x[0], ey = p[i].x[1] - p[j].x[1];
          double r = sqrt(ex * ex + ey * ey) + 1e-12;
          if (r < h) {
            double g = mass * 10.0 / (PI * pow(h, 5)) * (h - r) * (h - r) / p[j].rho;
            double f = g * (p[i].p + p[j].p) * 0.5 / r;
            ax += f * ex - 0.2 * g * (p[i].v[0] - p[j].v[0]);
            ay += f * ey - 0.2 * g * (p[i].v[1] - p[j].v[1]);
          }
        }
      }
    p[i].a[0] = ax;
    p[i].a[1] = ay;
  }
}

int main(int argc, char **argv) {
  int m = argc > 1 ? atoi(argv[1]) : 450, steps = argc > 2 ? atoi(argv[2]) : 20;
  np = m * m;
  p = calloc(np, sizeof *p);
  double d = 1.0 / m, mass = d * d, dt = 0.02 * d;
  struct box b = {.h = 2.6 * d};
  b.nx = b.ny = (int)(1.2 / b.h) + 1;
  b.head = malloc(sizeof(int) * b.nx * b.ny);
  b.next = malloc(sizeof(int) * np);
  for (int i = 0; i < np; i++) {
    p[i].x[0] = 0.1 + (i % m + 0.2 * sin(i)) * d;
    p[i].x[1] = 0.1 + (i / m + 0.2 * cos(3 * i)) * d;
  }
  double t = omp_get_wtime();
  for (int s = 0; s < steps; s++) {
    make_lists(&b);
    density(&b, mass);
    forces(&b, mass);
#pragma omp parallel for
    for (int i = 0; i < np; i++)
      for (int k = 0; k < 2; k++) {
        p[i].v[k] += dt * p[i].a[k];
        p[i].x[k] += dt * p[i].v[k];
        if (p[i].x[k] < 0 || p[i].x[k] > 1.2) p[i].v[k] *= -0.5;
      }
  }
  t = omp_get_wtime() - t;
  double e = 0, r = 0;
  for (int i = 0; i < np; i++) e += p[i].v[0] * p[i].v[0] + p[i].v[1] * p[i].v[1], r += p[i].rho;
  printf("energy %.6e density %.8f\ntime %.4f\n", e * mass, r / np, t);
}
