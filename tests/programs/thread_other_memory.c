/* What threads keep by their number is in other memory than the arrays that they read: all come from one function,
   which aligns its blocks in a union of a pointer and a number, and keeps a list of them.
   expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_max_threads() 1
#endif

typedef double real;

struct block {
  struct block *next;
  void *memory, *aligned;
};

struct matrix {
  int rows, *begin, *column;
  real *value;
};

static struct block *blocks;

static void *allocate(size_t size) {
  union {
    void *pointer;
    unsigned long number;
  } address;
  struct block *made = malloc(sizeof *made);
  address.pointer = malloc(size + 16);
  made->memory = address.pointer;
  address.number += 15;
  address.number &= ~15ul;
  made->aligned = address.pointer;
  made->next = blocks;
  blocks = made;
  return address.pointer;
}

static void release(void) {
  while (blocks != NULL) {
    struct block *next = blocks->next;
    free(blocks->memory);
    free(blocks);
    blocks = next;
  }
}

/* y = transpose(m) * x: each thread has a copy of y. */
static void transposed(const struct matrix *m, const real *x, real *y) {
  int threads = omp_get_max_threads(), n = m->rows, i, j, k, me;
  real *copies = allocate(threads * n * sizeof *copies), t;
#pragma omp parallel private(i, j, k, me, t)
  {
    me = omp_get_thread_num();
#pragma omp for
    for (j = 0; j < threads; j++)
      memset(&copies[j * n], 0, n * sizeof(real));
#pragma omp for
    for (i = 0; i < n; i++) {
      t = x[i];
      for (j = m->begin[i]; j < m->begin[i + 1]; j++) {
        k = me * n + m->column[j];
        copies[k] += m->value[j] * t;
      }
    }
#pragma omp for
    for (i = 0; i < n; i++) {
      t = 0;
      for (j = 0; j < threads; j++)
        t += copies[j * n + i];
      y[i] = t;
    }
  }
}

/* The sum of products: each thread stores its part by its number. */
static real product(const real *x, const real *y, real *parts, int n) {
  int threads = omp_get_max_threads(), i, me;
  real mine, sum = 0;
#pragma omp parallel private(i, me, mine)
  {
    me = omp_get_thread_num();
    mine = 0;
#pragma omp for
    for (i = 0; i < n; i++)
      mine += x[i] * y[i];
    parts[me * 8] = mine;
  }
  for (i = 0; i < threads; i++)
    sum += parts[i * 8];
  return sum;
}

int main(void) {
  int n = 600, i, j;
  struct matrix m = {n, allocate((n + 1) * sizeof(int)), allocate(3 * n * sizeof(int)), allocate(3 * n * sizeof(real))};
  real *x = allocate(n * sizeof *x), *y = allocate(n * sizeof *y), *parts = allocate(1024 * 8 * sizeof *parts);
  real sum = 0;
  for (i = 0; i < n; i++) {
    x[i] = i % 9 + 1;
    m.begin[i] = 3 * i;
    for (j = 0; j < 3; j++) {
      m.column[3 * i + j] = (i * 7 + j * 31) % n;
      m.value[3 * i + j] = i % 5 + j;
    }
  }
  m.begin[n] = 3 * n;
  transposed(&m, x, y);
  for (i = 0; i < n; i++)
    sum += y[i] * (i % 11);
  printf("%g %g\n", sum, y[n - 1]);
  printf("%g\n", product(x, y, parts, n));
  release();
  return 0;
}
