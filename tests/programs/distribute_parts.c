/* Iterations that run in parts, each a kernel of its own, where inner loops are long; loops that change places.
 * expect: offloaded=12 */
#include <stdio.h>
#include <stdlib.h>

#define N 13
#define M 1800
#define K 37

static double a[M][N], b[M][N], c[M][N], left[N][K], right[K][K], product[N][K], mean[N], row[N];
static int counts[M][N], marks[N];

static double limited(double x)
{
  return x > 3.0 ? 3.0 : x;
}

static void centre(int m)
{
  int i, j;

#pragma omp parallel for private(i) schedule(dynamic)
  for (j = N - 1; j >= 0; j--) {
    mean[j] = 0.0;
    for (i = 0; i < m; i++)
      mean[j] += a[i][j];
    mean[j] /= m + 1;
    for (i = 0; i < m; i++)
      a[i][j] -= mean[j];
  }
}

/* called by the threads of a region: the counters are their own */
static void scale(double (*to)[N], double factor)
{
  int i, j, k;
  double own;

#pragma omp for nowait
  for (i = 0; i < N; i++) {
    own = factor * (i % 4);
    row[i] = own + 1.0;
    for (j = 0; j < M; j++)
      to[j][i] += own * limited(b[j][i]);
    for (k = M - 1; k >= 0; k--) {
      double inner = row[i] - k;
      c[k][i] = inner * to[k][i] / M;
    }
    marks[i] += i;
  }
}

static void multiply(int n, double alpha, double (*one)[K], double (*other)[K], double (*to)[K])
{
  int i;

#pragma omp parallel for
  for (i = 0; i < n; i++) {
    int j, k;

    for (j = 0; j < K; j++)
      to[i][j] *= 0.25;
    for (k = 0; k < n; k++) {
      double factor = alpha * one[i][k];

      for (j = 0; j < K; j++)
        to[i][j] += factor * other[k][j];
    }
  }
}

int main(int argc, char **argv)
{
  int i, j, m = argc + M - 10, start = argc;
  double sum = 0.0, scratch, *x = malloc(N * M * sizeof *x), *y = malloc(N * M * sizeof *y);

  if (x == NULL || y == NULL)
    return argv[0][0];
  for (j = 0; j < M; j++)
    for (i = 0; i < N; i++) {
      a[j][i] = (i * 7 + j * 3) % 11;
      b[j][i] = (i + 2 * j) % 5;
      x[j * N + i] = i - j % 9;
    }
  for (i = 0; i < K; i++)
    for (j = 0; j < K; j++) {
      right[i][j] = (i + j) % 4;
      left[i % N][j] = (i * j) % 3;
    }
  centre(m);
  centre(30);
  centre(0);
#pragma omp parallel
  {
    scale(a, 0.5);
#pragma omp barrier
    scale(b, -0.25);
  }
  /* a value for several parts, and bounds that hang on it */
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    const int from = start + i % 3;
    row[i] = i;
    for (j = from; j < m; j++)
      a[j][i] = row[i] + from;
    row[i] += a[from][i];
    for (j = from; j < m; j++)
      b[j][i] = 2.0 * a[j][i] - row[i];
  }
  /* what the first part leaves in a private array is needed in the second: they stay together */
#pragma omp parallel for private(j, scratch)
  for (i = 0; i < N; i++) {
    double some[3] = {0.0};
    scratch = 0.0;
    for (j = 0; j < m; j++)
      some[j % 3] += b[j][i];
    row[i] = some[1];
    for (j = 0; j < m; j++)
      c[j][i] += some[j % 3] + scratch;
  }
  /* the second loop reads what other iterations of the first one write: not one loop, but two */
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    for (j = 0; j < M; j++)
      a[j][i] = b[j][i] + c[j][i];
    for (j = 0; j < M; j++)
      b[j][i] = a[M - 1 - j][i];
  }
  /* one loop */
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    for (j = 0; j < m; j++)
      a[j][i] += b[j][i];
    for (int k = 0; k < m; k++)
      b[k][i] = a[k][i] * 0.5;
  }
  /* an update of what all share between two loops */
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    for (j = 0; j < M; j++)
      counts[j][i] = (int)a[j][i] % 7;
#pragma omp atomic
    marks[i % 4] += 1;
    for (j = 0; j < M; j++)
      counts[j][i] += j;
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++) {
    x[i] = row[i];
    for (j = 1; j < m; j++)
      y[j * N + i] = x[j * N + i] + x[i];
  }
  multiply(N - argc, 1.5, left, right, product);
  multiply(N, 0.5, product, right, left);
#pragma omp parallel private(j)
  {
    double mine[4];
#pragma omp for collapse(1) firstprivate(m)
    for (i = 0; i < N; i++) {
      for (j = 0; j < 4; j++)
        mine[j] = i * j;
      marks[i] += (int)mine[3];
      for (j = 0; j < M; j++)
        c[j][i] += marks[i] + m;
    }
#pragma omp for
    for (i = 0; i < N; i++) {
      if (i % 5 == 3)
        continue;
      row[i] = i;
      for (j = 0; j < M; j++)
        c[j][i] -= row[i];
    }
  }
#pragma omp parallel for reduction(+ : sum) private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
      sum += a[j][i] * (j % 5) + b[j][i] * (i % 3) + c[j][i] + counts[j][i];
  for (i = 0; i < N; i++)
    for (j = 1; j < m; j++)
      sum += y[j * N + i] + marks[i];
  for (i = 0; i < N; i++)
    for (j = 0; j < K; j++)
      sum += product[i][j] * j + left[i][j] + mean[i] + row[i];
  printf("%.10g %.10g %.10g %.10g\n", sum, a[3][4], b[5][6], c[7][8]);
  free(x);
  free(y);
  return 0;
}
