/* Rows of very different lengths under conditions, in reductions, and in loops over other rows: triangles, labels,
 * cores, numbers of shortest paths.
 * expect: offloaded=10 */
#include <stdbool.h>
#include <stdio.h>

#define N 300
#define MOST (N * 40)
#define LABELS 24

static int row[N + 1], adj[MOST], label[N], next[N], level[N], best_of[N];
static double paths[N], weight[N], other[N];
static long lists[N];

/* A row for each vertex; one is neighbour of nearly all, and many have none or few. */
static void graph(void)
{
  int k = 0;
  for (int v = 0; v < N; v++) {
    row[v] = k;
    for (int u = 0; u < N; u++)
      if (u != v && (u == 77 || v == 77 || (u * v) % 97 == 5 || (u + v) % 61 == 0) && (u + v) % 11 != 0 && k < MOST)
        adj[k++] = u;
  }
  row[N] = k;
}

static void show(const char *what, const int *x)
{
  long sum = 0;
  for (int v = 0; v < N; v++)
    sum = (sum * 31 + x[v]) % 1000003;
  printf("%s %ld\n", what, sum);
}

static void show_numbers(const char *what, const double *x)
{
  double sum = 0;
  for (int v = 0; v < N; v++)
    sum += x[v] * (v % 7 + 1);
  printf("%s %.6f\n", what, sum);
}

/* Each loop over a row holds another one, and adds to a sum of all. */
static long triangles(void)
{
  long found = 0;
#pragma omp parallel for reduction(+ : found)
  for (int v = 0; v < N; v++) {
    for (int k = row[v]; k < row[v + 1]; k++) {
      int u = adj[k];
      if (u > v)
        continue;
      int i = row[v], j = row[u];
      while (i < row[v + 1] && j < row[u + 1]) {
        if (adj[i] == adj[j]) {
          found++;
          i++;
          j++;
        } else if (adj[i] < adj[j])
          i++;
        else
          j++;
      }
    }
  }
  return found;
}

/* Several reductions of one loop; some are set to constants. */
static void reduced(void)
{
  int longest = -1, differs = 0, all = 1, bits = 0;
  double sum = 0, least = 1e9;
  bool odd = false;
#pragma omp parallel for reduction(max : longest) reduction(|| : differs, odd) reduction(&& : all) \
    reduction(| : bits) reduction(- : sum) reduction(min : least)
  for (int v = 0; v < N; v++) {
    if (label[v] % 5 == 2) {
      odd = true;
      continue;
    }
    double own = 0;
    for (int k = row[v]; k < row[v + 1]; k++) {
      own += weight[adj[k]];
      if (label[adj[k]] != label[v])
        differs = 1;
    }
    if (row[v + 1] - row[v] > longest)
      longest = row[v + 1] - row[v];
    sum -= own;
    if (own < least)
      least = own;
    all = all && own > -1;
    bits |= label[v];
  }
  printf("%d %d %d %d %d %.6f %.6f\n", longest, differs, odd, all, bits, sum, least);
}

/* A table of labels for each vertex, and the first of the most frequent ones. */
static int spread(void)
{
  int changed = 0;
#pragma omp parallel for reduction(+ : changed)
  for (int v = 0; v < N; v++) {
    int count[LABELS] = {0};
    for (int k = row[v]; k < row[v + 1]; k++)
      count[label[adj[k]]]++;
    int best = label[v];
    for (int c = 0; c < LABELS; c++)
      if (count[c] > count[best])
        best = c;
    next[v] = best;
    if (best != label[v])
      changed++;
  }
  return changed;
}

/* The loop over a row can't be shared, but the one in it can; for those that a condition selects. */
static void compared_somewhere(void)
{
#pragma omp parallel for
  for (int v = 0; v < N; v++) {
    best_of[v] = -1;
    if (label[v] % 2) {
      int most = 0, start = row[v], last = start + (row[v + 1] - start) / 2;
      for (int k = start; k < last; k++) {
        int c = 0;
        for (int j = row[adj[k]]; j < row[adj[k] + 1]; j++)
          c += label[adj[j]] == label[v];
        if (c > most) {
          most = c;
          best_of[v] = adj[k];
        }
      }
    }
  }
}

