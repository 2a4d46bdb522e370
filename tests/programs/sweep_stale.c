/* A line of scratch in a sequential loop, of which each step reads elements that none of them writes: they have values from
 * before.  expect: offloaded=4 */
#include <stdio.h>

enum { N = 80, M = 90 };

static double x[N][M], y[N][M], line[M];

static void even(int n)
{
#pragma omp parallel
  for (int j = 1; j < n; j++) {
#pragma omp for
    for (int i = 0; i < M; i += 2)
      line[i] = x[j][i];
#pragma omp for
    for (int i = 0; i < M; i++)
      y[j][i] = line[i] * 2;
  }
}

static void border(int n)
{
#pragma omp parallel
  for (int j = 0; j < n; j++) {
#pragma omp for
    for (int i = 1; i < M - 1; i++)
      line[i] = x[j][i] + y[j][i];
#pragma omp for
    for (int i = 1; i < M - 1; i++)
      x[j][i] = line[i - 1] + line[i + 1];
  }
}

int main(void)
{
  double sum = 0;

  for (int i = 0; i < M; i++) {
    line[i] = i * 0.5;
    for (int j = 0; j < N; j++)
      x[j][i] = (i * j) % 7;
  }
  even(N);
  border(N);
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++)
      sum += x[j][i] * (i % 5) + y[j][i] * (j % 3);
  for (int i = 0; i < M; i++)
    sum += line[i] * i;
  printf("%.10g\n", sum);
  return 0;
}
