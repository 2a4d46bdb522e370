/* Loops in which all iterations read the same: bodies, tables of structures of numbers, centres, with steps and
 * conditions, loops that end early, counters that live on, arrays that are written, one to three dimensions.
 * expect: offloaded=8 */
#include <stdio.h>
#include <stdlib.h>

#define N 700
#define CENTRES 20

static double total[N], table[40][3];
static float near[30 * 41];

static void show(const char *name, const void *memory, size_t bytes)
{
  const unsigned char *at = memory;
  unsigned long long hash = 14695981039346656037u;
  size_t i;

  for (i = 0; i < bytes; i++)
    hash = (hash ^ at[i]) * 1099511628211u;
  printf("%s %llx\n", name, hash);
}

static void forces(int n, int from, const float *x, const float *y, const float *z, float *f)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float sum = 0.0f, own[3];
    own[0] = x[i];
    own[1] = y[i];
    own[2] = z[i];
    for (int j = from; j < n; j++) {
      float dx = x[j] - own[0], dy = y[j] - own[1], dz = z[j] - own[2];
      sum += dx + dy * 2 - dz * dx;
    }
    f[i] = sum;
  }
}

static void nearest(long n, const float *x, const float *centre, int *which)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    float least = 1e30f;
    int best = 0, c;
    for (c = 0; c < CENTRES; c++) {
      float sum = 0.0f;
      for (int k = 0; k < 4; k++)
        sum += (x[4 * i + k] - centre[4 * c + k]) * (x[4 * i + k] - centre[4 * c + k]);
      if (sum >= least)
        continue;
      least = sum;
      best = c;
    }
    which[i] = best + 100 * c;
  }
}

/* The loop ends early. */
static void first(int n, const float *x, const float *edge, int *at)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int j;
    for (j = 0; j < n; j++)
      if (edge[j] > x[i])
        break;
    at[i] = j;
  }
}

/* Only some iterations run the loop, or all of it; differences of neighbours are read. */
static void some(int n, const float *x, const int *m, float *f)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float sum = 0.0f;
    if (m[i] > 2)
      for (int j = 0; j < n; j++)
        sum += x[j] * m[i];
    for (int j = 1; j <= n - 2; j++)
      sum += (x[j + 1] - x[j - 1]) * (float)(i % 3);
    f[i] = sum;
  }
}

/* What is read is written: by other iterations not, by this one perhaps. */
static void own(int n, float *x, const float *y)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      if (j % n == i)
        x[i] += y[j] + x[j];
  }
}

int main(void)
{
  float *x = malloc(4 * N * sizeof *x), *y = malloc(N * sizeof *y), *z = malloc(N * sizeof *z);
  float *f = calloc(4 * N, sizeof *f), centre[4 * CENTRES];
  int *which = calloc(N, sizeof *which), i, j, k;

  if (x == NULL || y == NULL || z == NULL || f == NULL || which == NULL)
    return 2;
  for (i = 0; i < 4 * N; i++)
    x[i] = (float)(i * 7 % 61) * 0.25f;
  for (i = 0; i < N; i++) {
    y[i] = (float)(i % 23);
    z[i] = (float)(i % 29) - 8;
  }
  for (i = 0; i < 4 * CENTRES; i++)
    centre[i] = (float)(i * 5 % 17);
  for (i = 0; i < 40; i++)
    for (j = 0; j < 3; j++)
      table[i][j] = i * 3 % 7 + j;

  forces(N, 0, x, y, z, f);
  show("forces", f, N * sizeof *f);
  forces(N - 3, 555, x, y, z, f);
  show("forces", f, N * sizeof *f);
  nearest(N, x, centre, which);
  show("nearest", which, N * sizeof *which);
  first(N, y, z, which);
  show("first", which, N * sizeof *which);
  some(N, x, which, f);
  show("some", f, N * sizeof *f);
  own(N, f, y);
  show("own", f, N * sizeof *f);

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    double sum = 1;

    for (j = 0; j < 40; j++)
      sum = sum * 0.5 + table[j][0] * i - table[j][2];
    total[i] = sum;
    for (j = 0; j < 3; j++)
      total[i] += j;
  }
  show("table", total, sizeof total);
#pragma omp parallel for collapse(2) private(k)
  for (i = 0; i < 30; i++)
    for (j = 0; j < 41; j++) {
      float sum = 0;

      for (k = 0; k < N; k++)
        sum += y[k] * (float)(i % 4) - z[k];
      near[i * 41 + j] = sum;
    }
  show("planes", near, sizeof near);
#pragma omp parallel for collapse(3) private(k)
  for (i = 0; i < 5; i++)
    for (j = 0; j < 6; j++)
      for (int l = 0; l < 41; l++) {
        float sum = 0;

        for (k = 3; k < N; k++)
          sum += y[k - 3] + z[k] * (float)l;
        near[(i * 6 + j) * 41 + l] = sum;
      }
  show("cubes", near, sizeof near);
  free(x);
  free(y);
  free(z);
  free(f);
  free(which);
  return 0;
}
