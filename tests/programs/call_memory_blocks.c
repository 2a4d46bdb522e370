/* memset, bzero and memcpy in loops: of private arrays, rows, structures and bytes; one that copies bits between types, one that
   sets bytes of numbers.
   expect: offloaded=5 kept=K004
   flags: -D_DEFAULT_SOURCE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define N 120
#define W 6

struct cell {
  double u[3];
  long n;
  int tag, more;
};

static double table[N][W], copy[N][W];
static struct cell cells[N], other[N];
static unsigned char bytes[N][8];

static void clear(struct cell *c, int n)
{
  memset(c, 0, n * sizeof(struct cell));
}

int main(void)
{
  int *count = malloc(N * 4 * sizeof(int));
  float *bits = malloc(N * sizeof *bits);
  int width = 4;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < W; k++)
      table[i][k] = i * 0.5 + k;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double row[W], pair[2][2];
    memset(row, 0, sizeof row);
    (memcpy)(row + 1, table[i], (W - 1) * sizeof(double));
    memset(&pair, 0, sizeof pair);
    memcpy(pair[i % 2], &table[i][2], sizeof pair[0]);
    row[W - 1] += pair[1][0] - pair[0][1];
    memcpy(copy[i], row, sizeof(row));
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    clear(&cells[i], 1);
    memset(&other[i], 0, sizeof *other);
    cells[i].u[i % 3] = i;
    cells[i].n += i;
    memcpy(other + i, &cells[i], sizeof(struct cell));
    other[i].tag = i;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    bzero(count + i * width, sizeof(int) * width);
    for (int k = 0; k < width; k++)
      count[i * width + (i * k) % width]++;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    memset(bytes[i], i, 5);
    memcpy(bytes[i] + 5, bytes[i], 3);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    float x = i;
    memcpy(&bits[i], &count[i], sizeof x);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memset(count + i, i, sizeof(int));
  double sum = 0;
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < W; k++)
      sum += copy[i][k] * (k + 1);
    sum += other[i].u[1] + other[i].n + other[i].tag + cells[i].tag + bytes[i][4] * bytes[i][7] + count[i] % 1000;
  }
  printf("%.10g %d %d\n", sum, count[3], bits[2] == 0);
  free(count);
  free(bits);
  return 0;
}
