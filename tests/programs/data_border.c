/* Loops write arrays but for a border that must survive, alone, again, and before others need the whole.
 * expect: offloaded=9 small: -DN=20 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 420
#endif
#define M 64
#define AT(i, j, k) (((size_t)(i) * M + (size_t)(j)) * M + (size_t)(k))

static double image[N][N], result[N][N], other[N][N];
static float triples[N * 60][3][4];

static void fill(void)
{
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      image[i][j] = (i * 13 + j * 7) % 256 / 256.0;
      result[i][j] = 1 + (i + j) % 3;
      other[i][j] = 4 + (i + 2 * j) % 5;
    }
}

static double sum_of(double x[N][N])
{
  double sum = 0.0;
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      sum += x[i][j] * ((i + 2 * j) % 7 + 1);
  return sum;
}

static void smooth(double to[N][N], double from[N][N], int low, int high)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = low; i < high; i++)
    for (j = 2; j < N - 3; j++) {
      to[i][j] = 0.5 * from[i][j];
      to[i][j] += 0.25 * (from[i][j - 1] + from[i][j + 1]);
    }
}

static void convolve(const double *volume, double *to)
{
  int i, j, k;

#pragma omp parallel for private(j, k)
  for (i = M - 2; i > 0; i--)
    for (j = 1; j < M - 1; j++)
      for (k = 1; k < M - 1; k++)
        to[AT(i, j, k)] = volume[AT(i - 1, j, k)] + volume[AT(i, j + 1, k)] - 0.5 * volume[AT(i, j, k - 1)];
}

static void volumes(void)
{
  double *volume = malloc(sizeof *volume * M * M * M), *to = malloc(sizeof *to * M * M * M), sum = 0.0;
  int i;

  for (i = 0; i < M * M * M; i++) {
    volume[i] = i % 17;
    to[i] = 3 + i % 2;
  }
  convolve(volume, to);
  convolve(to, volume);
  for (i = 0; i < M * M * M; i++)
    sum += (volume[i] + 2 * to[i]) * (i % 5 + 1);
  printf("volumes %.6f\n", sum);
  free(volume);
  free(to);
}

int main(void)
{
  double sum = 0.0;
  int i, j, k;

  fill();
  smooth(result, image, 1, N - 1);
  printf("once %.6f\n", sum_of(result));

  for (i = 0; i < N; i++)
    result[i][0] = -1.0;
  smooth(result, image, 1, N - 1);
  smooth(result, image, 1, N - 1);
  result[0][1] = 9.0;
  printf("again %.6f\n", sum_of(result));

  smooth(result, image, 1, N - 1);
  smooth(result, image, 3, N / 2);
  smooth(other, result, 1, N - 1);
#pragma omp parallel for private(j) reduction(+ : sum)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      sum += result[i][j] - 2 * other[i][j];
  printf("whole %.6f %.6f %.6f\n", sum, sum_of(result), sum_of(other));

  /* an empty area, and one that depends on a condition */
  fill();
  smooth(result, image, 5, 2);
#pragma omp parallel for private(j)
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < N - 1; j++)
      if (image[i][j] > 0.5)
        other[i][j] = 0.0;
#pragma omp parallel for private(j)
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < N - 1; j++)
      if (i < N - 4)
        result[i][j] = 0.125;
  printf("conditions %.6f %.6f\n", sum_of(result), sum_of(other));

  /* all rows, the one that is written twice, and a part that is written backwards */
#pragma omp parallel for private(j, k)
  for (i = 7; i < N * 60 - 1; i++)
    for (j = 0; j < 3; j++)
      for (k = 3; k >= 0; k--)
        triples[i][j][k] = i + 10 * j + k;
#pragma omp parallel for private(j)
  for (i = 1; i < N - 1; i++)
    for (j = N - 2; j > 0; j -= 1) {
      image[i][j] = 1.0;
      image[i][j] = i + image[i][j];
    }
#pragma omp parallel for private(j)
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < N - 1; j += 2)
      other[i][j] = 7.0;
#pragma omp parallel for private(j)
  for (i = 2; i < N - 1; i++)
    for (j = 1; j < i; j++)
      result[i][j] = j;
  sum = 0.0;
  for (i = 0; i < N * 60; i++)
    for (j = 0; j < 3; j++)
      for (k = 0; k < 4; k++)
        sum += triples[i][j][k] * (k + 1);
  printf("parts %.3f %.6f %.6f %.6f\n", sum, sum_of(image), sum_of(other), sum_of(result));
  volumes();
  return 0;
}
