/* Arrays of complex numbers as arrays of their parts, as transforms in place use them, and the reverse.
 * expect: offloaded=8 */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 14, PADDED = 2 * (N / 2 + 1), POINTS = 600 };

typedef float complex small;
typedef double complex wide;

struct box {
  small *waves;
  int sides[3];
};

static size_t cell(int x, int y, int z, const int sides[3])
{
  return z + PADDED * (size_t)(y + sides[1] * x);
}

static void scale(double *numbers, int n, double factor)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    numbers[i] *= factor;
}

static double norm(const wide *waves, int n)
{
  const double *parts = (const double *)waves;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 2 * n; i += 2)
    sum += parts[i] * parts[i] + parts[i + 1] * parts[i + 1];
  return sum;
}

int main(void)
{
  struct box box = {malloc(sizeof(small) * N * N * (N / 2 + 1)), {N, N, N}}, *of = &box;
  float *cells = malloc(sizeof *cells * N * N * N);
  wide *waves = malloc(POINTS * sizeof *waves), table[30];
  double *parts = malloc(2 * POINTS * sizeof *parts), sum = 0;

  for (int i = 0; i < N * N * N; i++)
    cells[i] = i % 37 * 0.25f;
#pragma omp parallel for
  for (int x = 0; x < of->sides[0]; x++)
    for (int y = 0; y < of->sides[1]; y++)
      for (int z = 0; z < of->sides[2]; z++)
        *((float *)of->waves + cell(x, y, z, of->sides)) = cells[(x * N + y) * N + z];
#pragma omp parallel for
  for (int x = 0; x < N; x++)
    for (int y = 0; y < N; y++)
      for (int z = 0; z < N / 2; z++)
        box.waves[(x * N + y) * (N / 2 + 1) + z] *= 1.0f + 0.5f * I;
#pragma omp parallel for reduction(+ : sum)
  for (int x = 0; x < N; x++)
    for (int y = 0; y < N; y++)
      for (int z = 0; z < N; z++)
        sum += ((float *)box.waves)[cell(x, y, z, box.sides)] * (z + 1);
  printf("%.3f\n", sum);
  for (int i = 0; i < POINTS; i++)
    waves[i] = i * 0.5 - i * I;
  scale((double *)waves, 2 * POINTS, 0.25);
  printf("%.3f\n", norm(waves, POINTS));
  for (int i = 0; i < 2 * POINTS; i++)
    parts[i] = i % 19;
#pragma omp parallel for
  for (int i = 0; i < POINTS; i++) {
    wide *as_waves = (wide *)parts;
    as_waves[i] = conj(as_waves[i]) * waves[i];
  }
  printf("%.3f\n", norm((const wide *)parts, POINTS));
#pragma omp parallel for
  for (int i = 0; i < POINTS; i++) {
    wide own[2] = {waves[i], i};
    const double *numbers = (const double *)own;
    double(*pairs)[2] = (double(*)[2])waves;
    pairs[i][0] = numbers[1] + numbers[2];
    pairs[i][1] = numbers[3] - numbers[0];
  }
  printf("%.3f\n", norm(waves, POINTS));
  for (int i = 0; i < 30; i++)
    table[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    ((double *)table)[i] += i;
  printf("%.3f %.3f\n", creal(table[7]), cimag(table[7]));
  free(cells);
  free(waves);
  free(parts);
  free(box.waves);
  return 0;
}
