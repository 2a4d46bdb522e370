/* expect: offloaded=2
 * The host touches little, in loops whose bounds are numbers of its own, and that may have no iteration: only where
 * they have one it is certain that there is a structure to load the arrays from. */
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 40000, EDGE = 200, STEPS = 12 };

struct layer {
  int stride;
  double *values;
};

struct field {
  double *now, *next, *source;
  struct layer *border;
};

static void drive(struct field *f, const int *places, int sources) {
  for (int k = 0; k < sources; k++)
    f->source[k] = places[k] + 0.5;
}

static void cross(struct field *f, int rows, int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      f->border->values[i * f->border->stride + j] += 0.25 * i - j;
}

static double probe(const struct field *f, int from, int step) {
  double sum = 0;
  for (int i = from; i >= 0; i -= step) {
    const double *p = f->now + i;
    if (p[0] > 0)
      sum += p[0];
    sum += f->next[i] * 0.5;
  }
  return sum;
}

static void relax(struct field *f, int n) {
  struct layer *border = f->border;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    f->next[i] = 0.5 * f->now[i] + 0.125 * (f->source[i] + f->source[n - 1 - i]) + border->values[i % EDGE];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    f->now[i] = f->next[i] - 0.001 * f->next[n - 1 - i] * (i % 3 == 0);
}

int main(int argc, char **argv) {
  struct layer border = {EDGE, calloc(CELLS, sizeof(double))};
  struct field all = {calloc(CELLS, sizeof(double)), calloc(CELLS, sizeof(double)), calloc(CELLS, sizeof(double)), &border};
  struct field *f = &all, *none = argc > 100 ? &all : NULL;
  int places[64];
  double sum = 0;
  (void)argv;
  for (int i = 0; i < 64; i++)
    places[i] = i * 37 % 101;
  for (int step = 0; step < STEPS; step++) {
    drive(f, places, step % 64);
    drive(none, places, step - STEPS);
    cross(f, 3 + step % 2, 5);
    cross(none, step, 0 * argc);
    relax(f, CELLS);
    sum += probe(f, 12 + step, 3);
    sum += probe(none, -argc, 1);
  }
  printf("%.6f %.6f %.6f\n", sum, f->now[CELLS / 2], f->next[77]);
  return 0;
}
