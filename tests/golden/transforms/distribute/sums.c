/* Iterations whose inner loops lanes share add to reductions, and may set them. */
#include <stdbool.h>

enum { N = 60 };

static int row[N + 1], adj[N * N], label[N];

long found(void)
{
  long sum = 0;
  int most = -1;
  bool differs = false;
#pragma omp parallel for reduction(+ : sum) reduction(max : most) reduction(|| : differs)
  for (int v = 0; v < N; v++) {
    if (label[v] == 3) {
      differs = true;
      continue;
    }
    for (int k = row[v]; k < row[v + 1]; k++)
      sum += label[adj[k]];
    if (row[v + 1] - row[v] > most)
      most = row[v + 1] - row[v];
  }
  return sum * 100 + most * 2 + differs;
}

double refused(int limit)
{
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int v = 0; v < N; v++) {
    for (int k = row[v]; k < row[v + 1]; k++)
      sum += label[adj[k]];
    if (sum > limit)
      label[v] = label[v] + 1 - 1;
  }
  return sum;
}
