/* Shared pointers that each iteration sets first are copies in each work-item, unless something else reads them.
   expect: offloaded=2 kept=K016,K016,K016 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, M = 8 };

static int *global;

static void neighbours(const int *list, const double *x, double *y)
{
  const int *mine;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      mine = &list[i * M];
      double sum = 0;
      for (int k = 0; k < M; k++)
        sum += x[mine[k]];
      y[i] = sum;
    }
  }
}

static void of_file(int *list)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    global = list + i * M;
    for (int k = 0; k < M; k++)
      global[k]++;
  }
}

static void last_one(int *list, double *y)
{ /* it is read behind the loop */
  int *at = list;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    at = list + M;
    y[i] += at[i % M];
  }
  printf("%d\n", (int)(at - list));
}

static void sometimes(int *list, double *y)
{ /* an iteration that does not set it reads what another one has set */
  int *at = list;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    if (i % 3 == 0)
      at = list;
    y[i] += at[2];
  }
}

static int *seen;
static int peek(void)
{
  return seen[3];
}

static void by_a_function(int *list, double *y)
{ /* a function that the loop calls reads it */
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    seen = list + M;
    y[i] += peek();
  }
}

int main(void)
{
  int *list = malloc(N * M * sizeof *list);
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  for (int i = 0; i < N; i++) {
    x[i] = i % 17;
    for (int k = 0; k < M; k++)
      list[i * M + k] = (i * 3 + k * 5) % N;
  }
  neighbours(list, x, y);
  of_file(list);
  last_one(list, y);
  sometimes(list, y);
  by_a_function(list, y);
  double sum = 0;
  long all = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < M; k++) {
      sum += y[i] * (k + 1);
      all += (long)list[i * M + k] * (i + k);
    }
  printf("%g %ld\n", sum, all);
  free(list);
  free(x);
  free(y);
}
