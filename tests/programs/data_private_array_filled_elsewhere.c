/* A private array that only a called function writes is each iteration's own.  expect: offloaded=3 */
#include <stdio.h>

#define N 300
#define M 64

static double a[N], b[N];

static void fill(double *row, int seed)
{
  for (int j = 0; j < M; j++) {
    seed = (seed * 37 + 11) % 101;
    row[j] = seed;
  }
}

static double total(const double *row)
{
  double sum = 0;

  for (int j = 0; j < M; j++)
    sum = sum / 2 + row[j];
  return sum;
}

int main(void)
{
  double row[M];
  double sum = 0;

#pragma omp parallel for private(row)
  for (int i = 0; i < N; i++) {
    fill(row, i);
    a[i] = total(row);
  }
#pragma omp parallel private(row)
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      fill(row, 3 * i);
      b[i] = a[i] + total(row);
    }
  }
#pragma omp parallel private(row)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < 3; j++) {
        if (a[i] < 10 * j)
          continue;
        fill(row, i + j);
        b[i] += total(row);
      }
  }
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 5) - b[i];
  printf("%.9f %.9f %.9f\n", a[7], b[N - 1], sum);
  return 0;
}
