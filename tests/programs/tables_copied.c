/* Kernels copy structures with pointers, as such and as bytes: the tables that other kernels follow have other pointers then.
 * expect: offloaded=6 kept= */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40

struct box {
  double *row;
  int number;
};

static void print(const double *x)
{
  for (int i = 0; i < N; i++)
    printf("%g%c", x[i], i % 10 == 9 ? '\n' : ' ');
}

int main(void)
{
  struct box *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), **p = malloc(N * sizeof *p);
  double x[N];

  for (int i = 0; i < N; i++) {
    a[i].row = malloc(3 * sizeof(double));
    b[i].row = malloc(3 * sizeof(double));
    p[i] = malloc(sizeof **p);
    a[i].number = i;
    b[i].number = -i;
    a[i].row[1] = i;
    b[i].row[1] = 100 + i;
    *p[i] = a[i];
  }
  for (int turn = 0; turn < 3; turn++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] = a[i].row[1] + p[i]->row[1] * 2 + a[i].number;
    print(x);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      a[i] = b[(N - 1 - i + turn) % N];
      *p[i] = b[i];
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] = a[i].row[1] - p[i]->row[1];
    print(x);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      memcpy(&a[i], &b[i], sizeof a[i]);
      memcpy(p[i], &b[(i + turn + 1) % N], sizeof b[i]);
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] = a[i].row[1] * 3 + p[i]->row[1];
    print(x);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i].number += p[i]->number;
  }
  return 0;
}
