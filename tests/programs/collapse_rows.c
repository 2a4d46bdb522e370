/* Rows of very different lengths, bounded by entries of all types, that rise or not, and that change.  expect: offloaded=9 */
#include <stdio.h>
#include <stdlib.h>

#define N 600
#define MOST 20000

static unsigned short small[N + 1];
static float single[MOST];
static int number[MOST], total[N + 1];

static int length(int i, int long_row) { return i == long_row ? 6000 : i % 5 == 0 ? 0 : (i * 7) % 11; }

static double sum_of(const double *y, int n)
{
  double sum = 0.0;
  int i;

  for (i = 0; i < n; i++)
    sum += y[i] * (i % 13 + 1);
  return sum;
}

static void multiply(const int *row, const int *column, const double *a, const double *from, double *to)
{
  int i, k;

#pragma omp parallel for private(k)
  for (i = 0; i < N; i++) {
    const int first = row[i], behind = row[i + 1];
    double sum = 0.0;
    for (k = first; k < behind; k++)
      sum += a[k] * from[column[k]];
    to[i] = sum;
  }
}

int main(void)
{
  int *row = malloc((N + 1) * sizeof *row), *column = malloc(MOST * sizeof *column);
  unsigned *end = malloc((N + 1) * sizeof *end);
  unsigned long *place = malloc((N + 2) * sizeof *place);
  double *a = malloc(MOST * sizeof *a), *b = malloc(MOST * sizeof *b);
  double *both = malloc(2 * N * sizeof *both), *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  double *low = malloc(N * sizeof *low), *high = malloc(N * sizeof *high);
  int i, k, round;

  if (!row || !column || !end || !place || !a || !b || !both || !x || !y || !low || !high)
    return 1;
  row[0] = 0;
  for (i = 0; i < N; i++)
    row[i + 1] = row[i] + length(i, 77);
  for (i = 0; i <= N; i++)
    end[i] = place[i + 1] = small[i] = row[i];
  for (k = 0; k < MOST; k++) {
    column[k] = (k * 31) % N;
    a[k] = (k % 17) * 0.25;
    single[k] = (k * 7) % 101;
    number[k] = (k * 13) % 29 - 14;
    b[k] = 0.0;
  }
  for (i = 0; i < N; i++)
    x[i] = (i % 7) * 0.5;

  /* the bounds change: by the host, by the device, so that they fall, and not at all */
  for (round = 0; round < 9; round++) {
    if (round == 2)
      for (i = 78; i <= N; i++)
        row[i] += 1000;
    if (round == 4)
#pragma omp parallel for
      for (i = 0; i <= N; i++)
        row[i] = i < 200 ? i : i + 5000;
    if (round == 5)
      row[100] = 3000;
    if (round == 7)
      row[100] = 100;
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++) {
      double sum = 1.0;
      for (k = row[i]; k < row[i + 1]; k++)
        sum += a[k] * x[column[k]];
      y[i] = sum;
    }
    printf("%d: %.12g\n", round, sum_of(y, N));
  }

  /* some sums at once, minimum and maximum, `simd`, and a first row that is not the array's */
#pragma omp parallel for
  for (i = 3; i < N - 2; i++) {
    double least = 1e30, most = -1e30, sum = 0.0;
    double middle = x[i] + 1.0;
    unsigned j;
#pragma omp simd reduction(+ : sum) reduction(min : least) reduction(max : most)
    for (j = end[i]; j < end[i + 1]; j++) {
      double v = (a[j] - middle) * x[column[j]];
      sum += v;
      least = v < least ? v : least;
      most = v > most ? v : most;
    }
    low[i] = least < 1e29 ? least : 0.0;
    high[i] = most > -1e29 ? most + sum : sum;
  }
  low[0] = low[1] = low[2] = low[N - 2] = low[N - 1] = high[0] = high[1] = high[2] = high[N - 2] = high[N - 1] = 0.0;
  printf("%.12g %.12g\n", sum_of(low, N), sum_of(high, N));

  /* elements that are stored, with the row's number */
#pragma omp parallel for
  for (i = 1; i <= N; i++) {
    double factor = x[i - 1] * 2.0;
    unsigned long j;
    for (j = place[i]; j < place[i + 1]; j++)
      b[j] = a[j] * factor + i;
  }
  for (k = 0; k < MOST; k++)
    low[k % N] += b[k];
  printf("%.12g\n", sum_of(low, N));

  /* integers, added to what is there: the loop can't be run twice */
  for (round = 0; round < 2; round++)
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++) {
      int found = 0;
      for (k = small[i]; k < small[i + 1]; k++)
        if (number[k] > 0)
          found += number[k];
      total[i] += found;
    }
  for (i = 0, k = 0; i < N; i++)
    k += total[i] * (i % 5);
  printf("%d\n", k);

  /* float, by the row's own value */
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    float sum = 0.0f, own = i % 3;
    int j;
    for (j = row[i]; j < row[i + 1]; j++) {
      if (column[j] == i)
        continue;
      sum += single[j] * own;
    }
    y[i] = sum;
  }
  printf("%.6g\n", sum_of(y, N));

  /* one array that is read and written in two parts */
  for (i = 0; i < 2 * N; i++)
    both[i] = i % 9;
#pragma omp parallel for private(k)
  for (i = 0; i < N; i++) {
    double sum = 0.0;
    for (k = row[i]; k < row[i + 1]; k++)
      sum += a[k] * both[column[k]];
    both[N + i] = sum;
  }
  printf("%.12g\n", sum_of(both, 2 * N));

  /* two parts of one array, and what may be two parts */
  multiply(row, column, a, x, y);
  multiply(row, column, a, both, both + N);
  printf("%.12g %.12g\n", sum_of(y, N), sum_of(both, 2 * N));

  /* the last entry alone counts on: all others are of empty rows */
  for (i = 0; i <= N; i++)
    row[i] = i < N ? 10 : 9000;
#pragma omp parallel for private(k)
  for (i = 0; i < N; i++) {
    double product = 1.0, sum = 0.0;
    for (k = row[i]; k < row[i + 1]; k++) {
      product *= 1.0 + a[k] * 1e-5;
      sum -= a[k];
    }
    y[i] = product + sum;
  }
  printf("%.10g\n", sum_of(y, N));
  return 0;
}
