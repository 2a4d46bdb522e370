/* Points with many components in flat arrays: small matrices, and the populations of a lattice.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

enum { S = 5, POINTS = 700, WIDE = 30, HIGH = 20, Q = 19, STEPS = 4 };

static int ex[Q], ey[Q];

static void forecast(double *x, double *p, const double (*f)[S], int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const int base = i * S * S;
    double next[S], t[S][S], *own = x + i * S, *mine = &p[base];
    for (int r = 0; r < S; r++) {
      next[r] = 0.0;
      for (int c = 0; c < S; c++)
        next[r] += f[r][c] * own[c];
    }
    for (int r = 0; r < S; r++)
      for (int c = 0; c < S; c++) {
        double sum = 0.0;
        for (int k = 0; k < S; k++)
          sum += f[r][k] * mine[k * S + c];
        t[r][c] = sum;
      }
    for (int r = 0; r < S; r++)
      for (int c = 0; c < S; c++) {
        double sum = r == c ? 0.01 : 0.0;
        for (int k = 0; k < S; k++)
          sum += t[r][k] * f[c][k];
        p[(i * S + r) * S + c] = sum;
      }
    for (int r = 0; r < S; r++)
      own[r] = next[r];
  }
}

static void stream(float *to, const float *from)
{
#pragma omp parallel for collapse(2)
  for (int y = 0; y < HIGH; y++)
    for (int x = 0; x < WIDE; x++) {
      float in[Q], density = 0.0f;
      for (int q = 0; q < Q; q++) {
        int sx = (x - ex[q] + WIDE) % WIDE, sy = (y - ey[q] + HIGH) % HIGH;
        in[q] = from[(sy * WIDE + sx) * Q + q];
        density += in[q];
      }
      for (int q = 0; q < Q; q++)
        to[(y * WIDE + x) * Q + q] = 0.75f * in[q] + 0.25f / Q * density;
    }
}

int main(void)
{
  double *x = malloc(POINTS * S * sizeof *x), *p = malloc(POINTS * S * S * sizeof *p), f[S][S], total = 0.0;
  float *one = malloc(WIDE * HIGH * Q * sizeof *one), *other = malloc(WIDE * HIGH * Q * sizeof *other);
  for (int r = 0; r < S; r++)
    for (int c = 0; c < S; c++)
      f[r][c] = r == c ? 0.9 : c == r + 1 ? 0.1 : 0.0;
  for (int q = 0; q < Q; q++) {
    ex[q] = q % 3 - 1;
    ey[q] = q / 3 % 3 - 1;
  }
#pragma omp parallel for
  for (int i = 0; i < POINTS; i++)
    for (int r = 0; r < S; r++) {
      x[i * S + r] = (i + 3 * r) % 11 - 5;
      for (int c = 0; c < S; c++)
        p[i * S * S + r * S + c] = (i + r + c) % 7 * 0.125;
    }
  for (int i = 0; i < WIDE * HIGH * Q; i++)
    one[i] = i % 13 * 0.25f;
  for (int step = 0; step < STEPS; step++) {
    forecast(x, p, (const double(*)[S])f, POINTS);
    stream(step % 2 ? one : other, step % 2 ? other : one);
  }
  for (int i = 0; i < POINTS * S; i++)
    total += x[i] * (i % 5);
  for (int i = 0; i < POINTS * S * S; i++)
    total += p[i] * (i % 3);
  for (int i = 0; i < WIDE * HIGH * Q; i++)
    total += one[i] * (i % 4);
  printf("%.6g\n", total);
  free(x);
  free(p);
  free(one);
  free(other);
  return 0;
}
