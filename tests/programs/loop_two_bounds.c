/* Inner loops with two bounds, of which one counts and the other does not: tiles of a triangle, bands, counters that go
 * down, bounds at the end of their type.  expect: offloaded=6
 * flags: -Wno-sign-compare */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define A(i, j) a[(size_t)(i) * n + (j)]

enum { TILE = 16 };

static void tile(double *a, int n, int k0, int k1, int i0, int j0)
{
  int i1 = i0 + TILE < n ? i0 + TILE : n, j1 = j0 + TILE < n ? j0 + TILE : n;

  for (int i = i0; i < i1; i++)
    for (int j = j0; j < j1 && j <= i; j++) {
      double s = 0;
      for (int c = k0; c < k1; c++)
        s += A(i, c) * A(j, c);
      A(i, j) -= s;
    }
}

int main(void)
{
  int n = 70, k0 = 0, k1 = TILE, last = INT_MAX, first = INT_MIN;
  size_t wide = 9;
  double *a = malloc((size_t)n * n * sizeof *a), sum = 0;
  long *s = calloc(n, sizeof *s), *t = calloc(n, sizeof *t);

  for (int i = 0; i < n * n; i++)
    a[i] = i % 17 - 8;
#pragma omp parallel
#pragma omp single
  for (int i0 = k1; i0 < n; i0 += TILE)
    for (int j0 = k1; j0 <= i0; j0 += TILE)
#pragma omp task firstprivate(i0, j0)
      tile(a, n, k0, k1, i0, j0);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = i - 3; j < n && i + 3 >= j; j++)
      if (j >= 0)
        s[i] += j * 3 + 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = i + 5; j > 2 && j >= i - 4; j--)
      s[i] += j * 7;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i && j <= last; j++)
      t[i] += j;
    for (int j = 0; j >= -i && j > first; j--)
      t[i] -= 2 * j;
    for (int j = 0; j <= 5 && j <= i; j++)
      t[i] += j << 20;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = -2; j < (int)wide && j <= i; j++)
      t[i] += 5 + j;
    for (int j = 0; j < wide && j <= i - 1; j++)
      t[i] += 3 * j;
    for (unsigned j = 0; j < 12u && j <= (unsigned)i; j++)
      t[i] ^= j;
    int end = 2 * i;
    for (int j = 0; j < end && j < 40; j++)
      end -= j % 3;
    t[i] += (long)end << 30;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n && j <= i && j != 50; j++)
      s[i] += 1;
  for (int i = 0; i < n * n; i++)
    sum += a[i] * (i % 5 + 1);
  printf("%.1f\n", sum);
  for (int i = 0; i < n; i++)
    printf("%ld %ld\n", s[i], t[i]);
  return 0;
}
