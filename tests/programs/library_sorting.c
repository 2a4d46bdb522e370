/* `qsort`, `qsort_r` and `bsearch` in iterations: numbers in private and shared memory, structures and rows whose
 * equal elements keep their order, comparisons that ask the program's arrays; medians, ranks, nearest neighbours;
 * structures in memory of numbers that are larger.
 * expect: offloaded=8 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40, M = 75 };

struct pair {
  float key;
  short id;
};

static double values[N * M], middle[N];
static int rows[N][M], found[N], order[N][M], triples[N][20][3];
static short nearest[N][5];
static double pool[N][M];
static const int *keys;

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int by_key(const void *one, const void *other)
{
  const struct pair *a = one, *b = other;
  return a->key < b->key ? -1 : a->key > b->key;
}

static int by_keys(const void *a, const void *b) { return keys[*(const int *)a] - keys[*(const int *)b]; }

static int by_distance(const void *a, const void *b, void *from)
{
  return abs(*(const int *)a - *(int *)from) - abs(*(const int *)b - *(int *)from);
}

static int id_of(const void *key, const void *element) { return *(const int *)key - ((const struct pair *)element)->id; }

static double median(double *x, int n)
{
  qsort(x, n, sizeof(double), by_value);
  return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

int main(void)
{
  int *global = malloc(M * sizeof *global);
  for (int k = 0; k < M; k++)
    global[k] = k * 7 % 11;
  keys = global;
  for (int i = 0; i < N * M; i++)
    values[i] = i * 7919 % 1009 * 0.5;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < M; k++)
      rows[i][k] = (i * 31 + k * 17) % 53;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double w[M];
    for (int k = 0; k < M; k++)
      w[k] = values[i * M + k];
    middle[i] = median(w, M - i % 30);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    qsort(rows[i], M, sizeof rows[i][0], by_number);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct pair p[M];
    for (int k = 0; k < M; k++) {
      p[k].key = (float)((k * 37 + i) % 19);
      p[k].id = (short)k;
    }
    qsort(p, M, sizeof *p, by_key);
    for (int k = 0; k < 5; k++)
      nearest[i][k] = p[k].id;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < M; k++)
      order[i][k] = (k + i) % M;
    qsort(order[i], M, sizeof(int), by_keys);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 20; k++)
      for (int part = 0; part < 3; part++)
        triples[i][k][part] = part == 0 ? k * i % 7 : k;
    qsort(triples[i], 20, sizeof triples[i][0], by_number);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int key = i * 5 % 53, near[M], from = i;
    const int *hit = bsearch(&key, rows[i], M, sizeof(int), by_number);
    memcpy(near, rows[i], sizeof near);
    qsort_r(near, M, sizeof *near, by_distance, &from);
    found[i] = (hit ? (int)(hit - rows[i]) : -1) + 100 * near[3];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct pair p[16];
    for (int k = 0; k < 16; k++)
      p[k] = (struct pair){(float)(k * i), (short)(3 * k)};
    const struct pair *hit = bsearch(&i, p, 16, sizeof *p, id_of);
    if (hit != NULL)
      found[i] += (int)hit->key;
  }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3 * M / 2; k++)
      ((int *)pool[i])[k] = k % 3 == 0 ? k * i % 7 : k;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    qsort(pool[i], M / 2, 3 * sizeof(int), by_number);

  double s = 0;
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 3 * (M / 2); k++)
      s += ((int *)pool[i])[k] * (k % 5);
    s += middle[i] + found[i];
    for (int k = 0; k < M; k++)
      s += rows[i][k] * k + order[i][k] * (k % 7);
    for (int k = 0; k < 5; k++)
      s += nearest[i][k] * k;
    for (int k = 0; k < 20; k++)
      s += triples[i][k][1] * k;
  }
  printf("%.15g\n", s);
  return 0;
}
