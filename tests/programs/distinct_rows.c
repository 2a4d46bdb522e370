/* Inner loops that are parallel where two tables lead to different rows: different tables, halves of one block, the
 * same table by two names, two tables with the same rows, and rows between the other's.  expect: offloaded=3
 */
#include <stdio.h>
#include <stdlib.h>

#define N 24
#define M 36

static double **rows_of(double *block, int step)
{
  int i;
  double **rows = malloc(N * sizeof *rows);

  for (i = 0; i < N; i++)
    rows[i] = block + i * step;
  return rows;
}

static double *new_block(int count, int seed)
{
  int i;
  double *block = malloc(count * sizeof *block);

  for (i = 0; i < count; i++)
    block[i] = i * seed % 19;
  return block;
}

static double **new_rows(int seed)
{
  int i;
  double **rows = malloc(N * sizeof *rows);

  for (i = 0; i < N; i++)
    rows[i] = new_block(M, seed + i);
  return rows;
}

/* Where `to` and `from` are one table, each row goes through its elements in order. */
static void shift(double **to, double **from)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 1; j < M - 1; j++)
      to[i][j] = 0.5 * from[i][j - 1] + 0.25 * from[i][j + 1];
}

/* A line is made of each row, and then a row of it; every second row alone. */
static void thin(double **from, double **to)
{
  int i, j;
  double line[M];

#pragma omp parallel for private(j, line)
  for (i = 0; i < N / 2; i++) {
    for (j = 0; j < M; j++)
      line[j] = from[2 * i][j] + from[2 * i + 1][j];
    for (j = 1; j < M - 1; j++)
      to[i][j] = line[j - 1] + line[j + 1] - from[2 * i][j];
  }
}

static double total(double **x)
{
  int i, j;
  double sum = 0.0;

#pragma omp parallel for private(j) reduction(+ : sum)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      sum += x[i][j] * (1 + (i * 7 + j) % 5);
  return sum;
}

int main(void)
{
  double *block = new_block(2 * N * M, 5), *mixed = new_block(2 * N * M, 3);
  double **low = rows_of(block, M), **high = rows_of(block + N * M, M), **again = rows_of(block, M);
  double **even = rows_of(mixed, 2 * M), **odd = rows_of(mixed + M, 2 * M), **loose = new_rows(7), **free_ones = new_rows(2);

  shift(low, high);        /* halves of a block */
  shift(loose, low);       /* rows in many blocks */
  shift(low, loose);
  shift(loose, free_ones);
  thin(low, loose);
  thin(loose, high);
  printf("%.12g %.12g %.12g\n", total(low), total(high), total(loose));
  shift(low, low);         /* one table */
  shift(loose, loose);
  shift(again, low);       /* the same rows */
  shift(even, odd);        /* rows between each other */
  shift(odd, even);
  printf("%.12g %.12g %.12g %.12g\n", total(low), total(loose), total(even), total(odd));
  loose[3] = low[3];       /* one row in common */
  shift(low, loose);
  shift(loose, low);
  printf("%.12g %.12g\n", total(low), total(loose));
  shift(low, high);
  printf("%.12g\n", total(low));
  return 0;
}
