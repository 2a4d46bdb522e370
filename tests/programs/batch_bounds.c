/* Sweeps by diagonals whose launches are right only under conditions on their bounds, and whose sizes are members of
 * a structure that is passed as a whole.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j) ((size_t)(j) * nx + (i))

struct angles {
  int n;
  double *cosine, weight;
  struct {
    int skip;
  } at;
};

/* Elements `j * nx + i` are different ones for different `i` and `j` only where `i` is less than `nx`.  In one step the
 * only iteration is behind a row: the CPU runs it, in between. */
static void diagonals(struct angles q, int nx, int ny, const double *source, double *left, double *flux, int back)
{
  for (int d = 0; d < nx + ny - 1; d++) {
    int lo = d - ny + 1 > 0 ? d - ny + 1 : 0, hi = d < nx - 1 ? d : nx - 1;
    if (d == nx + 3) lo = hi = nx;
#pragma omp parallel for
    for (int a = lo; a <= hi; a++) {
      int b = d - a, i = back ? nx - 1 - a : a, j = back ? ny - 1 - b : b;
      double sum = 0.0;
      for (int k = q.at.skip; k < q.n; k++) {
        double out = (source[AT(i, j)] + q.cosine[k] * left[k * ny + j]) * 0.5;
        left[k * ny + j] = out;
        sum += q.weight * out;
      }
      flux[AT(i, j)] += sum;
    }
  }
}

/* The members differ each time. */
static double counted(struct angles q, long *x, int n)
{
  long sum = 0;
  for (int k = 0; k < 40; k++) {
    q.n = k % 7 + 1;
    q.at.skip = k % 3;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = x[i] * 3 + q.n * i + q.at.skip;
  }
  for (int i = 0; i < n; i++)
    sum += x[i] % 1000;
  return sum;
}

/* Its own copy is changed by each iteration. */
static double changed(struct angles q, double *x, int n)
{
  double sum = 0;
#pragma omp parallel for firstprivate(q)
  for (int i = 0; i < n; i++) {
    struct angles mine = q;
    mine.n += i;
    x[i] += mine.n * mine.weight + q.n;
  }
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

int main(void)
{
  int nx = 40, ny = 30;
  struct angles q = {5, calloc(5, sizeof(double)), 0.25, {1}};
  double *source = calloc((size_t)nx * ny, sizeof *source), *flux = calloc((size_t)nx * ny, sizeof *flux);
  double *left = calloc((size_t)q.n * ny, sizeof *left), *x = calloc(100, sizeof *x), sum = 0;
  long *whole = calloc(100, sizeof *whole);
  if (!q.cosine || !source || !flux || !left || !x || !whole) return 1;
  for (int k = 0; k < q.n; k++) q.cosine[k] = 0.1 + k * 0.15;
  for (int k = 0; k < nx * ny; k++) source[k] = k * 7 % 13;
  diagonals(q, nx, ny, source, left, flux, 0);
  diagonals(q, nx, ny, source, left, flux, 1);
  for (int k = 0; k < nx * ny; k++) sum += flux[k] * (k % 5);
  printf("diagonals %.12g %.12g\n", sum, flux[nx * ny - 1]);
  printf("counted %.12g\n", counted(q, whole, 100));
  printf("changed %.12g\n", changed(q, x, 100));
  free(q.cosine);
  free(source);
  free(flux);
  free(left);
  free(x);
  free(whole);
  return 0;
}
