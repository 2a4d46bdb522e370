/* Functions by which the host reads and writes single elements between launches: through a structure, an opaque
 * pointer with checks, a pointer, and a global array.
 *
 * expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40000, STEPS = 20 };

struct field {
  int nx, ny;
  double *u;
};
static double get(const struct field *f, int i, int j) { return f->u[j * f->nx + i]; }
static inline void put(struct field *f, int i, int j, double v) { f->u[j * f->nx + i] = v; }

typedef struct vector {
  size_t n;
  float *v;
} *vector;
static vector vector_new(size_t n)
{
  vector made = malloc(sizeof *made);
  made->n = n;
  made->v = calloc(n, sizeof(float));
  return made;
}
static float vector_get(vector x, size_t i)
{
  if (i >= x->n)
    abort();
  return x->v[i];
}
static void vector_set(vector x, size_t i, float f)
{
  if (i >= x->n)
    return;
  x->v[i] = f;
}

static double all[N];
static double at(int i) { return all[i]; }
static double through(const double *p, int i) { return p[i]; }
static double twice(const double *p, int i) { return through(p, 2 * i); }
static void set(double *p, int i, double v) { p[i] = v; }

int main(void)
{
  struct field f = {200, N / 200, malloc(N * sizeof(double))};
  vector x = vector_new(N);
  double sum = 0;
  float seen = 0;
  for (int i = 0; i < N; i++)
    f.u[i] = i % 17;
  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
    for (int i = 0; i < f.nx * f.ny; i++)
      f.u[i] = f.u[i] * 0.75 + t;
    sum += get(&f, t, 3);
    put(&f, 5, 7, sum);
    put(&f, 6, 7, get(&f, 5, 7) + get(&f, 9, 9));
    if (get(&f, 0, 0) > 1e9)
      break;
  }
  for (int t = 0; t < STEPS; t++) {
    vector_set(x, 0, t);
    vector_set(x, x->n + t, 5); /* left out */
    vector_set(x, x->n - 1, vector_get(x, 100));
#pragma omp parallel for
    for (size_t i = 0; i < x->n; i++)
      x->v[i] = x->v[i] * 0.5f + (float)(i % 7);
    seen += vector_get(x, (size_t)t);
  }
  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      all[i] += i % (t + 2);
    sum += at(t) + twice(all, t + 1);
    set(all, N - 1, sum);
    printf("%g\n", at(7));
  }
  printf("%.9g %.9g %.9g %.9g %.9g\n", sum, seen, get(&f, 6, 7), vector_get(x, N - 1), at(N - 1));
}
