/* Loops that are tiled by hand, in the forms that people write.  expect: offloaded=10 */
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define TILE 8

static double c[40][40], d[40][40];

static int smaller(int x, int y)
{
  if (x < y)
    return x;
  return y;
}

/* macros, a size of tiles that is not known */
static void transpose(int n, int t, double *to, const double *from)
{
  int it, jt, i, j;
#pragma omp parallel for private(jt, i, j)
  for (it = 0; it < n; it += t)
    for (jt = 0; jt < n; jt += t)
      for (i = it; i < MIN(n, it + t); i++)
        for (j = jt; j < MIN(n, jt + t); j++)
          to[j * n + i] += from[i * n + j];
}

/* collapsed, with conditional expressions and variables for the ends of tiles */
static void product(int n, int t, double *to, const double *a, const double *b)
{
#pragma omp parallel for collapse(2)
  for (int it = 0; it < n; it += t)
    for (int jt = 0; jt < n; jt += t)
      for (int kt = 0; kt < n; kt += TILE) {
        int ie = it + t < n ? it + t : n;
        int ke = n - kt < TILE ? n : kt + TILE;
        for (int i = it; i < ie; i++)
          for (int k = kt; k < ke; k++)
            for (int j = jt; j < n && j < jt + t; j++)
              to[i * n + j] += a[i * n + k] * b[k * n + j];
      }
}

/* tiles by number, a border, and a product in a private variable */
static void smooth(int n, double (*to)[40], double (*from)[40])
{
  int blocks = (n + TILE - 1) / TILE;
#pragma omp parallel
  {
#pragma omp for
    for (int ib = 0; ib < blocks; ib++)
      for (int jb = 0; jb < blocks; jb++)
        for (int i = MAX(1, ib * TILE); i < smaller(n - 1, (ib + 1) * TILE); i++)
          for (int j = MAX(1, jb * TILE); j <= MIN(n - 2, jb * TILE + TILE - 1); j++) {
            double around = from[i - 1][j] + from[i + 1][j];
            around += from[i][j - 1] + from[i][j + 1];
            to[i][j] = 0.25 * around;
          }
  }
}

/* no minimum: tiles may end behind the bound; the counters run from 3 */
static void exact(long n, long t, double (*to)[40])
{
  long i, it, j, jt;
#pragma omp parallel for private(i, j, jt)
  for (it = 3; it <= n; it = it + t)
    for (jt = 0; jt < 40; jt += 5)
      for (i = it; i < it + t; ++i)
        for (j = jt; j < jt + 5; ++j) {
          if (j == i)
            continue;
          to[i][j] += i - j;
        }
}

/* strips that may end behind a row, in the next one, where the order of rows matters */
static void sweep(int n, int t, double *to)
{
#pragma omp parallel for
  for (int p = 0; p < 1; p++)
    for (int jt = 0; jt < n; jt += t)
      for (int k = 0; k < n; k++)
        for (int j = jt; j < jt + t; j++)
          to[k * n + j] = 0.5 * to[k * n + j] + j * k;
}

/* a reduction, unsigned counters, and one strip alone */
static double total(size_t n, size_t chunk, const double *v)
{
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (size_t first = 0; first < n; first += chunk) {
    const size_t last = first + chunk > n ? n : first + chunk;
    for (size_t i = first; i < last; i++)
      sum += v[i];
  }
  return sum;
}

/* rows that only their own strip may sum up: the strip is in the order of the loop around it */
static void rows(int n, int t, double (*to)[40], double (*from)[40])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int kt = 0; kt < n; kt += t)
      for (int j = 0; j < n; j++)
        for (int k = kt; k < MIN(n, kt + t); k++)
          to[i][j] = 0.5 * to[i][j] + from[k][j];
}

/* elements that come in another order by rows than by tiles */
static void ordered(int n, int t, double (*to)[40])
{
#pragma omp parallel for
  for (int p = 0; p < 40; p++)
    for (int it = 1; it < n; it += t)
      for (int jt = 0; jt < n - 1; jt += t)
        for (int i = it; i < MIN(n, it + t); i++)
          for (int j = jt; j < MIN(n - 1, jt + t); j++)
            to[p][(i * 7 + j) % 40] = 0.5 * to[p][((i - 1) * 7 + j + 1) % 40] + i;
}

/* counters of tiles that the body uses */
static void marked(int n, int t, double (*to)[40])
{
#pragma omp parallel for
  for (int it = 0; it < n; it += t)
    for (int i = it; i < MIN(n, it + t); i++)
      to[i][0] += it;
}

/* an element between the loops of a tile, which all its columns use */
static void scaled(int n, int t, double *to, const double *a, const double *b)
{
#pragma omp parallel for
  for (int it = 0; it < n; it += t)
    for (int kt = 0; kt < n; kt += t)
      for (int jt = 0; jt < n; jt += t)
        for (int i = it; i < MIN(n, it + t); i++)
          for (int k = kt; k < MIN(n, kt + t); k++) {
            double factor = a[i * n + k];
            for (int j = jt; j < MIN(n, jt + t); j++)
              to[i * n + j] += factor * b[k * n + j];
          }
}

static void show(int n, const double *v)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += v[i] * (i % 11 + 1);
  printf("%.6f\n", sum);
}

int main(void)
{
  static const int sizes[][2] = {{40, 4}, {37, 7}, {40, 64}, {5, 1}, {0, 3}};
  double *a = malloc(1600 * sizeof *a), *b = malloc(1600 * sizeof *b);

  for (int run = 0; run < 5; run++) {
    int n = sizes[run][0], t = sizes[run][1];
    for (int i = 0; i < 1600; i++) {
      a[i] = (i * 7) % 23 - 11;
      b[i] = (i * 5) % 19;
      c[i / 40][i % 40] = (i * 3) % 17;
      d[i / 40][i % 40] = 0.0;
    }
    transpose(n, t, a, b);
    show(1600, a);
    product(n, t, a, b, c[0]);
    show(1600, a);
    smooth(n, d, c);
    show(1600, d[0]);
    exact(n - 9, t > 7 ? 7 : t, c);
    show(1600, c[0]);
    printf("%.6f\n", total(n * 40, t, b));
    sweep(n / 2, t, a);
    show(1600, a);
    rows(n, t, d, c);
    show(1600, d[0]);
    ordered(n, t, d);
    show(1600, d[0]);
    marked(n, t, d);
    show(1600, d[0]);
    scaled(n, t, d[0], a, b);
    show(1600, d[0]);
  }
  free(a);
  free(b);
  return 0;
}
