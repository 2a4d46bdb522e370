/* Inner loops whose step is a variable: blocks, both ways, in scratch arrays; steps that are not positive.
 * expect: offloaded=11 */
#include <stdio.h>
#include <stdlib.h>

#define LINES 6
#define LENGTH 48
#define MOST 16

static double x[LINES][LENGTH][8], y[LINES][LENGTH][8];
int block = 4;

static void transform(int count, double s[8][MOST])
{
  if (count > MOST) {
    printf("%d\n", count);
    exit(1);
  }
  for (int i = 0; i < count; i++) {
    if (i == 5)
      break;
    s[i][0] += 1;
  }
  for (int i = 1; i < 8; i++)
    for (int j = 0; j < count; j++)
      s[i][j] += 0.5 * s[i - 1][j];
}

/* as Fourier transforms handle lines: a block of them at a time, in an array that is private */
static void lines(int n)
{
  int i, j, k, jj;
  double s[8][MOST];

#pragma omp parallel for private(i, j, jj, s)
  for (k = 0; k < LINES; k++)
    for (jj = 0; jj <= n - block; jj += block) {
      for (i = 0; i < 8; i++)
        for (j = 0; j < block; j++)
          s[i][j] = x[k][jj + j][i];
      transform(block, s);
      for (i = 0; i < 8; i++)
        for (j = 0; j < block; j++)
          y[k][jj + j][i] = s[i][j];
    }
}

static void down(int n, int by, double *a)
{
#pragma omp parallel for
  for (int k = 0; k < LINES; k++)
    for (int j = n - 1; j >= 0; j = j - by)
      a[k * LENGTH + j] += 1 + j;
}

static void sizes(size_t n, size_t by, double a[][LENGTH])
{
#pragma omp parallel for
  for (size_t k = 0; k < LINES; k++)
    for (size_t j = 0; j < n; j += by)
      a[k][j] += 2 * j;
}

/* from where an outer counter says, and up to there */
static void triangles(int n, int by, double a[][LENGTH])
{
#pragma omp parallel for
  for (int k = 0; k < LINES; k++)
    for (int j = k; j < n; j += by)
      a[k][j] += 3;
#pragma omp parallel for
  for (int k = 0; k < LINES; k++)
    for (int j = 0; j < n - k; j += by)
      a[k][j] -= 2;
}

/* a block and the next one's first element */
static void overlapping(int n, int by, double a[][LENGTH])
{
#pragma omp parallel for
  for (int k = 0; k < LINES; k++)
    for (int jj = 0; jj < n - by; jj += by)
      for (int j = 0; j <= by; j++)
        a[k][jj + j] = 0.5 * a[k][jj + j] + j;
}

/* the step changes */
static void growing(int n, int by, double a[][LENGTH])
{
#pragma omp parallel for
  for (int k = 0; k < LINES; k++) {
    int step = by;
    for (int j = 0; j < n; j += step) {
      a[k][j] += step;
      step++;
    }
  }
}

static void read_each_time(int n, int *by, double a[][LENGTH])
{
#pragma omp parallel for
  for (int k = 0; k < LINES; k++)
    for (int j = 0; j < n; j += by[k]) {
      a[k][j] += 1;
      by[k] += j & 1;
    }
}

/* wider than the counter: what is added is not what the variable holds */
static void wide(int n, long by, double a[][LENGTH])
{
#pragma omp parallel for
  for (int k = 0; k < LINES; k++)
    for (int j = 0; j < n; j += by)
      a[k][j] += 0.25;
}

/* down to an end that the body finds */
static void found(int n, int by, double a[][LENGTH])
{
#pragma omp parallel for
  for (int k = 0; k < LINES; k++)
    for (int j = n / 2; j < n; j += by) {
      a[k][j] += 7;
      if (j + by < 0)
        break;
    }
}

/* an unsigned counter that gets below where it began, and ends behind 0 */
static void wrapped(unsigned n, unsigned by, double a[][LENGTH])
{
#pragma omp parallel for
  for (int k = 0; k < LINES; k++)
    for (unsigned j = n / 2; j < n; j += by)
      a[k][j] += 5 + j;
}

static void show(const char *name)
{
  double total = 0;

  for (int k = 0; k < LINES; k++)
    for (int j = 0; j < LENGTH; j++)
      for (int i = 0; i < 8; i++)
        total += y[k][j][i] * (1 + (k * 5 + j * 3 + i) % 11);
  printf("%s %.9g\n", name, total);
}

int main(void)
{
  double(*a)[LENGTH] = (double(*)[LENGTH])y;
  int steps[LINES];

  for (int k = 0; k < LINES; k++)
    for (int j = 0; j < LENGTH; j++)
      for (int i = 0; i < 8; i++)
        x[k][j][i] = (k * 7 + j * 5 + i * 3) % 13;
  for (block = 1; block <= MOST; block += 5) {
    lines(LENGTH);
    show("lines");
    down(LENGTH, block, y[0][0]);
    sizes(LENGTH, block, a);
    triangles(LENGTH, block, a);
    show("steps");
    overlapping(LENGTH, block, a);
    growing(LENGTH, block, a);
    for (int k = 0; k < LINES; k++)
      steps[k] = block;
    read_each_time(LENGTH, steps, a);
    wide(LENGTH, block + (1L << 32), a);
    show("kept");
    found(LENGTH, -block, a);
    wrapped(LENGTH, -block, a);
    show("down");
  }
  for (block = -1; block <= 0; block++) { /* loops without an iteration, or with one */
    lines(-2);
    down(-1, block, y[0][0]);
    sizes(0, block, a);
    sizes(LENGTH, -1, a);
    triangles(0, block, a);
    show("none");
  }
  return 0;
}
