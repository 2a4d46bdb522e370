/* Rows under a condition whose elements read what the row's last statement writes, and elements with loops of their
 * own. */
enum { N = 60 };

static int row[N + 1], adj[N * N], level[N];
static double paths[N];
static long squares_of[N];

void counted(int n, int depth)
{
#pragma omp parallel for
  for (int v = 0; v < n; v++) {
    if (level[v] != depth + 1)
      continue;
    double sum = 0;
    for (int k = row[v]; k < row[v + 1]; k++)
      if (level[adj[k]] == depth)
        sum += paths[adj[k]];
    paths[v] = sum;
  }
}

void squares(int n)
{
#pragma omp parallel for
  for (int v = 0; v < n; v++) {
    long found = 0;
    for (int k = row[v]; k < row[v + 1]; k++)
      for (int j = row[adj[k]]; j < row[adj[k] + 1]; j++)
        if (adj[j] > v)
          found++;
    squares_of[v] = found;
  }
}
