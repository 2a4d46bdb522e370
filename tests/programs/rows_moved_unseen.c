/* Rows of numbers that loops copy and clear as blocks, where only types tell them from the tables that lead to them.
 * expect: offloaded=6 kept=K016,K016,K016 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 60

struct cell {
  double mass;
  int count;
};

struct mesh {
  int n;
  double **now, **before;
};

/* The same address, which may be any for what the analysis knows. */
static void *unseen(void *p)
{
  char text[40];
  void *q = NULL;
  snprintf(text, sizeof text, "%p", p);
  return sscanf(text, "%p", &q) == 1 ? q : NULL;
}

static void *rows(int n, size_t bytes)
{
  char **table = malloc(n * sizeof(char *));
  for (int i = 0; i < n; i++)
    table[i] = unseen(calloc(n, bytes));
  return unseen(table);
}

static void life(int **grid, int **next, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      next[i][j] = grid[i][j] + grid[(i + 1) % n][j] % 7;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    memcpy(grid[i], next[i], n * sizeof(int));
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    memset(&next[i][1], 0, (n - 1) * sizeof(int));
}

static void shifted(struct mesh *m)
{
#pragma omp parallel for
  for (int i = 0; i < m->n; i++) {
    memmove(m->now[i] + 1, m->now[i], (m->n - 1) * sizeof(double));
    memcpy(m->before[i], m->now[i], m->n * sizeof(double));
    m->now[i][0] += 1;
  }
}

static void cells(struct cell **to, struct cell **from, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    memcpy(to[i], from[i], n * sizeof(struct cell));
}

/* Kept: bytes and pointers may be part of a table. */
static void bytes(unsigned char **to, unsigned char **from, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    memcpy(to[i], from[i], n);
}

static void blocks(void **to, void **from, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    memcpy(to[i], from[i], n);
}

static void lists(int ***to, int ***from, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    memcpy(to[i], from[i], sizeof(int *));
    to[i][0][0] = i;
  }
}

int main(void)
{
  int **grid = rows(N, sizeof(int)), **next = rows(N, sizeof(int)), ***tables[2];
  struct mesh mesh = {N, rows(N, sizeof(double)), rows(N, sizeof(double))};
  struct cell **from = rows(N, sizeof(struct cell)), **to = rows(N, sizeof(struct cell));
  unsigned char **text = rows(N, 1), **copy = rows(N, 1);
  long sum = 0;
  double total = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      grid[i][j] = i * 31 + j;
      mesh.now[i][j] = i + j * .5;
      from[i][j].mass = i * j;
      from[i][j].count = j;
      text[i][j] = i + j;
    }
  for (int step = 0; step < 3; step++) {
    life(grid, next, N);
    shifted(unseen(&mesh));
  }
  cells(to, from, N);
  bytes(copy, text, N);
  blocks((void **)text, (void **)copy, N);
  for (int k = 0; k < 2; k++) {
    tables[k] = malloc(N * sizeof(int **));
    for (int i = 0; i < N; i++)
      tables[k][i] = unseen(k ? &grid[i] : &next[i]);
  }
  lists(unseen(tables[0]), unseen(tables[1]), N);
#pragma omp parallel for reduction(+ : sum, total)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      sum += grid[i][j] + next[i][j] * 3 + to[i][j].count + text[i][j] + copy[i][j];
      total += mesh.now[i][j] + mesh.before[i][j] * j + to[i][j].mass;
    }
  printf("%ld %.8g\n", sum, total);
  return 0;
}
