/* Counts by thread and key may be in the same memory as the weights: launches compare them. With one thread one array is
   both, which only an iteration after the other gives the right sums of. One loop reads what is always the sums' array.
   expect: offloaded=3 kept=K013 */
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#define omp_set_num_threads(n)
#endif

enum { KEYS = 50 };

struct table {
  int n, *key;
  double *weight;
};

static void add_up(double *sums, const double *weight, const int *key, int n) {
  int i, me;
#pragma omp parallel private(i, me)
  {
    me = omp_get_thread_num();
#pragma omp for
    for (i = 0; i < n; i++)
      sums[me * KEYS + key[i]] += weight[i];
  }
}

static void add_members(const struct table *of, double *sums) {
#pragma omp parallel for
  for (int i = 0; i < of->n; i++)
    sums[omp_get_thread_num() * KEYS + of->key[i]] += of->weight[i];
}

/* `from` is in the array of the sums. */
static void add_and_store(double *sums, double *to, const double *from, const int *key, int n) {
  int i, me;
#pragma omp parallel private(i, me)
  {
    me = omp_get_thread_num();
#pragma omp for schedule(static)
    for (i = 0; i < n; i++) {
      to[i] = 2 * from[i];
      sums[me * KEYS + key[i]] += from[i];
    }
  }
}

/* The weights are whole numbers of another type: by C's rules they are other memory. */
static void add_numbers(double *sums, const int *weight, int n) {
  int i, me;
#pragma omp parallel private(i, me)
  {
    me = omp_get_thread_num();
#pragma omp for
    for (i = 0; i < n; i++)
      sums[me * KEYS + weight[i] % KEYS] += weight[i];
  }
}

static double total(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * (i % 13 + 1);
  return sum;
}

int main(void) {
  int n = 2000, threads = omp_get_max_threads(), i, t;
  double *sums = calloc((size_t)(threads * KEYS + 2000), sizeof *sums), *weight = malloc((size_t)n * sizeof *weight);
  int *key = malloc((size_t)n * sizeof *key);
  struct table table = {n, key, weight};
  for (i = 0; i < n; i++) {
    weight[i] = i % 7 + 1;
    key[i] = i * 37 % KEYS;
  }
  add_up(sums, weight, key, n);
  add_members(&table, sums);
  add_and_store(sums, weight, sums + threads * KEYS, key, n);
  add_numbers(sums, key, n);
  for (t = 1; t < threads; t++)
    for (i = 0; i < KEYS; i++)
      sums[i] += sums[t * KEYS + i];
  printf("%.0f %.0f\n", total(sums, KEYS), total(weight, n));
  omp_set_num_threads(1);
  for (i = 0; i < n; i++)
    weight[i] = i % 2;
  add_up(weight, weight, key, n);
  printf("%.0f\n", total(weight, n));
  for (i = 0; i < n; i++)
    weight[i] = i % 3;
  table.weight = weight;
  add_members(&table, weight);
  printf("%.0f\n", total(weight, n));
  free(key);
  free(weight);
  free(sums);
  return 0;
}
