/* Loops over ranges of rows, in an order that numbers decide, between host code that changes tables and rows.
 *
 * expect: offloaded=4
 *
 * Rows are exchanged, allocated anew, written and read one by one; tables change places; one has rows of different
 * lengths, one more entries than rows, one all rows in one block.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES = 3, N = 48, M = 24 };

static unsigned seed;
static double **tables[TABLES];
static int lengths[TABLES][N];

static int below(int n)
{
  seed = seed * 1664525u + 1013904223u;
  return (int)((seed >> 8) % (unsigned)n);
}

static void scale(double **a, int low, int high, int from, int to)
{
#pragma omp parallel for
  for (int i = low; i < high; i++)
    for (int j = from; j < to; j++)
      a[i][j] = a[i][j] * .25 + i - j;
}

static void copy(double **a, double **b, int low, int high, int distance, int to)
{
#pragma omp parallel for
  for (int i = low; i < high; i++)
    for (int j = 0; j < to; j++)
      a[i][j] = .5 * b[i + distance][j] + j;
}

static double sum(double **a, int low, int high)
{
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = low; i < high; i++)
    for (int j = 0; j < M; j++)
      total += a[i][j] * ((i + j) % 5);
  return total;
}

/* Where both are one table, each row goes through its elements in order. */
static void shift(double **a, double **b, int low, int high)
{
#pragma omp parallel for
  for (int i = low; i < high; i++)
    for (int j = 1; j < M - 1; j++)
      a[i][j] = .5 * b[i][j - 1] + .25 * b[i][j + 1];
}

static void exchange(double ***one, double ***other, int *first, int *second)
{
  double **rows = *one;
  int kept[N];
  *one = *other;
  *other = rows;
  memcpy(kept, first, sizeof kept);
  memcpy(first, second, sizeof kept);
  memcpy(second, kept, sizeof kept);
}

static double step(void)
{
  int t = below(TABLES), u = below(TABLES), i = below(N), k = below(N);
  int low = below(N), high = low + below(N - low + 1), from = below(M), to = from + below(M - from + 1);
  switch (below(14)) {
  case 0:
  case 1:
  case 2:
    scale(tables[t], low, high, from, to);
    break;
  case 3:
  case 4:
    if (t != u)
      copy(tables[t], tables[u], low, high, high < N ? below(N - high) : 0, to);
    break;
  case 5:
  case 6:
    return sum(tables[t], low, high);
  case 7:
    shift(tables[t], tables[u], low, high);
    break;
  case 8: {
    double *row = tables[t][i];
    int length = lengths[t][i];
    tables[t][i] = tables[t][k];
    tables[t][k] = row;
    lengths[t][i] = lengths[t][k];
    lengths[t][k] = length;
    break;
  }
  case 9:
    if (t != 2 && lengths[t][i] == M) {
      double *row = malloc(M * sizeof *row);
      memcpy(row, tables[t][i], M * sizeof *row);
      free(tables[t][i]);
      tables[t][i] = row;
    }
    break;
  case 10:
    tables[t][i][k % M] += 3;
    break;
  case 11:
    return tables[t][i][k % M];
  case 12:
    exchange(&tables[0], &tables[1], lengths[0], lengths[1]);
    break;
  case 13:
    for (int row = low; row < high; row++)
      tables[t][row][0] = row;
    break;
  }
  return 0;
}

static double work(unsigned first, int steps)
{
  double total = 0, *block = malloc(N * M * sizeof *block);
  seed = first;
  for (int t = 0; t < TABLES; t++) {
    tables[t] = malloc((N + (t == 1 ? 5 : 0)) * sizeof *tables[t]);
    for (int i = 0; i < N; i++) {
      lengths[t][i] = M + (t == 0 ? i % 5 * 3 : 0);
      tables[t][i] = t == 2 ? block + i * M : malloc((size_t)lengths[t][i] * sizeof *block);
      for (int j = 0; j < M; j++)
        tables[t][i][j] = below(100);
    }
  }
  for (int s = 0; s < steps; s++)
    total += step();
  for (int t = 0; t < TABLES; t++) {
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < M; j++)
        total += tables[t][i][j] * ((i * 3 + j) % 7);
      if (t != 2)
        free(tables[t][i]);
    }
    free(tables[t]);
  }
  free(block);
  return total;
}

int main(void)
{
  for (unsigned first = 101; first < 109; first++)
    printf("%.10g\n", work(first, 300));
  return 0;
}
