/* expect: offloaded=3
 * Loops that use memory through pointers which may be null, and then leave it alone. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000 };

struct table {
  double *value, scale, small[3];
};

struct field {
  int n;
  double *a;
  struct table *of;
};

static void scale(struct field *f, const struct table *more) {
#pragma omp parallel for
  for (int i = 0; i < f->n; i++) {
    if (f->of != NULL)
      f->a[i] *= f->of->value[i] * f->of->scale;
    if (more != NULL)
      f->a[i] += more->value[i] + more->small[i % 3];
  }
}

static void fill(double *a, const struct field *f, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = 0.5 * f->a[i];
}

static void last(double *a, double **rows, int k, int n, int used) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += used ? rows[k][i] : 1;
}

int main(void) {
  static double numbers[N], others[N];
  struct table table = {numbers, 0.5, {1, 2, 3}};
  struct field field = {N, others, NULL};
  double *rows[2] = {numbers, others};
  for (int i = 0; i < N; i++) {
    numbers[i] = 1 + 0.001 * i;
    others[i] = i;
  }
  scale(&field, NULL);
  field.of = &table;
  scale(&field, NULL);
  scale(&field, &table);
  field.of = NULL;
  scale(&field, &table);
  fill(numbers, NULL, 0);
  fill(numbers, &field, N);
  last(others, NULL, 0, N, 0);
  last(others, rows, 0, N, 1);
  printf("%.9g %.9g %.9g %.9g\n", others[0], others[77], others[N - 1], numbers[1]);
  return 0;
}
