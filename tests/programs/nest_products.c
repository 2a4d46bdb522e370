/* Grids whose planes are as long as a variable says that was set to a product.  expect: offloaded=7 */
#include <stdio.h>
#include <stdlib.h>

static void fill(int nx, int ny, int nz, double *v)
{
  const int plane = nx * ny;
#pragma omp parallel for
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        v[k * plane + j * nx + i] = (k * 7 + j * 3 + i) % 11;
}

static void smooth(int nx, int ny, int nz, const double *v, double *to)
{
  int plane = nx * ny;
#pragma omp parallel for
  for (int k = 1; k < nz - 1; k++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        int c = k * plane + j * nx + i;
        to[c] = 0.5 * v[c] + (v[c - plane] + v[c + plane] + v[c - nx] + v[c + nx]) / 8;
      }
}

static void every_other(int nx, int ny, int nz, int ghost, double *v)
{
  const int plane = nx * ny;
#pragma omp parallel for
  for (int k = 1; k < nz - 1; k += 2)
    for (int j = ghost; j < ny - ghost; j++)
      for (int i = ghost; i < nx - ghost; i++)
        v[k * plane + j * nx + i] += v[k * plane + j * nx + i - plane] - v[(k + 1) * plane + j * nx + i];
}

static void blocks(size_t n, size_t m, size_t l, size_t q, float *a)
{
  const size_t row = l * q, block = m * l * q;
#pragma omp parallel for
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      for (size_t k = 0; k < l; k++)
        a[i * block + j * row + k * q] = (float)(i + 2 * j + 3 * k);
}

/* The plane grows later: what it was set to says nothing. */
static void growing(int nx, int ny, int nz, double *v)
{
  int plane = nx * ny;
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
          v[k * plane + j * nx + i] += k - t;
    plane += nx;
  }
}

static void behind(int nx, int ny, int nz, double *v)
{
  const int plane = nx * ny;
  ny = ny / 2;
#pragma omp parallel for
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        v[k * plane + j * nx + i] -= i;
}

int main(void)
{
  int nx = 9, ny = 8, nz = 10, all = nx * ny * (nz + 2);
  double *v = calloc((size_t)all, sizeof(double)), *to = calloc((size_t)all, sizeof(double));
  float *a = calloc(4 * 5 * 6 * 7, sizeof(float));
  fill(nx, ny, nz, v);
  smooth(nx, ny, nz, v, to);
  every_other(nx, ny, nz, 1, to);
  every_other(nx, 1, nz, 0, to);
  blocks(4, 5, 6, 7, a);
  growing(nx, ny, nz, v);
  behind(nx, ny, nz, v);
  double sum = 0, other = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < all; i++)
    sum += v[i] * (i % 5 + 1) + to[i] * (i % 3 + 1);
  for (int i = 0; i < 4 * 5 * 6 * 7; i++)
    other += a[i] * (i % 5 + 1);
  printf("%.10g %g\n", sum, other);
  free(v);
  free(to);
  free(a);
  return 0;
}
