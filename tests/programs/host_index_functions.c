/* Functions that compute subscripts, and rows that functions return: the host sets borders and reads columns between
 * launches.
 *
 * expect: offloaded=5 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 250, STEPS = 12 };

static inline int at(int n, int i, int j) { return i + (n + 2) * j; }

struct grid {
  int nx, ny, ghost;
  double *u;
};
static size_t place(const struct grid *g, int i, int j)
{
  size_t width = (size_t)g->nx + 2 * g->ghost;
  const size_t row = j + g->ghost;
  return row * width + i + g->ghost;
}
static double *row(const struct grid *g, int j) { return g->u + place(g, 0, j); }
static int mirrored(const struct grid *g, int j) { return g->ny - 1 - j; }

static int calls;
static int counted(int i)
{
  calls++;
  return i + 1;
}
static int clamped(int i, int n)
{
  if (i < 0)
    return 0;
  return i < n ? i : n - 1;
}

/* As in a fluid solver: the sides are the ones beside them, or their negatives. */
static void sides(int n, int b, float *x)
{
  for (int i = 1; i <= n; i++) {
    x[at(n, 0, i)] = b == 1 ? -x[at(n, 1, i)] : x[at(n, 1, i)];
    x[at(n, n + 1, i)] = b == 1 ? -x[at(n, n, i)] : x[at(n, n, i)];
    x[at(n, i, 0)] = b == 2 ? -x[at(n, i, 1)] : x[at(n, i, 1)];
    x[at(n, i, n + 1)] = b == 2 ? -x[at(n, i, n)] : x[at(n, i, n)];
  }
  x[at(n, 0, 0)] = .5f * (x[at(n, 1, 0)] + x[at(n, 0, 1)]);
}

static void periodic(struct grid *g)
{
  for (int j = 0; j < g->ny; j++) {
    g->u[place(g, -1, j)] = g->u[place(g, g->nx - 1, j)];
    row(g, j)[g->nx] = row(g, j)[0];
  }
  for (int i = 0; i < g->nx; i++) {
    row(g, -1)[i] = row(g, mirrored(g, 0))[i];
    row(g, g->ny)[i] = row(g, mirrored(g, g->ny - 1))[i];
  }
}

int main(void)
{
  float *x = calloc((N + 2) * (N + 2), sizeof(float)), *y = calloc((N + 2) * (N + 2), sizeof(float));
  struct grid g = {300, 200, 1, NULL}, next = g;
  g.u = calloc(302 * 202, sizeof(double));
  next.u = calloc(302 * 202, sizeof(double));
  double *flat = calloc(9000, sizeof(double)), sum = 0;

  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
    for (int j = 1; j <= N; j++)
      for (int i = 1; i <= N; i++)
        y[at(N, i, j)] = (float)(i * j % 7 + t) + .2f * (x[at(N, i - 1, j)] + x[at(N, i + 1, j)] + x[at(N, i, j - 1)] + x[at(N, i, j + 1)]);
#pragma omp parallel for
    for (int j = 1; j <= N; j++)
      for (int i = 1; i <= N; i++)
        x[at(N, i, j)] = y[at(N, i, j)];
    sides(N, t % 3, x);
  }

  for (int t = 0; t < STEPS; t++) {
    struct grid swap = g;
#pragma omp parallel for
    for (int j = 0; j < g.ny; j++)
      for (int i = 0; i < g.nx; i++) {
        const double *u = &g.u[place(&g, i, j)];
        next.u[place(&g, i, j)] = (i + 3 * j) % 11 + .2 * (u[-1] + u[1] + u[-302] + u[302]);
      }
    g = next;
    next = swap;
    periodic(&g);
    for (int j = 0; j < g.ny; j += 50)
      sum += g.u[place(&g, t, j)];
  }

  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
    for (int i = 0; i < 9000; i++)
      flat[i] = flat[i] * .5 + i % (t + 2);
    flat[counted(t)] += 1; /* it counts: not twice */
    for (int k = -3; k < 3; k++)
      flat[clamped(k + t, 9000)] += k;
    sum += flat[clamped(100000, 9000)];
  }
  double all = 0;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < 9000; i++)
    all += flat[i];
  printf("%.9g %.9g %.9g %d\n", sum, all, x[at(N, 0, 0)] + x[at(N, N + 1, 7)] + x[at(N, 7, N + 1)], calls);
  for (int j = -1; j <= g.ny; j += 67)
    printf("%.9g %.9g %.9g\n", row(&g, j)[-1], row(&g, j)[5], row(&g, j)[g.nx]);
  return 0;
}
