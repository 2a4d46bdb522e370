/* One function allocates several arrays, and hands them out through its parameters and its result: they are different
   memory, so that bytes that are stored in one can't change the pointers in another.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

#define N 600

typedef struct {
  float *speed, *density;
} field;

static double *allocate(field **f, char **blocked, int n)
{
  double *weights = malloc((size_t)n * sizeof *weights);
  *f = malloc(sizeof **f);
  (*f)->speed = malloc((size_t)n * sizeof *(*f)->speed);
  (*f)->density = malloc((size_t)n * sizeof *(*f)->density);
  *blocked = malloc((size_t)n);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    (*f)->speed[i] = 0.5f * (float)i;
    (*f)->density[i] = 2;
    (*blocked)[i] = i % 5 == 0;
    weights[i] = 1.0 / (1 + i);
  }
  return weights;
}

int main(void)
{
  field *f;
  char *blocked;
  double sum = 0, *weights = allocate(&f, &blocked, N);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (!blocked[i])
      f->density[i] += f->speed[N - 1 - i] * 0.25f;
    else
      blocked[i] = 3;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += f->density[i] * weights[i] + blocked[i];
  printf("%.9g %g %d\n", sum, f->density[1], blocked[5]);
  free(f->speed);
  free(f->density);
  free(f);
  free(blocked);
  free(weights);
  return 0;
}
