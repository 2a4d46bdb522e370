/* A sparse matrix in compressed rows times a vector, again and again: `spmv [millions of elements [way [times]]]`.
 *
 * The rows' lengths follow a power law as degrees in a graph do (way 1), or one row has half of all elements (2), or
 * all have up to 32 elements (3).  The time is that of the products after an untimed one, and of reading the result.
 */
#include <math.h>

#include "clock.h"

static unsigned long long state = 88172645463325252ULL;

/* Marsaglia's xorshift, 53 bits of it as a number in (0, 1]. */
static double uniform(void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return ((double)(state >> 11) + 1.0) / 9007199254740992.0;
}

static int length(int way, int row, int elements)
{
  double wanted;

  if (way == 2 && row == 1000)
    return elements / 2;
  if (way != 1)
    return (int)(uniform() * 33.0);
  wanted = 3.0 * pow(uniform(), -0.8);
  return wanted < elements / 8 ? (int)wanted : elements / 8;
}

static int *integers(size_t count)
{
  int *block = malloc(count * sizeof *block);

  if (!block) {
    fprintf(stderr, "out of memory: %zu integers\n", count);
    exit(1);
  }
  return block;
}

static void multiply(int rows, const int *row, const int *column, const double *a, const double *x, double *y)
{
  int i, k;

#pragma omp parallel for private(k)
  for (i = 0; i < rows; i++) {
    double sum = 0.0;

    for (k = row[i]; k < row[i + 1]; k++)
      sum += a[k] * x[column[k]];
    y[i] = sum;
  }
}

int main(int count, char **arguments)
{
  int elements = 1000000 * size_argument(count, arguments, 1, 1);
  int way = size_argument(count, arguments, 2, 1);
  int times = size_argument(count, arguments, 3, 20);
  int *row = integers((size_t)elements + 2), *column;
  double *a, *x, *y, begin, sum = 0.0;
  int rows = 0, i, k;

  row[0] = 0;
  while (row[rows] < elements) {
    int wanted = length(way, rows, elements);

    if (rows == elements)
      wanted = elements - row[rows];
    if (wanted > elements - row[rows])
      wanted = elements - row[rows];
    row[rows + 1] = row[rows] + wanted;
    rows++;
  }
  column = integers((size_t)elements);
  a = doubles((size_t)elements);
  x = doubles((size_t)rows);
  y = doubles((size_t)rows);
  for (k = 0; k < elements; k++) {
    column[k] = (int)(uniform() * rows) % rows;
    a[k] = uniform();
  }
  for (i = 0; i < rows; i++)
    x[i] = uniform();
  multiply(rows, row, column, a, x, y);

  begin = seconds_now();
  for (i = 0; i < times; i++)
    multiply(rows, row, column, a, x, y);
  for (i = 0; i < rows; i++)
    sum += y[i];
  print_result("spmv", elements, sum, seconds_now() - begin);
  free(row);
  free(column);
  free(a);
  free(x);
  free(y);
  return 0;
}
