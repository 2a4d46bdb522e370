/* Reductions that the program declares, of arrays and of sections: elements are combined one by one.  A section that
 * does not begin with the first element, and one with a value that is no number, stay.
 * expect: offloaded=8 kept=K019,K019 */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000, BINS = 16 };

typedef struct {
  double x, y;
} vector;

struct nearest {
  double far;
  int at;
};

static void join(vector *to, const vector *from)
{
  to->x += from->x;
  to->y += from->y;
}

#pragma omp declare reduction(add : vector : omp_out.x += omp_in.x, omp_out.y += omp_in.y) \
    initializer(omp_priv = (vector){0, 0})
#pragma omp declare reduction(joined : vector : join(&omp_out, &omp_in))
#pragma omp declare reduction(most : double : omp_out = omp_in > omp_out ? omp_in : omp_out) \
    initializer(omp_priv = -1e30)
#pragma omp declare reduction(least : int : omp_out = omp_in < omp_out ? omp_in : omp_out) \
    initializer(omp_priv = omp_orig)
#pragma omp declare reduction(sum : long : omp_out += omp_in) initializer(omp_priv = 0)
#pragma omp declare reduction(nearer : struct nearest : omp_out = omp_in.far < omp_out.far ? omp_in : omp_out) \
    initializer(omp_priv = {1e9, -1})

static int bin[N];
static double value[N], highest[BINS];

static void print(const char *name, const void *of, int n)
{
  const double *at = of;

  printf("%s", name);
  for (int k = 0; k < n; k++)
    printf(" %g", at[k]);
  printf("\n");
}

static void vectors(void)
{
  vector forces[BINS] = {{1, 2}}, others[BINS] = {{0}};

#pragma omp parallel for reduction(add : forces[:BINS])
  for (int i = 0; i < N; i++) {
    forces[bin[i]].x += i;
    forces[bin[i]].y -= 0.5 * i;
  }
  print("add", forces, 2 * BINS);
#pragma omp parallel for reduction(joined : others) schedule(static, 7)
  for (int i = 0; i < N; i++) {
    vector *to = &others[bin[i]];
    to->x += 1;
    to->y += i % 3;
  }
  join(&others[0], &forces[1]);
  print("joined", others, 2 * BINS);
}

static void extremes(void)
{
  double grid[4][4] = {{0}}, some[BINS] = {4000};
  int low[BINS];

  for (int k = 0; k < BINS; k++)
    low[k] = k < 3 ? -5 : 1000;
#pragma omp parallel
  {
#pragma omp for reduction(most : highest)
    for (int i = 0; i < N; i++)
      if (value[i] > highest[bin[i]])
        highest[bin[i]] = value[i];
#pragma omp for reduction(least : low)
    for (int i = 0; i < N; i++)
      if (low[bin[i]] > i % 100)
        low[bin[i]] = i % 100;
  }
#pragma omp parallel for collapse(2) reduction(most : grid)
  for (int i = 0; i < N / 10; i++)
    for (int j = 0; j < 10; j++) {
      const int k = bin[10 * i + j];
      grid[k / 4][k % 4] = grid[k / 4][k % 4] > value[10 * i + j] ? grid[k / 4][k % 4] : value[10 * i + j];
    }
#pragma omp parallel for reduction(most : some[:8])
  for (int i = 0; i < N; i++)
    if (bin[i] < 8 && value[i] > some[bin[i]])
      some[bin[i]] = value[i];
  print("most", highest, BINS);
  print("grid", grid, BINS);
  print("some", some, BINS);
  for (int k = 0; k < BINS; k++)
    printf("%d%c", low[k], k == BINS - 1 ? '\n' : ' ');
}

static void totals(int n)
{
  long *sums = calloc(n, sizeof *sums), upper[BINS] = {3};

#pragma omp parallel for reduction(sum : sums[0:n])
  for (int i = 0; i < N; i++)
    sums[bin[i] % n] += i;
#pragma omp parallel for reduction(sum : upper[8:8])
  for (int i = 0; i < N; i++)
    if (bin[i] > 7)
      upper[bin[i]] += i;
  for (int k = 0; k < n; k++)
    printf("%ld %ld%c", sums[k], upper[k], k == n - 1 ? '\n' : ' ');
  free(sums);
}

static void places(void)
{
  struct nearest found[BINS];

  for (int k = 0; k < BINS; k++)
    found[k] = (struct nearest){1e9, -1};
#pragma omp parallel for reduction(nearer : found)
  for (int i = 0; i < N; i++)
    if (i * 0.5 + bin[i] < found[bin[i]].far)
      found[bin[i]] = (struct nearest){i * 0.5 + bin[i], i};
  for (int k = 0; k < BINS; k++)
    printf("%d%c", found[k].at, k == BINS - 1 ? '\n' : ' ');
}

/* Products of complex numbers, element by element. */
static void products(void)
{
  double complex turns[4] = {1 + 0.25 * I, 2 - I, 0.5 + I, 1 - 3 * I};

#pragma omp parallel for reduction(* : turns)
  for (int i = 0; i < N; i++)
    turns[bin[i] % 4] *= i % 5 == 0 ? -I : 1 + (i % 3 - 1) * 0.0625 * I;
  for (int k = 0; k < 4; k++)
    printf("%.6f %.6f%c", creal(turns[k]), cimag(turns[k]), k == 3 ? '\n' : ' ');
}

int main(void)
{
  for (int i = 0; i < N; i++) {
    bin[i] = i * 7 % BINS;
    value[i] = i * 31 % 1009 * 0.25;
  }
  vectors();
  extremes();
  totals(BINS - 3);
  places();
  products();
  return 0;
}
