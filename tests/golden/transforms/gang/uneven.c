/* Rows of a sparse matrix under conditions, rows in rows, a loop over a row that lanes run in step as they share the
 * one in it, and a table that all lanes search alike. */
enum { N = 40, LABELS = 16 };

static int row[N + 1], adj[N * N], label[N], best_of[N];
static double weight[N], sum_of[N];

void chosen(int which)
{
#pragma omp parallel for
  for (int v = 0; v < N; v++) {
    if (label[v] == which) {
      sum_of[v] = 0;
      continue;
    }
    double sum = 0;
    if (row[v + 1] - row[v] > 3) {
      for (int k = row[v]; k < row[v + 1]; k++)
        sum += weight[adj[k]];
    } else
      sum = -1;
    sum_of[v] = sum;
  }
}

void squares(void)
{
#pragma omp parallel for
  for (int v = 0; v < N; v++) {
    int found = 0;
    for (int k = row[v]; k < row[v + 1]; k++)
      for (int j = row[adj[k]]; j < row[adj[k] + 1]; j++)
        if (adj[j] > v)
          found++;
    best_of[v] = found;
  }
}

void frequent(void)
{
#pragma omp parallel for
  for (int v = 0; v < N; v++) {
    int best = label[v], most = 0;
    for (int k = row[v]; k < row[v + 1]; k++) {
      int l = label[adj[k]], count = 0;
      for (int j = row[v]; j < row[v + 1]; j++)
        count += label[adj[j]] == l;
      if (count > most) {
        most = count;
        best = l;
      }
    }
    best_of[v] = best;
  }
}

void tables(void)
{
#pragma omp parallel for
  for (int v = 0; v < N; v++) {
    int count[LABELS] = {0};
    for (int k = row[v]; k < row[v + 1]; k++)
      count[label[adj[k]]]++;
    int best = label[v];
    for (int c = 0; c < LABELS; c++)
      if (count[c] > count[best])
        best = c;
    best_of[v] = best;
  }
}
