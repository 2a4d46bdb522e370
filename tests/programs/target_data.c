/* Loops in functions that are called in a `target data`, which swap what pointers in a structure lead to.
 * expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200, STEPS = 20 };

typedef struct {
  double *old, *new;
} fields;

static void step(fields *f)
{
  double *u = f->old, *v = f->new;
#pragma omp target teams distribute parallel for collapse(2) map(to : u[0 : N * N]) map(from : v[0 : N * N])
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int inside = i > 0 && j > 0 && i < N - 1 && j < N - 1, c = i * N + j;
      v[c] = inside ? 0.25 * (u[c - N] + u[c + N] + u[c - 1] + u[c + 1]) : u[c];
    }
  f->old = v;
  f->new = u;
}

static double total(const double *u)
{
  double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : u[0 : N * N]) map(tofrom : sum)
  for (int i = 0; i < N * N; i++)
    sum += u[i];
  return sum;
}

static void scale(double *u, double by)
{
#pragma omp target teams loop map(tofrom : u[0 : N * N])
  for (int i = 0; i < N * N; i++)
    u[i] *= by;
}

int main(void)
{
  double *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b);
  fields f = {a, b};
  for (int i = 0; i < N * N; i++)
    a[i] = i % 17;
#pragma omp target enter data map(to : a[0 : N * N])
#pragma omp target data map(tofrom : a[0 : N * N]) map(alloc : b[0 : N * N])
  {
    for (int s = 0; s < STEPS; s++) {
      step(&f);
      if (s % 5 == 4)
        printf("%.10e\n", total(f.old));
    }
#pragma omp target update from(a[0 : 1])
    printf("%.10e\n", a[N + 1]);
    a[N + 1] = 3;
#pragma omp target update to(a[0 : N * N])
    for (int s = 0; s < 2; s++)
      scale(a, 1.5);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      b[i] += 1;
  }
#pragma omp target exit data map(from : a[0 : N * N])
  double sum = 0;
  for (int i = 0; i < N * N; i++)
    sum += (a[i] + 2 * b[i]) * (i % 5);
  printf("%.10e\n", sum);
  free(a);
  free(b);
  return 0;
}
