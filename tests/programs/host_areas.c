/* The host reads and writes rows, columns, blocks and faces of large arrays between launches.  expect: offloaded=9 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 160, STEPS = 4, BLOCK = 8, NX = 24, NY = 30, NZ = 40 };

struct grid {
  int nx, ny, nz;
  double *u;
};

static double cube[NZ][NY][NX];

/* A block on the diagonal, in the manner of a blocked factorisation. */
static void diagonal(double *a, int n, int offset)
{
  for (int i = 0; i < BLOCK; i++) {
    for (int j = i; j < BLOCK; j++)
      for (int k = 0; k < i; k++)
        a[(offset + i) * n + offset + j] -= .001 * a[(offset + i) * n + offset + k] * a[(offset + k) * n + offset + j];
    for (int j = i + 1; j < BLOCK; j++)
      a[(offset + j) * n + offset + i] *= .5;
  }
}

static void walls(double *a, int n)
{
  int i;
  for (i = 0; i < n; i++) {
    a[i] = 1;
    a[(n - 1) * n + i] = a[i] + 2;
  }
  for (i = 1; i < n - 1; ++i) {
    a[i * n] = -a[i * n + 1];
    a[i * n + n - 1] = -a[i * n + n - 2];
  }
}

static void faces(struct grid *g, double value)
{
  double *u = g->u;
  for (int k = 0; k < g->nz; k++)
    for (int j = 0; j < g->ny; j++) {
      u[(k * g->ny + j) * g->nx] = value;
      u[(k * g->ny + j) * g->nx + g->nx - 1] += value;
    }
  for (int k = g->nz - 1; k >= 0; k--)
    for (int i = 0; i < g->nx; i += 3)
      u[k * g->ny * g->nx + i] = u[(k * g->ny + 1) * g->nx + i];
}

int main(void)
{
  double *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b), sum = 0, most;
  struct grid g = {NX, NY, NZ, malloc(NX * NY * NZ * sizeof(double))};
  size_t n = N;
  int pivot;

#pragma omp parallel for
  for (int i = 0; i < N * N; i++)
    a[i] = b[i] = (i * 7) % 23;
#pragma omp parallel for
  for (int i = 0; i < NX * NY * NZ; i++) {
    g.u[i] = i % 29;
    ((double *)cube)[i] = i % 31;
  }
  for (int t = 0; t < STEPS; t++) {
    diagonal(a, N, t * BLOCK);
#pragma omp parallel for
    for (int i = 0; i < N * N; i++)
      a[i] += 1;
    walls(b, N);
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i * N + j] = .25 * (b[(i - 1) * N + j] + b[(i + 1) * N + j] + b[i * N + j - 1] + b[i * N + j + 1]);
    /* The largest of a column, and rows exchanged. */
    pivot = t;
    most = 0;
    for (size_t i = t; i < n; i++)
      if (a[i * n + t] > most) {
        most = a[i * n + t];
        pivot = i;
      }
    if (pivot != t)
      for (int j = 0; j < N; j++) {
        double swapped = a[t * N + j];
        a[t * N + j] = a[pivot * N + j];
        a[pivot * N + j] = swapped;
      }
    for (int i = 0; i < N; i++)
      sum += a[i * N + i] * i;
#pragma omp parallel for
    for (int i = 0; i < N * N; i++)
      b[i] = a[i] * .5 + b[i];
    faces(&g, t);
#pragma omp parallel for
    for (int i = 0; i < NX * NY * NZ; i++)
      g.u[i] = g.u[i] * .5 + i % 3;
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++)
        cube[k][j][0] = cube[k][j][NX - 1];
    for (int i = 0; i < NX; i++)
      cube[t][3][i] = sum;
    sum += cube[1][2][3];
#pragma omp parallel for
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
          cube[k][j][i] += k + j - i;
    /* Down to up, by steps, and in parts that overlap. */
    for (int i = N - 1; i > 0; i -= 4)
      sum += b[(i - 1) * N + t] + b[i * N + t + 1];
    memcpy(b + 3 * N, b + (t + 4) * N, N * sizeof *b);
    for (int i = t; i < t + 3 && b[i] < 1e9; i++)
      b[i] += sum;
#pragma omp parallel for
    for (int i = 0; i < N * N; i++)
      b[i] = b[i] * .25;
#pragma omp parallel for
    for (int i = 0; i < N * N; i++)
      a[i] += b[i];
  }
  for (int i = 0; i < N * N; i++)
    sum += a[i] * (i % 7) + b[i] * (i % 5);
  for (int i = 0; i < NX * NY * NZ; i++)
    sum += g.u[i] * (i % 3) + ((double *)cube)[i];
  printf("%.10g\n", sum);
  free(a);
  free(b);
  free(g.u);
  return 0;
}
