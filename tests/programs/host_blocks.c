/* expect: offloaded=3
 * Between launches the host touches arrays that members of structures lead to, at subscripts that are read from other
 * arrays, grow by factors, or hold the address of a structure: in functions, loops of any length and single statements. */
#include <stdio.h>
#include <stdlib.h>

enum { PARTICLES = 20000, CELLS = 700, STEPS = 4 };

struct cell {
  int first, count;
};

struct cells {
  int n;
  struct cell *all;
};

struct field {
  int nx, ny;
  double *now, *next;
};

struct system {
  int n;
  double *x, *v, *force;
  int *cell_of, *order, *start;
  struct cells cells;
  struct field *field;
  double *slices[2]; /* of one block */
};

#define AT(f, i, j) ((size_t)(j) * (f)->nx + (i))

static void *need(size_t bytes) {
  void *made = calloc(1, bytes);
  if (made == NULL)
    exit(1);
  return made;
}

static void bin(struct system *s) {
  for (int c = 0; c <= s->cells.n; c++)
    s->start[c] = 0;
  for (int c = 0; c < s->cells.n; c++)
    s->cells.all[c].count = 0;
  for (int i = 0; i < s->n; i++)
    s->start[s->cell_of[i] + 1]++;
  for (int i = 0; i < s->n; i++)
    s->cells.all[s->cell_of[i]].count++;
  for (int c = 0; c < s->cells.n; c++)
    s->start[c + 1] += s->start[c];
  for (int c = 0; c < s->cells.n; c++)
    s->cells.all[c].first = s->start[c];
  for (int i = 0; i < s->n; i++)
    s->order[s->start[s->cell_of[i]]++] = i;
}

static void move(struct system *s) {
#pragma omp parallel for
  for (int i = 0; i < s->n; i++) {
    s->v[i] += s->force[i] + s->cells.all[s->cell_of[i]].count * 0.01;
    s->x[i] += 0.1 * s->v[i];
    s->cell_of[i] = (s->cell_of[i] + i % 5 + s->order[i] % 3) % s->cells.n;
  }
}

static void smooth(struct field *f) {
#pragma omp parallel for collapse(2)
  for (int j = 1; j < f->ny - 1; j++)
    for (int i = 1; i < f->nx - 1; i++)
      f->next[AT(f, i, j)] = 0.25 * (f->now[AT(f, i - 1, j)] + f->now[AT(f, i + 1, j)] + f->now[AT(f, i, j - 1)] +
                                     f->now[AT(f, i, j + 1)]);
  double *swap = f->now;
  f->now = f->next;
  f->next = swap;
}

static double hop(const double *a, const int *to, int n, int from) {
  double sum = 0;
  for (int k = 0; k < n; k++) {
    sum += a[to[from]];
    from = to[from];
  }
  return sum;
}

int main(void) {
  struct system s = {.n = PARTICLES, .cells = {.n = CELLS}};
  struct field f = {.nx = 260, .ny = 120};
  double sum = 0;

  s.x = need(PARTICLES * sizeof(double)), s.v = need(PARTICLES * sizeof(double));
  s.force = need(PARTICLES * sizeof(double));
  s.cell_of = need(PARTICLES * sizeof(int)), s.order = need(PARTICLES * sizeof(int));
  s.start = need((CELLS + 1) * sizeof(int)), s.cells.all = need(CELLS * sizeof(struct cell));
  s.slices[0] = need(2 * PARTICLES * sizeof(double)), s.slices[1] = s.slices[0] + PARTICLES;
  f.now = need(260 * 120 * sizeof(double)), f.next = need(260 * 120 * sizeof(double));
  s.field = &f;
  for (int i = 0; i < s.n; i++) {
    s.cell_of[i] = i * 7 % CELLS;
    s.force[i] = i % 11 * 0.1;
  }
  for (int k = 0; k < STEPS; k++) {
    bin(&s);
    move(&s);
    sum += hop(s.x, s.order, 50, k);
    for (int i = 1; i < s.n; i *= 3)
      s.v[i] += s.x[s.order[i]];
    for (int i = 0; i < 3 * k; i++)
      sum += s.v[s.order[i * i]];
    s.x[s.order[k]] += s.v[s.order[k + 1]];
    f.now[AT(&f, f.nx / 2, f.ny / 3)] += 8;
    smooth(&f);
    for (int i = 0; i < f.nx; i++)
      sum += f.now[AT(&f, i, f.ny / 3)];
    for (int i = 0; i < f.nx; i++)
      sum += s.field->now[AT(&f, s.order[i] % f.nx, 2 + i % 3)];
#pragma omp parallel for
    for (int i = 0; i < PARTICLES; i++) {
      s.slices[0][i] += i % 3;
      s.slices[1][i] += i % 5;
    }
    for (int i = 1; i < s.n; i *= 2)
      sum += s.slices[1][s.order[i]] - s.slices[1][-s.order[i] - 1];
  }
  for (int i = 0; i < s.n; i++)
    sum += s.x[i] + s.v[i] + s.cell_of[i] % 7;
  for (int c = 0; c < s.cells.n; c++)
    sum += s.cells.all[c].count * (c % 3);
  printf("%.6f\n", sum);
  return 0;
}
