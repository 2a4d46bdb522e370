/* Iterations that threads deal out by hand: proportional parts, rounded chunks, the rest for the last or for the first
 * threads, in turn, by blocks; with merges and barriers.  expect: offloaded=11 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define N 1003

static double x[N], y[N], z[N];

static void print(const char *what)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i] + 2 * y[i] * (i % 5) + z[i] * (i % 3);
  printf("%s %.10g\n", what, sum);
}

static void proportional(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    int threads = omp_get_num_threads();
    size_t start = (size_t)me * n / threads;
    size_t end = (size_t)(me + 1) * n / threads;
    for (size_t i = start; i < end; i++)
      x[i] = i * 0.25 + y[i];
  }
}

static void rounded(int n, int from)
{
  int i, me, threads, chunk, first, last;
#pragma omp parallel private(i, me, threads, chunk, first, last)
  {
    me = omp_get_thread_num();
    threads = omp_get_num_threads();
    chunk = (n + threads - 1) / threads;
    first = from + me * chunk;
    last = first + chunk;
    if (last > from + n)
      last = from + n;
    for (i = first; i < last; ++i)
      y[i] = x[i] + i % 7;
#pragma omp barrier
    last = MIN((me + 1) * chunk, n);
    for (i = me * chunk; i <= last - 1; i += 1)
      z[i] = y[n - 1 - i];
  }
}

static void remainder_last(const double *in, double *out, long n)
{
#pragma omp parallel
  {
    const int id = omp_get_thread_num(), nt = omp_get_num_threads();
    const long part = n / nt;
    const long low = id * part;
    const long high = id == nt - 1 ? n : low + part;
    for (long i = low; i < high; i++)
      out[i] = in[i] * 2;
  }
}

static void remainder_first(int n)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num(), p = omp_get_num_threads();
    int q = n / p, r = n % p, lo, hi;
    if (t < r) {
      q++;
      lo = t * q;
    } else
      lo = t * q + r;
    hi = lo + q;
    for (int i = lo; i < hi; i++)
      z[i] += i;
    int base = n / p, begin = t * base + MIN(t, n % p);
    for (int i = begin; i < begin + base + (t < n % p); i++)
      x[i] += 1;
  }
}

static double cyclic(int n)
{
  double total = 0;
#pragma omp parallel
  {
    double sum = 0;
    for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
      sum += x[i] * z[i];
#pragma omp atomic
    total += sum;
  }
  return total;
}

static void blocks(int n, int block)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    for (int b = me * 16; b < n; b += 16 * threads) {
      int end = b + 16 < n ? b + 16 : n;
      for (int i = b; i < end; i++)
        y[i] = 3 * y[i] - 1;
    }
#pragma omp barrier
    int low = me * block, high = low + block;
    if (me == threads - 1 || high > n)
      high = high > n ? n : high;
    for (int i = low; i < high; i++)
      y[i] += 0.5;
  }
}

static void steps(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int low = n * me / threads + 1, high = n * (me + 1) / threads + 1;
    for (int t = 0; t < 3; t++) {
      for (int i = low; i < high; i++)
        z[i] = 0.5 * (x[i - 1] + x[i + 1]);
#pragma omp barrier
      for (int i = low; i < high; i++)
        x[i] = z[i];
#pragma omp barrier
    }
  }
}

int main(void)
{
  static const int sizes[] = {0, 1, 3, 7, N - 3};
  for (int i = 0; i < N; i++) {
    x[i] = i % 11;
    y[i] = i % 4;
    z[i] = 1;
  }
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    proportional(n);
    print("proportional");
    rounded(n, 2);
    print("rounded");
    remainder_last(x, y, n);
    print("last");
    remainder_first(n);
    print("first");
    printf("%.9g\n", cyclic(n));
    blocks(n, n + 1);
    print("blocks");
  }
  steps(N - 2);
  print("steps");
  return 0;
}
