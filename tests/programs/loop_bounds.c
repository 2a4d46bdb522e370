/* Inner loops with several bounds, of which the nearest counts: in several types, up and down, and where only some are
 * evaluated.  expect: offloaded=7 */
#include <stdio.h>

enum { N = 90, M = 70 };

static double a[N][M], b[N][M], y[N];
static int ends[M], few[3] = {4, 9, 2};
static unsigned long marks[N];

static void blocks(int n, int m, int top)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m && j < top; j++)
      a[i][j] = a[i][j] * 0.5 + b[i][j];
}

/* Bands: bounds that differ between iterations, and one of three. */
static void bands(int n, int m, int wide)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    int j;
    for (j = i; j < i + wide && j < m && N > j; j++)
      sum += b[i][j] * ends[j];
    y[i] += sum + j;
  }
}

static void down(int n, int from, long low, long least)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (long j = from; j >= low && j >= least; j -= 2)
      sum += a[i][j];
    y[i] -= sum;
  }
}

#pragma GCC diagnostic ignored "-Wsign-compare"

/* A negative bound is a large one where it is compared as an unsigned number; the second bound is of another type. */
static void types(int n, unsigned few_, int minus, short narrow)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned long sum = 0;
    for (unsigned j = 0; j < few_ && j < minus; j++)
      sum += j * 3;
    for (unsigned j = 0; j < 11 && j < narrow; j++)
      sum += j * 7;
    for (unsigned char j = 0; j < narrow && j < minus + 7; j++)
      sum = sum * 5 + j;
    for (unsigned j = 0; j < minus && j < narrow; j++)
      sum += 1000;
    marks[i] = sum + (unsigned)i;
  }
}

/* The second bound is in memory that must not be read behind the first one. */
static void guarded(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0, k = 0; k < 3 && j < few[k]; k++)
      sum += few[k] * i;
    for (int j = 0; j < ends[i % M] && j < M; j++)
      sum += b[i][j];
    y[i] += sum;
  }
}

/* The bounds, or the counter, change in the loop; another condition is beside it. */
static void moving(int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int top = m;
    double sum = 0;
    for (int j = 0; j < top && j < 50; j++) {
      sum += b[i][j];
      if (j == 3) top -= i % 40;
      if (b[i][j] > 8) j++;
    }
    for (int j = 0; j < m && j < 60 && sum < 400; j++)
      sum += a[i][j];
    for (int j = 0; j < m && j != 44; j++)
      sum -= a[i][j];
    for (int j = 0; j <= 20 && j < m; j++)
      sum += a[i][j];
    y[i] += sum;
  }
}

/* Neither bound is reached. */
static void none(int n, int m, int top)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 5; j < m && j < top; j++)
      y[i] += a[i][j];
}

int main(void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) a[i][j] = i * j % 7, b[i][j] = (i + 3 * j) % 11;
  for (int j = 0; j < M; j++) ends[j] = j * 5 % 90;
  blocks(N, M, 40);
  blocks(N - 3, 33, M);
  bands(M, M, 12);
  down(N, M - 1, 4, 9);
  down(N, M - 2, 20, -5);
  types(N, 25, -1, 9);
  guarded(N);
  moving(N, M);
  none(N, 4, M);
  none(N, M, -2);
  double sum = 0;
  unsigned long all = 0;
  for (int i = 0; i < N; i++) {
    sum += y[i] * (i % 5 + 1);
    all = all * 31 + marks[i];
    for (int j = 0; j < M; j++) sum += a[i][j] * (j % 3);
  }
  printf("%.12g %lu\n", sum, all);
  return 0;
}
