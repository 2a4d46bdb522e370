/* expect: offloaded=2
 * Particles stay on the device, while the host sorts them into bins by numbers that it reads: all it touches is behind
 * members of structures that functions are given. */
#include <stdio.h>
#include <stdlib.h>

enum { PARTICLES = 40000, BINS = 900, STEPS = 10 };

struct bin {
  int first, count;
};

struct bins {
  int n;
  struct bin *all;
};

struct system {
  int n;
  double *x, *v, *mass;
  int *bin_of, *order;
  struct bins bins;
};

static void sort(struct system *s) {
  int first = 0;
  for (int c = 0; c < s->bins.n; c++)
    s->bins.all[c].count = 0;
  for (int i = 0; i < s->n; i++)
    s->bins.all[s->bin_of[i]].count++;
  for (int c = 0; c < s->bins.n; c++) {
    s->bins.all[c].first = first;
    first += s->bins.all[c].count;
    s->bins.all[c].count = 0;
  }
  for (int i = 0; i < s->n; i++) {
    struct bin *into = &s->bins.all[s->bin_of[i]];
    s->order[into->first + into->count++] = i;
  }
}

static void move(struct system *s) {
#pragma omp parallel for
  for (int i = 0; i < s->n; i++) {
    s->v[i] += 0.001 * s->mass[i] * s->bins.all[s->bin_of[i]].count;
    s->x[i] += s->v[i] + 0.0001 * (s->order[i] % 7);
    s->bin_of[i] = (s->bin_of[i] + i % 5 + s->order[i] % 3) % s->bins.n;
  }
}

int main(int argc, char **argv) {
  struct system s = {.n = PARTICLES, .bins = {BINS + argc - 1, calloc(BINS + argc - 1, sizeof(struct bin))}};
  double sum = 0;

  s.x = calloc(PARTICLES, sizeof(double)), s.v = calloc(PARTICLES, sizeof(double));
  s.mass = calloc(PARTICLES, sizeof(double));
  s.bin_of = calloc(PARTICLES, sizeof(int)), s.order = calloc(PARTICLES, sizeof(int));
  if (argv[argc] != NULL || s.bins.all == NULL || !s.x || !s.v || !s.mass || !s.bin_of || !s.order)
    return 1;
  for (int i = 0; i < s.n; i++) {
    s.bin_of[i] = i * 7 % BINS;
    s.mass[i] = i % 11;
  }
  for (int k = 0; k < STEPS; k++) {
    sort(&s);
    move(&s);
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < PARTICLES; i++)
    sum += s.x[i] * (i % 3) + s.v[i];
  for (int c = 0; c < s.bins.n; c++)
    sum += s.bins.all[c].first % 13;
  printf("%.6f\n", sum);
  return 0;
}
