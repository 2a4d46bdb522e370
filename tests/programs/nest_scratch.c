/* expect: offloaded=4
   Work arrays of a loop over lines, in two loops of which only the outer one is shared: what an iteration of the
   inner one writes and reads of them is the same each time, or it is not. */
#include <stdio.h>

enum { PLANES = 6, SIZE = 32, LINES = 4 };

static double data[PLANES][SIZE][SIZE], result[PLANES][SIZE][SIZE], weights[SIZE];
static int lengths[SIZE];

static void merge(int level, int levels, double from[SIZE][LINES], double to[SIZE][LINES]) {
  int run = 1 << (level - 1), runs = 1 << (levels - level), half = 1 << (levels - 1);
  for (int r = 0; r < runs; r++)
    for (int k = 0; k < run; k++)
      for (int j = 0; j < LINES; j++) {
        double one = from[r * run + k][j], other = from[r * run + half + k][j];
        to[2 * r * run + k][j] = one + other;
        to[2 * r * run + run + k][j] = weights[k] * (one - other);
      }
}

static void transform(int levels, double a[SIZE][LINES], double b[SIZE][LINES]) {
  for (int level = 1; level <= levels; level += 2) {
    merge(level, levels, a, b);
    if (level == levels)
      break;
    merge(level + 1, levels, b, a);
  }
  if (levels % 2)
    for (int i = 0; i < 1 << levels; i++)
      for (int j = 0; j < LINES; j++)
        a[i][j] = b[i][j];
}

static void lines(int levels, int extent) {
  int k, first, j, i;
#pragma omp parallel private(k, first, j, i)
  {
    double one[SIZE][LINES], two[SIZE][LINES];
#pragma omp for
    for (k = 0; k < PLANES; k++)
      for (first = 0; first <= SIZE - LINES; first += LINES) {
        for (j = 0; j < LINES; j++)
          for (i = 0; i < extent; i++)
            one[i][j] = data[k][first + j][i];
        transform(levels, one, two);
        for (j = 0; j < LINES; j++)
          for (i = 0; i < extent; i++)
            result[k][first + j][i] = one[i][j];
      }
  }
}

static void prefixes(int stride) {
#pragma omp parallel for
  for (int k = 0; k < PLANES; k++) {
    double part[4 * SIZE];
    for (int j = 0; j < SIZE; j++) {
      part[0] = data[k][j][0];
      for (int i = 1; i < SIZE; i++)
        part[(i * stride) % 64] = part[((i - 1) * stride) % 64] + data[k][j][i];
      result[k][j][1] += part[(31 * stride) % 64];
    }
  }
}

static void growing(void) {
#pragma omp parallel for
  for (int k = 0; k < PLANES; k++) {
    double part[SIZE];
    for (int j = 0; j < SIZE; j++) {
      for (int i = 0; i < lengths[j]; i++)
        part[i] = data[k][j][i];
      result[k][j][2] += part[0] + part[lengths[0] - 1];
    }
  }
}

static void carried(int skip) {
#pragma omp parallel for
  for (int k = 0; k < PLANES; k++) {
    double part[SIZE];
    for (int j = 0; j < SIZE; j++) {
      if (j == 0)
        for (int i = 0; i < SIZE; i++)
          part[(i * skip) % SIZE] = data[k][j][i];
      part[(j * skip) % SIZE] *= 0.5;
      result[k][j][3] += part[(3 * skip) % SIZE];
    }
  }
}

int main(void) {
  double sum = 0.0;

  for (int i = 0; i < SIZE; i++) {
    weights[i] = 0.1 * i;
    lengths[i] = SIZE - i;
    for (int k = 0; k < PLANES; k++)
      for (int j = 0; j < SIZE; j++)
        data[k][j][i] = (i * 7 + j * 5 + k) % 13;
  }
  lines(5, SIZE);
  lines(4, SIZE / 2);
  prefixes(3);
  growing();
  carried(5);
  for (int k = 0; k < PLANES; k++)
    for (int j = 0; j < SIZE; j++)
      for (int i = 0; i < SIZE; i++)
        sum += result[k][j][i] * ((i + 3 * j) % 5 + k);
  printf("%.9g\n", sum);
  return 0;
}
