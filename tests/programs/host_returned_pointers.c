/* The host changes single elements through functions that return pointers, and through pointers that it computes.
 * expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

#define N 4000

struct vector {
  int size, asked;
  double *data;
};

static double *at(const struct vector *v, int i) { return &v->data[i]; }
static double *counted(struct vector *v, int i) { v->asked++; return v->data + i; }
static double *element(double *a, int i) { return i < 0 ? a : a + i; }
static int *place(int *a, const int *where, int i) { return &a[where[i]]; }

int main(void)
{
  struct vector v = {N, 0, malloc(N * sizeof(double))};
  double *q = malloc(N * sizeof *q), *other = malloc(N * sizeof *other), sum = 0;
  int *where = malloc(N * sizeof *where), *count = malloc(N * sizeof *count);

  for (int round = 0; round < 4; round++) {
#pragma omp parallel for
    for (int i = 0; i < v.size; i++) {
      v.data[i] = i + round;
      q[i] = round;
      other[i] = i;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      where[i] = (i * 7 + round) % N;
      count[i] = i;
    }
    *at(&v, 3) += 1;
    *element(q, 7) += 2.5;
    *(other + round + 5) *= 3;
    element(q, 1)[8 + round] = -1;
    (other + 2)[round]++;
    *at(&v, round) = *element(q, 9);
    *place(count, where, 5) += 1000;
    *counted(&v, v.asked) += 10;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += (v.data[i] + 2 * q[i] - other[i]) * (i % 50 + 1);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += count[i] % 1013 * (double)(where[i] % 11);
    printf("%.12g %d\n", sum, v.asked);
  }
  free(v.data);
  free(q);
  free(other);
  free(where);
  free(count);
  return 0;
}
