/* Iterations that run in parts, each a kernel of its own, and loops that change places; from regions and functions.
 * expect: offloaded=11 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define N 23
#define M 37

static double a[N][M], b[N][M], c[N][M], mean[M], row[N];
static int counts[N][M], marks[N];

static double limited(double x)
{
  return x > 3.0 ? 3.0 : x;
}

static void centre(int n)
{
  int i, j;

#pragma omp parallel for private(i) schedule(dynamic)
  for (j = M - 1; j >= 0; j--) {
    mean[j] = 0.0;
    for (i = 0; i < n; i++)
      mean[j] += a[i][j];
    mean[j] /= n + 1;
    for (i = 0; i < n; i++)
      a[i][j] -= mean[j];
  }
}

/* called by the threads of a region: the counters are their own */
static void scale(double (*to)[M], double factor)
{
  int i, j, k;
  double own;

#pragma omp for nowait
  for (i = 0; i < N; i++) {
    own = factor * (i % 4);
    row[i] = own + 1.0;
    for (j = 0; j < M; j++)
      to[i][j] += own * limited(b[i][j]);
    for (k = M - 1; k >= 0; k--) {
      double inner = row[i] - k;
      c[i][k] = inner * to[i][k];
    }
    marks[i] += i;
  }
}

static void multiply(int n, double alpha, double (*left)[M], double (*right)[M], double (*product)[M])
{
  int i;

#pragma omp parallel for
  for (i = 0; i < n; i++) {
    int j, k;

    for (j = 0; j < M; j++)
      product[i][j] *= 0.25;
    for (k = 0; k < n; k++) {
      double factor = alpha * left[i][k];

      for (j = 0; j < M; j++)
        product[i][j] += factor * right[k][j];
    }
  }
}

int main(int argc, char **argv)
{
  int i, j, n = argc + 20, start = argc;
  double sum = 0.0, scratch, *x = malloc(N * M * sizeof *x), *y = malloc(N * M * sizeof *y);

  if (x == NULL || y == NULL)
    return argv[0][0];
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++) {
      a[i][j] = (i * 7 + j * 3) % 11;
      b[i][j] = (i + 2 * j) % 5;
      x[i * M + j] = i - j;
    }
  centre(n);
  centre(0);
#pragma omp parallel
  {
    scale(a, 0.5);
#pragma omp barrier
    scale(b, -0.25);
  }
  /* the counter of the second loop is that of the first, and a value is for both */
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    const int from = start + i % 3;
    row[i] = i;
    for (j = from; j < n; j++)
      a[i][j] = row[i] + from;
    row[i] += a[i][from];
    for (j = from; j < n; j++)
      b[i][j] = 2.0 * a[i][j] - row[i];
  }
  /* what the first part leaves in a private variable is needed in the second: they stay together */
#pragma omp parallel for private(j, scratch)
  for (i = 0; i < N; i++) {
    scratch = 0.0;
    for (j = 0; j < M; j++)
      scratch += b[i][j];
    for (j = 0; j < M; j++)
      c[i][j] += scratch;
  }
  /* the second loop reads what another iteration of the first one writes: not one loop, but two */
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    for (j = 0; j < M; j++)
      a[i][j] = b[i][j] + c[i][j];
    for (j = 0; j < M; j++)
      b[i][j] = a[i][M - 1 - j];
  }
  /* three loops in a plane, and an update of what all share */
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    for (j = 0; j < M; j++)
      counts[i][j] = (int)a[i][j] % 7;
#pragma omp atomic
    marks[i % 4] += 1;
    for (j = 0; j < M; j++)
      counts[i][j] += j;
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    x[i * M] = row[i];
    for (j = 1; j < M; j++)
      y[i * M + j] = x[i * M + j] + x[i * M];
  }
  multiply(n, 1.5, a, b, c);
  multiply(n, 0.5, b, b, c);
  multiply(n, 0.25, b, c, a);
#pragma omp parallel private(j)
  {
    double mine[4];
#pragma omp for collapse(1) firstprivate(n)
    for (i = 0; i < N; i++) {
      for (j = 0; j < 4; j++)
        mine[j] = i * j;
      marks[i] += (int)mine[3];
      for (j = 0; j < M; j++)
        c[i][j] += marks[i] + n;
    }
#pragma omp for
    for (i = 0; i < N; i++) {
      if (i % 5 == 3)
        continue;
      row[i] = i;
      for (j = 0; j < M; j++)
        c[i][j] -= row[i];
    }
  }
#pragma omp parallel for reduction(+ : sum) private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      sum += a[i][j] * (j % 5) + b[i][j] * (i % 3) + c[i][j] + counts[i][j] + row[i];
  for (i = 0; i < N; i++)
    for (j = 1; j < M; j++)
      sum += y[i * M + j] + marks[i];
  for (j = 0; j < M; j++)
    sum += mean[j];
  printf("%.10g %.10g %.10g %.10g\n", sum, a[3][4], b[5][6], c[7][8]);
  free(x);
  free(y);
  return 0;
}
