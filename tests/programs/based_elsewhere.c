/* Pointers that lie outside of their memory, and have the address of other memory: what a loop reaches says which
 * memory they are for, or where they were computed.  Where that leaves two, the loop stays on the CPU.
 * expect: offloaded=6 idle=2 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };

static double *based(double *block, long low) { return block - low; }

static void weigh(const double *x, double *y, const int *order, long low, long other) {
#pragma omp parallel for
  for (long i = 0; i < N; i++)
    y[i + other] = 2 * x[order[i] + low] + y[i + other];
}

int main(void) {
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), *z = malloc(N * sizeof *z);
  int *order = malloc(N * sizeof *order);
  for (int i = 0; i < N; i++) {
    x[i] = i;
    y[i] = 3 * i % 7;
    z[i] = 1;
    order[i] = (i * 7 + 3) % N;
  }
  long from_y = x - y, from_z = y - z;
  double *p = based(x, from_y); /* the address of y, for the memory of x */
  double *q = based(y, from_z); /* the address of z, for the memory of y */
  for (int turn = 0; turn < 3; turn++) {
#pragma omp parallel for
    for (long i = from_y; i < from_y + N; i++) /* known reach */
      p[i] = p[i] * 0.5 + turn;
#pragma omp parallel for
    for (long i = 0; i < N; i++) /* y and z themselves */
      y[i] += z[i];
#pragma omp parallel for
    for (long i = 0; i < N; i++) /* reached by data, through the address of z */
      q[from_z + order[i]] += 1;
#pragma omp parallel for
    for (long i = 0; i < N; i++)
      z[i] = x[i] + z[i] * 0.25;
    weigh(p, q, order, from_y, from_z);
    weigh(y, x, order, 0, 0);
    x[turn] += p[from_y + 5];
    q[from_z + turn] -= 1;
  }
#pragma omp parallel for
  for (int i = 1; i <= N; i++)
    (x - 1)[i] += (y - 1)[i];
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i] * (i % 5) + y[i] * (i % 3) + z[i];
  printf("%.10g\n", sum);
  free(x);
  free(y);
  free(z);
  free(order);
}
