/* Loops over rows that may end early: where they end is found first.  What decides must not need other arrays. */
enum { N = 40 };

static int row[N + 1], adj[N * N], level[N], sum_of[N];

void less(int most)
{
#pragma omp parallel for
  for (int v = 0; v < N; v++) {
    int sum = 0;
    for (int k = row[v]; k < row[v + 1]; k++) {
      int u = adj[k];
      if (u > v + most)
        break;
      sum += level[u];
    }
    sum_of[v] = sum;
  }
}

void refused(int depth)
{
#pragma omp parallel for
  for (int v = 0; v < N; v++) {
    int sum = 0;
    for (int k = row[v]; k < row[v + 1]; k++) {
      if (level[adj[k]] == depth)
        break;
      sum += level[k % N];
    }
    sum_of[v] = sum;
  }
}