/* What is left out gets a value before the iteration ends. */
static long peeled(int core)
{
  long removed = 0;
#pragma omp parallel for reduction(+ : removed)
  for (int v = 0; v < N; v++) {
    next[v] = level[v];
    if (!level[v])
      continue;
    int degree = 0;
    for (int k = row[v]; k < row[v + 1]; k++)
      if (level[adj[k]])
        degree++;
    if (degree < core) {
      next[v] = 0;
      removed++;
    }
  }
  return removed;
}

/* Elements read the array that the row's last statement writes. */
static void counted(int depth)
{
#pragma omp parallel for
  for (int v = 0; v < N; v++) {
    if (level[v] != depth + 1)
      continue;
    double sum = 0;
    for (int k = row[v]; k < row[v + 1]; k++)
      if (level[adj[k]] == depth)
        sum += paths[adj[k]];
    paths[v] = sum;
  }
}

static void either(int limit)
{
#pragma omp parallel for
  for (int v = 0; v < N; v++) {
    double sum = 0.5;
    if (row[v + 1] - row[v] > limit) {
      for (int k = row[v]; k < row[v + 1]; k++)
        sum += weight[adj[k]];
    } else if (label[v] > 3) {
      for (int k = row[v]; k < row[v + 1]; k++)
        sum -= weight[adj[k]] * 2;
      other[v] = sum;
    } else
      sum = label[v];
    lists[v] = (long)(sum * 1024);
  }
  double sum = 0;
  for (int v = 0; v < N; v++)
    sum += (double)lists[v] * (v % 5);
  printf("either %.1f\n", sum);
}

/* An iteration may end in several places, and in one it writes first. */
static void left(void)
{
#pragma omp parallel for
  for (int v = 0; v < N; v++) {
    int degree = row[v + 1] - row[v];
    if (degree == 0) {
      other[v] = -1;
      continue;
    }
    double mean = 0, scale = 1.0 / degree;
    if (degree > 200 && label[v] == 100)
      continue;
    for (int k = row[v]; k < row[v + 1]; k++)
      mean += weight[adj[k]] * scale;
    if (mean > 3)
      continue;
    other[v] = mean;
  }
}

/* Each element of a row is stored, where its row's condition holds. */
static void stored(int *edge)
{
#pragma omp parallel for
  for (int v = 0; v < N; v++) {
    int own = label[v];
    if (own > LABELS / 2)
      continue;
    for (int k = row[v]; k < row[v + 1]; k++)
      edge[k] = own * 3 + label[adj[k]];
  }
}

/* Elements of a row update those of others. */
static int pushed(long *got)
{
  int many = 0;
#pragma omp parallel for reduction(+ : many)
  for (int v = 0; v < N; v++) {
    if (label[v] % 7 == 3)
      continue;
    for (int k = row[v]; k < row[v + 1]; k++) {
      if (row[adj[k] + 1] - row[adj[k]] > 5)
        many++;
#pragma omp atomic
      got[adj[k]] += v + 1;
    }
  }
  return many;
}

static int edges[MOST];

int main(void)
{
  long got[N] = {0};
  graph();
  for (int v = 0; v < N; v++) {
    label[v] = (v * v + 3 * v) % LABELS;
    weight[v] = (v % 13) / 4.0;
    level[v] = 1;
    other[v] = 9;
  }
  printf("%d elements, %ld triangles\n", row[N], triangles());
  reduced();
  for (int step = 0; step < 3; step++) {
    printf("%d changed\n", spread());
    show("labels", next);
    compared_somewhere();
    show("somewhere", best_of);
    for (int v = 0; v < N; v++)
      label[v] = (next[v] + v % 2 * step) % LABELS;
  }
  for (int core = 3; core < 6; core++)
    for (long removed = 1; removed > 0;) {
      removed = peeled(core);
      printf("%ld removed\n", removed);
      for (int v = 0; v < N; v++)
        level[v] = next[v];
    }
  for (int v = 0; v < N; v++) {
    level[v] = v < 9 ? 0 : v % 3 + 1;
    paths[v] = v < 9;
    label[v] = (v * v + 3 * v) % LABELS;
  }
  for (int depth = 0; depth < 3; depth++)
    counted(depth);
  show_numbers("paths", paths);
  either(4);
  either(100);
  left();
  show_numbers("left", other);
  stored(edges);
  long sum = 0;
  for (int k = 0; k < row[N]; k++)
    sum = (sum * 7 + edges[k]) % 1000003;
  printf("stored %ld, %d\n", sum, pushed(got));
  for (int v = 0; v < N; v++)
    sum = (sum * 7 + got[v]) % 1000003;
  printf("pushed %ld\n", sum);
  return 0;
}
