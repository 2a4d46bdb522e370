/* expect: offloaded=4
 * The host uses arrays in expressions that also call functions with loops: before the call, behind it, and as the place
 * of its value. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 30000, STEPS = 10 };

struct field {
  int n, count;
  double *a, kept[4];
};

static double other[N], log_[STEPS];
static double *rows[3];

static double grow(double *a, int n, double by) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.5 + by;
  return a[1];
}

static double largest(const double *a, int n) {
  double most = 0;
#pragma omp parallel for reduction(max : most)
  for (int i = 0; i < n; i++)
    most = a[i] > most ? a[i] : most;
  return most;
}

static int advance(struct field *f) {
#pragma omp parallel for
  for (int i = 0; i < f->n; i++)
    f->a[i] += other[i] * 0.25;
  f->kept[f->count % 4] = f->a[3];
  return ++f->count;
}

static float rowwise(int r) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    rows[r][i] = rows[(r + 1) % 3][i] + 1;
  return 0.5f;
}

int main(void) {
  struct field f = {N, 0, malloc(N * sizeof(double)), {0}};
  double *b = malloc(N * sizeof *b), x = 0, y;
  int k = 0;
  if (f.a == NULL || b == NULL)
    return 1;
  for (int r = 0; r < 3; r++)
    if ((rows[r] = malloc(N * sizeof(double))) == NULL)
      return 1;
  for (int i = 0; i < N; i++) {
    f.a[i] = i % 7;
    b[i] = i % 5;
    other[i] = i % 3;
    rows[0][i] = rows[1][i] = rows[2][i] = i % 11;
  }
  for (int step = 0; step < STEPS; step++) {
    printf("%.9g %.9g %.9g\n", largest(f.a, N), b[step], other[7]);
    b[step + 1] = grow(b, N, 0.125 * step);
    log_[step] = b[step + 1] + grow(other, N, 1.0) * 0.5;
    x = (grow(b, N, 2), b[step + 2]);
    y = grow(f.a, N, 1) > 1e9 ? f.a[0] : f.a[1] + b[9];
    x += y + (double)(grow(b, N, 1) < 1e9 && b[11] < 2);
    f.a[advance(&f) + 1] += 0.25;
    f.kept[0] += (double)advance(&f) * 0.5;
    while (grow(f.a, N, x > 3 ? 0.5 : 0.25) + other[step] > 1e9 || (f.a[2] > 3 && k++ < step))
      other[step + 1] += 0.125;
    rows[1][step] += rowwise(2);
    rows[step % 3][5] = (double)rowwise(1) + largest(b, N);
    x = grow(b, N, grow(other, N, b[0]) * 0.01) + f.a[step];
    if (largest(f.a, N) > 5 && f.a[4] > 2)
      f.a[4] = 1;
  }
  for (int step = 0; step < STEPS; step++)
    printf("%d: %.9g %.9g %.9g %.9g\n", step, log_[step], b[step], f.a[step], rows[0][step] + rows[1][step]);
  printf("%d %.9g %.9g %.9g\n", f.count, x, f.kept[0], f.kept[3]);
  return 0;
}
