/* Functions that only compute a value: subscripts, elements, narrow types, values that are needed twice.
   expect: offloaded=4 */
#include <stdio.h>
#include <stdlib.h>

#define N 70

static inline int at(int n, int i, int j) { return i * n + j; }

static inline double element(const double *of, int n, int i, int j) { return of[at(n, i, j)]; }

static inline double *place(double *of, int n, int i, int j) { return &of[at(n, i, j)]; }

static inline signed char low(int x) { return x; }

static inline float single(double x) { return x / 3; }

static inline double square(double x) { return x * x; }

static inline unsigned next(unsigned x) { return x * 1664525u + 1013904223u; }

int main(void) {
  static double a[N * N], b[N * N], c[N * N], d[N * N];
  int n = N;
  for (int i = 0; i < N * N; i++) {
    a[i] = i % 13 - 6;
    b[i] = i % 7;
  }

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += element(a, n, i, k) * b[at(n, k, j)];
      c[at(n, i, j)] = sum;
    }

#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      *place(d, n, i, j) = square(element(c, n, i - 1, j) - element(c, n, i + 1, j)) + single(a[i] * b[j]);

#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int count = i;
    unsigned state = next(next((unsigned)i));
    d[at(n, i, 0)] += low(i * 100) + square(count++) + (double)(state % 1000);
  }

  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += element(d, n, i, j) * ((i + j) % 5);
  printf("%.12g\n", sum);
  return 0;
}
