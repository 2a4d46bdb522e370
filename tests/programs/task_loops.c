/* Loops of tasks, and `loop` constructs.  expect: offloaded=15 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 500

static double a[N], b[N], c[N];
static int table[N];

static double work(double x, int k)
{
  double s = 0;
  for (int j = 1; j <= k; j++)
    s += x / j;
  return s;
}

static void chunks(double *x, const double *y, int n, int block)
{
#pragma omp parallel
#pragma omp single nowait
  for (int from = 0; from < n; from += block) {
    int to = from + block < n ? from + block : n;
#pragma omp task firstprivate(from, to) shared(x, y)
    for (int i = from; i < to; i++)
      x[i] += work(y[i], 3 + i % 5);
  }
}

static double relax(double *x, double *y, int n, int steps)
{
  double change = 0;
#pragma omp parallel default(none) shared(x, y, n, steps, change)
  {
#pragma omp single
    {
      for (int t = 0; t < steps; t++) {
#pragma omp taskloop shared(x, y) grainsize(50)
        for (int i = 1; i < n - 1; i++)
          y[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
        change = 0;
#pragma omp taskloop reduction(+ : change) num_tasks(4)
        for (int i = 1; i < n - 1; i++)
          change += fabs(x[i] - y[i]);
#pragma omp taskloop
        for (int i = 1; i < n - 1; i++)
          x[i] = y[i];
      }
    }
  }
  return change;
}

static void old_style(int n)
{
  int i, j;
#pragma omp parallel private(j)
  {
#pragma omp single
    for (i = 0; i < n; i++) {
#pragma omp task private(j)
      {
        table[i] = 0;
        for (j = 0; j < i % 7; j++)
          table[i] += j * i;
      }
    }
#pragma omp for
    for (i = 0; i < n; i++)
      table[i] += 3;
#pragma omp master
    {
#pragma omp taskgroup
      {
#pragma omp taskloop
        for (i = 0; i < n; i++)
          table[i] *= 2;
      }
    }
  }
}

static int converge(double *x, double *y, int n, double eps)
{
  int it, most = 40;
  double err = 1;
#pragma omp parallel
#pragma omp single
  {
    const int inner = n - 1, half = inner / 2;
    for (it = 0; it < most; it++) {
      err = 0;
#pragma omp taskloop
      for (int i = 1; i < inner; i++)
        y[i] = 0.5 * (x[i - 1] + x[i + 1]);
      if (it % 2 == 0) {
#pragma omp taskloop reduction(max : err)
        for (int i = 1; i < half; i++)
          err = fmax(err, fabs(y[i] - x[i]));
      } else {
        err = 1;
      }
      if (err < eps)
        break;
#pragma omp taskloop
      for (int i = 1; i < inner; i++)
        x[i] = y[i];
    }
  }
  return it;
}

int main(void)
{
  double sum = 0, most = 0;
  for (int i = 0; i < N; i++)
    a[i] = i * 0.5, b[i] = N - i;
  chunks(a, b, N, 37);
  double change = relax(a, c, N, 5);
  old_style(N);
  int steps = converge(a, c, N, 0.2);
  steps = 100 * steps + converge(a, c, N, 1.5);
#pragma omp parallel
  {
#pragma omp loop bind(parallel)
    for (int i = 0; i < N; i++)
      b[i] += a[i];
#pragma omp loop reduction(+ : sum) order(concurrent)
    for (int i = 0; i < N; i++)
      sum += b[i];
  }
#pragma omp parallel masked taskloop simd
  for (int i = 0; i < N; i++)
    c[i] = a[i] * 2 + b[i];
#pragma omp parallel
#pragma omp masked
#pragma omp taskloop simd reduction(max : most)
  for (int i = 0; i < N; i++)
    most = fmax(most, c[i]);
#pragma omp parallel
  {
#pragma omp single
    {
      printf("before\n");
#pragma omp taskloop collapse(2)
      for (int i = 0; i < 20; i++)
        for (int j = 0; j < 25; j++)
          c[i * 25 + j] += i - j;
      printf("between %g\n", c[30]);
#pragma omp taskwait
      for (int i = 0; i < 5; i++)
        c[i] += 1;
    }
  }
  for (int i = 0; i < N; i += 33)
    printf("%.8g %.8g %.8g %d\n", a[i], b[i], c[i], table[i]);
  printf("%.8g %.8g %.8g %d\n", change, sum, most, steps);
  return 0;
}
