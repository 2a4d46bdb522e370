/* Inner loops that are parallel where two pointers lead to different memory: different arrays, parts of one, the same
 * array, and one that lies across the other.  expect: offloaded=4
 */
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define M 48

typedef double row[M];

static row first[2 * N], second[2 * N];

/* Where `to` and `from` are one array, each row goes through its elements in order. */
static void shift(row *to, row *from, int n)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 2; j < M - 2; j++)
      to[i][j] = 0.5 * from[i][j - 1] + 0.25 * from[i][j + 1];
}

static void blend(row *to, const row *left, const row *right, int n)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 1; j < M - 2; j++)
      to[i][j] = left[i][j + 1] - right[i][j - 1];
}

/* As good for one array as for two. */
static void scale(row *to, row *from, int n)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < M - 2; j++)
      to[i][j] = 0.5 * from[i][j] + j;
}

static double total(row *x, int n)
{
  int i, j;
  double sum = 0.0;

#pragma omp parallel for private(j) reduction(+ : sum)
  for (i = 0; i < n; i++)
    for (j = 0; j < M; j++)
      sum += x[i][j] * (1 + (i * 7 + j) % 5);
  return sum;
}

static void fill(row *x, int n, int seed)
{
  int i, j;

  for (i = 0; i < n; i++)
    for (j = 0; j < M; j++)
      x[i][j] = (i * seed + j * 3) % 17;
}

int main(void)
{
  row *heap = malloc(2 * N * sizeof *heap), *other = malloc(N * sizeof *other);

  fill(first, 2 * N, 5);
  fill(second, 2 * N, 7);
  fill(heap, 2 * N, 11);
  fill(other, N, 13);
  shift(first, second, N);                       /* different arrays */
  shift(first, first + N, N);                    /* parts of one */
  shift(heap, heap + N, N);
  shift(heap, other, N);
  printf("%.12g %.12g %.12g\n", total(first, 2 * N), total(second, 2 * N), total(heap, 2 * N));
  shift(first, first, 2 * N);                    /* the same array */
  shift(heap, heap, N);
  shift((row *)&heap[0][1], heap, N);            /* rows that begin within the other's */
  shift(second, (row *)&second[0][1], N);
  printf("%.12g %.12g %.12g\n", total(first, 2 * N), total(second, 2 * N), total(heap, 2 * N));
  scale(first, second, N);
  scale(first, first, 2 * N);
  scale((row *)&second[0][1], second, N);
  printf("%.12g %.12g\n", total(first, 2 * N), total(second, 2 * N));
  blend(first, second, other, N);
  blend(first, second, first, N);
  blend(first, first, second, N);
  blend(heap, heap + N, heap + N, N);
  printf("%.12g %.12g %.12g\n", total(first, 2 * N), total(second, 2 * N), total(heap, 2 * N));
  shift(first, second, N);                       /* and on the device again */
  printf("%.12g\n", total(first, 2 * N));
  free(heap);
  free(other);
  return 0;
}
