/* Types that are derived from one in C's way: they begin with its members, or with it, and pointers to them are converted.
 * What the host knows of one member is not what it knows of another.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 4096, STEPS = 20 };

struct state {
  int n;
  double *at, *speed, *force;
  struct potential *potential;
};

struct potential {
  double cutoff;
  void (*apply)(struct state *);
  void (*release)(struct potential *);
};

struct spring {
  double cutoff;
  void (*apply)(struct state *);
  void (*release)(struct potential *);
  double stiffness;
  FILE *log;
};

struct table {
  struct potential base;
  int count;
  double *value;
};

static void apply_spring(struct state *s) {
  const struct spring *self = (const struct spring *)s->potential;
  const double stiffness = self->stiffness, cutoff = self->cutoff;
  double *force = s->force;
  const double *at = s->at;
#pragma omp parallel for
  for (int i = 0; i < s->n; i++)
    force[i] = at[i] < cutoff ? -stiffness * at[i] : 0.0;
}

static void apply_table(struct state *s) {
  const struct table *self = (const struct table *)s->potential;
  const double *value = self->value, *at = s->at;
  const int count = self->count;
  double *force = s->force;
#pragma omp parallel for
  for (int i = 0; i < s->n; i++) {
    int k = (int)at[i];
    force[i] = value[k < 0 ? 0 : k >= count ? count - 1 : k];
  }
}

static void release_spring(struct potential *p) {
  fprintf(((struct spring *)p)->log, "released\n");
  free(p);
}

static void release_table(struct potential *p) {
  free(((struct table *)p)->value);
  free(p);
}

static struct potential *make_spring(double stiffness) {
  struct spring *made = malloc(sizeof *made);
  if (made == NULL)
    exit(1);
  made->cutoff = 900.0;
  made->apply = apply_spring;
  made->release = release_spring;
  made->stiffness = stiffness;
  made->log = stdout;
  return (struct potential *)made;
}

static void fill_table(double **value, int count) {
  *value = malloc((size_t)count * sizeof **value);
  if (*value == NULL)
    exit(1);
  for (int i = 0; i < count; i++)
    (*value)[i] = 0.25 * (i % 5) - 0.5;
}

static struct potential *make_table(int count) {
  struct table *made = malloc(sizeof *made);
  if (made == NULL)
    exit(1);
  made->base.cutoff = count;
  made->base.apply = apply_table;
  made->base.release = release_table;
  made->count = count;
  fill_table(&made->value, count);
  return &made->base;
}

static void advance(struct state *s, double step) {
  double *at = s->at, *speed = s->speed;
  const double *force = s->force;
#pragma omp parallel for
  for (int i = 0; i < s->n; i++) {
    speed[i] += step * force[i];
    at[i] += step * speed[i];
  }
}

int main(void) {
  struct state s = {N, malloc(N * sizeof(double)), malloc(N * sizeof(double)), malloc(N * sizeof(double)), NULL};
  if (s.at == NULL || s.speed == NULL || s.force == NULL)
    return 1;
  for (int i = 0; i < N; i++) {
    s.at[i] = 0.25 * (i % 4000);
    s.speed[i] = 0.125 * (i % 16);
  }
  for (int kind = 0; kind < 2; kind++) {
    s.potential = kind == 0 ? make_spring(0.5) : make_table(100);
    for (int step = 0; step < STEPS; step++) {
      s.potential->apply(&s);
      advance(&s, 0.0625);
    }
    s.potential->release(s.potential);
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += s.at[i] * (1 + i % 3) + s.speed[i];
  printf("%.12g %.12g\n", sum, s.at[77]);
  free(s.at);
  free(s.speed);
  free(s.force);
  return 0;
}
