/* Members of structures that change between launches, by the host and by kernels, and pointers that may be null.
   expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000

struct mask {
  int first;
  double weight, *values;
};
struct model {
  int count;
  float step;
  unsigned short kind;
  struct mask *mask;
  struct {
    long offset;
  } at;
  double *state;
};
struct counter {
  int n;
  double sum, *cells;
};

static void advance(struct model *model) {
#pragma omp parallel for
  for (int i = 0; i < model->count; i++)
    model->state[i] += model->step * (i + model->at.offset) + model->kind;
}

static void masked(struct model *model, int use) {
#pragma omp parallel for
  for (int i = 0; i < model->count; i++)
    if (use)
      model->state[i] *= model->mask->values[i] + model->mask->weight * (i >= model->mask->first);
}

/* The first loop changes what the second one is bounded and scaled by. */
static void counted(struct counter *counter, const struct model *model) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < model->count; i++)
      if (i == 7) {
        counter->n = i * 10;
        counter->sum = 0.5;
      }
#pragma omp for
    for (int i = 0; i < counter->n; i++)
      counter->cells[i] += counter->sum * i;
  }
}

/* Nothing is read of either where nothing is to be done. */
static void copied(const struct counter *from, struct counter *to, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to->cells[i] = from->cells[i] * from->sum + to->n;
}

int main(void) {
  struct mask mask = {10, 0.25, malloc(N * sizeof(double))};
  struct model *model = malloc(sizeof *model);
  *model = (struct model){N, 0.5f, 3, NULL, {5}, calloc(N, sizeof(double))};
  struct counter one = {0, 0, calloc(N, sizeof(double))}, two = {4, 1, calloc(N, sizeof(double))};
  for (int i = 0; i < N; i++)
    mask.values[i] = 1 + i % 3;
  for (int step = 0; step < 6; step++) {
    advance(model);
    masked(model, step % 2);
    model->step *= 0.5f;
    model->at.offset -= step;
    model->kind = (unsigned short)(model->kind + 60000);
    model->mask = step % 2 ? NULL : &mask;
    mask.weight += step;
    model->count -= 50;
  }
  counted(&one, model);
  copied(NULL, NULL, 0);
  copied(&one, &two, 100);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    two.cells[i] += one.sum;

  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += model->state[i] * (1 + i % 7) + one.cells[i] + 3 * two.cells[i];
  printf("%.10g %d\n", sum, one.n);
  free(model->state);
  free(model);
  free(mask.values);
  free(one.cells);
  free(two.cells);
  return 0;
}
