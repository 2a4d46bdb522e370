/* Explicit dynamics of a membrane of triangles: forces of elements are added to nodes with atomics. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int nodes[3];
  double area, b[3], c[3];
} element;

typedef struct mesh {
  int nn, ne;
  double (*xy)[2];
  element *el;
  double *mass, *w, *v, *f;
} mesh;

static mesh *square(int n) {
  mesh *m = malloc(sizeof *m);
  m->nn = (n + 1) * (n + 1);
  m->ne = 2 * n * n;
  m->xy = malloc(sizeof(double[2]) * m->nn);
  m->el = malloc(sizeof(element) * m->ne);
  m->mass = calloc(m->nn, sizeof(double));
  m->w = calloc(m->nn, sizeof(double));
  m->v = calloc(m->nn, sizeof(double));
  m->f = calloc(m->nn, sizeof(double));
  for (int i = 0; i < m->nn; i++) {
    m->xy[i][0] = (double)(i % (n + 1)) / n;
    m->xy[i][1] = (double)(i / (n + 1)) / n;
    m->w[i] = exp(-40 * (pow(m->xy[i][0] - .5, 2) + pow(m->xy[i][1] - .4, 2)));
  }
  for (int q = 0; q < n * n; q++) {
    int o = q / n * (n + 1) + q % n;
    element *e = &m->el[2 * q];
    e[0].nodes[0] = o, e[0].nodes[1] = o + 1, e[0].nodes[2] = o + n + 2;
    e[1].nodes[0] = o, e[1].nodes[1] = o + n + 2, e[1].nodes[2] = o + n + 1;
  }
  for (int k = 0; k < m->ne; k++) {
    element *e = &m->el[k];
    double *p[3];
    for (int i = 0; i < 3; i++) p[i] = m->xy[e->nodes[i]];
    e->area = .5 * ((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]));
    for (int i = 0; i < 3; i++) {
      e->b[i] = (p[(i + 1) % 3][1] - p[(i + 2) % 3][1]) / (2 * e->area);
      e->c[i] = (p[(i + 2) % 3][0] - p[(i + 1) % 3][0]) / (2 * e->area);
      m->mass[e->nodes[i]] += e->area / 3;
    }
  }
  return m;
}

static void forces(mesh *m) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < m->nn; i++) m->f[i] = 0;
#pragma omp for
    for (int k = 0; k < m->ne; k++) {
      const element *e = &m->el[k];
      double gx = 0, gy = 0;
      for (int i = 0; i < 3; i++) {
        gx += e->b[i] * m->w[e->nodes[i]];
        gy += e->c[i] * m->w[e->nodes[i]];
      }
      for (int i = 0; i < 3; i++) {
#pragma omp atomic
        m->f[e->nodes[i]] -= e->area * (gx * e->b[i] + gy * e->c[i]);
      }
    }
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000, steps = argc > 2 ? atoi(argv[2]) : 50;
  mesh *m = square(n);
  double dt = 0.3 / n, kinetic = 0, start = omp_get_wtime();
  for (int s = 0; s < steps; s++) {
    forces(m);
    kinetic = 0;
#pragma omp parallel for reduction(+ : kinetic)
    for (int i = 0; i < m->nn; i++) {
      m->v[i] += dt * m->f[i] / m->mass[i];
      m->w[i] += dt * m->v[i];
      kinetic += m->mass[i] * m->v[i] * m->v[i];
    }
  }
  double end = omp_get_wtime(), sum = 0;
  for (int i = 0; i < m->nn; i++) sum += m->w[i] * m->mass[i];
  printf("kinetic %.8e volume %.8e\ntime %.4f\n", kinetic, sum, end - start);
}
