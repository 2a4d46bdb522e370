/* expect: offloaded=4
   A structure of the function's own that a helper reads by its address, while the loop also reads it through a table of
   pointers in it, or through a pointer into it: nothing is written, so it does not matter that there are two ways. */
#include <stdio.h>
#include <stdlib.h>

enum { PARTS = 4 };

struct cells {
  int count;
  double *state[PARTS], *saved[PARTS];
};

struct mesh {
  struct cells cells;
  double gamma, inflow[PARTS];
};

static double pressure(const struct mesh *mesh, const double *state) {
  return (mesh->gamma - 1) * (state[3] - 0.5 * state[1] * state[1] / state[0]);
}

static double inflow(const struct mesh *mesh, int part) {
  return mesh->inflow[part];
}

int main(int argc, char **argv) {
  struct mesh mesh = {.cells.count = argc > 1 ? atoi(argv[1]) : 1000, .gamma = 1.5, .inflow = {1, 0.5, 0.25, 3}};
  struct cells *cells = &mesh.cells;
  const double *first = mesh.inflow, *gamma = &mesh.gamma;
  double least = 1e9, sum = 0;
  int n = mesh.cells.count;
  for (int part = 0; part < PARTS; part++) {
    cells->state[part] = malloc(n * sizeof(double));
    cells->saved[part] = malloc(n * sizeof(double));
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int part = 0; part < PARTS; part++)
      mesh.cells.state[part][i] = inflow(&mesh, part) * (1 + i % 5);
  for (int step = 0; step < 3; step++) {
#pragma omp parallel for reduction(min : least)
    for (int i = 0; i < n; i++) {
      double state[PARTS];
      for (int part = 0; part < PARTS; part++)
        state[part] = mesh.cells.state[part][i];
      double value = pressure(&mesh, state) + step;
      least = value < least ? value : least;
      for (int part = 0; part < PARTS; part++)
        mesh.cells.saved[part][i] = state[part] + mesh.gamma;
    }
    mesh.gamma += 0.25;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      mesh.cells.state[i % PARTS][i] += first[i % PARTS] * inflow(&mesh, 1);
    mesh.inflow[1] *= 2;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
      double state[] = {1, 2, 3, mesh.cells.saved[i % PARTS][i]};
      sum += *gamma * pressure(&mesh, state) + first[1];
    }
  }
  printf("%g %g %g\n", least, sum, mesh.cells.state[1][5 % n]);
  for (int part = 0; part < PARTS; part++) {
    free(cells->state[part]);
    free(cells->saved[part]);
  }
}
