/* Vectors with other lower bounds than 0, allocated with an offset, whose pointers lie before or behind their blocks:
 * known reach, reach by data, in place, in structures, negative subscripts, pointers that move on.
 * expect: offloaded=8 */
#include <stdio.h>
#include <stdlib.h>

#define NR_END 1

enum { N = 2000 };

struct state {
  double *x, *y;
  int *next;
  long low, high;
};

static double *vector(long nl, long nh) {
  double *v = (double *)malloc((size_t)((nh - nl + 1 + NR_END) * (long)sizeof(double)));
  if (!v)
    exit(1);
  return v - nl + NR_END;
}

static void free_vector(double *v, long nl, long nh) {
  (void)nh;
  free((char *)(v + nl - NR_END));
}

static int *ivector(long nl, long nh) { return (int *)malloc((size_t)(nh - nl + 1) * sizeof(int)) - nl; }

static double total(const double *v, long nl, long nh) {
  double sum = 0;
  for (long i = nl; i <= nh; i++)
    sum += v[i] * (double)((i - nl) % 7);
  return sum;
}

static double run(long low) {
  struct state s;
  s.low = low;
  s.high = low + N - 1;
  s.x = vector(s.low, s.high);
  s.y = vector(s.low, s.high);
  s.next = ivector(s.low, s.high);
  double *x = s.x, *y = s.y, sum;
  int *next = s.next;
  for (long i = s.low; i <= s.high; i++) {
    x[i] = (double)(i - low);
    y[i] = 0;
    next[i] = (int)((i - low) * 3 % N + low);
  }
  for (int turn = 0; turn < 3; turn++) {
#pragma omp parallel for
    for (long i = low; i < low + N; i++)
      y[i] = 0.5 * x[i] + turn;
#pragma omp parallel for
    for (long i = low; i < low + N; i++) /* 3 does not divide N: each is reached once */
      x[next[i]] += y[i];
#pragma omp parallel for
    for (long i = s.low; i <= s.high; i++)
      s.y[i] += s.x[s.next[i]];
    y[low] += 1;
    x[next[low + turn]] -= 1;
  }
  double *moved = x + 5;
  moved -= 5 + low;
#pragma omp parallel for
  for (long i = 2 * low; i < 2 * low + N; i++)
    moved[i] += 1;
  sum = total(x, s.low, s.high) + total(y, s.low, s.high);
  free_vector(x, s.low, s.high);
  free_vector(y, s.low, s.high);
  free(next + low);
  return sum;
}

static void backwards(double *end, int n) { /* end[-n] to end[-1] */
#pragma omp parallel for
  for (int i = 1; i <= n; i++)
    end[-i] = end[-i] * 2 + i;
}

static double fixed[N + 10];

int main(void) {
  printf("%.10g %.10g %.10g\n", run(1), run(7), run(-3));
  printf("%.10g %.10g\n", run(500), run(-N - 40));
  double *a = (double *)malloc(N * sizeof(double)) - 1, *b = (double *)malloc(N * sizeof(double)) - 1, sum = 0;
  double local[N], *l = local - 1, *f = fixed - 10;
#pragma omp parallel for
  for (int i = 1; i <= N; i++) {
    a[i] = i;
    b[i] = N - i;
  }
  for (int i = 0; i < N; i++)
    local[i] = i % 3;
#pragma omp parallel for
  for (int i = 1; i <= N; i++)
    l[i] += a[i] * b[N + 1 - i];
#pragma omp parallel for
  for (int i = 10; i < N + 10; i++)
    f[i] = l[i - 9] - a[1];
  backwards(b + N + 1, N / 2);
  for (int i = 1; i <= N; i++)
    sum += a[i] + b[i] * (i % 5) + l[i] + fixed[i - 1];
  printf("%.10g\n", sum);
  free(a + 1);
  free(b + 1);
  return 0;
}
