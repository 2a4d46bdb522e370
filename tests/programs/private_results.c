/* Private variables that functions set on some ways only, and that are read only where the function's result says so;
 * firstprivate structures that functions read by pointer.  expect: offloaded=7 kept=K014 */
#include <stdio.h>

#define N 1000
#define FOUND 1

struct line {
  double factor, offset, table[3];
};

static long left[16], right[64];
static double values[N], out[N];

static int split(long k, int *rest, double *weight)
{
  if (k % 3 == 0) {
    *rest = 0;
    return 0;
  }
  *rest = (int)(k % 7);
  *weight = 2.0 * *rest;
  return 1;
}

static int place_of(long at, long k, long *place)
{
  long sum;

  if (left[at] * right[k] == 0)
    return 0;
  sum = left[at] + right[k];
  if (sum > 40)
    return -1;
  *place = sum - 1;
  return FOUND;
}

static int first_above(const long *list, int n, long limit, long *value)
{
  for (int k = 0; k < n; k++)
    if (list[k] > limit) {
      *value = list[k];
      return 1;
    }
  return 0;
}

static int misleading(long k, long *value)
{
  if (left[k] == 0)
    return 1;
  *value = left[k];
  return left[k] > 3;
}

static double on(const struct line *l, double x)
{
  return l->factor * x + l->offset + l->table[1];
}

static double by_value(struct line l, double x)
{
  return l.table[2] - x;
}

int main(void)
{
  struct line line = {2, 3, {1, 2, 3}};
  double sum = 0, weight;
  long place, value = 5, wrong = 0;
  int i, rest;

  for (i = 0; i < 16; i++)
    left[i] = i % 5 * 3;
  for (i = 0; i < 64; i++)
    right[i] = i % 37;
  for (i = 0; i < N; i++)
    values[i] = i % 11;
#pragma omp parallel for private(rest, weight) reduction(+ : sum)
  for (i = 0; i < N; i++) {
    if (split(i, &rest, &weight))
      sum += weight * values[i];
    else
      sum += rest;
  }
#pragma omp parallel for private(place) reduction(+ : sum)
  for (i = 0; i < N; i++)
    if (place_of(i & 15, i & 63, &place) == FOUND)
      sum += values[place] + place;
#pragma omp parallel for private(place) reduction(+ : sum)
  for (i = 0; i < N; i++) {
    int found = place_of(i & 15, i & 63, &place);

    if (found <= 0)
      continue;
    if (values[i] > 2)
      sum += place;
  }
#pragma omp parallel for private(place) reduction(+ : sum)
  for (i = 0; i < N; i++)
    if (place_of(i & 15, i & 63, &place) > 0 && place > 3)
      sum -= values[place];
  printf("%g\n", sum);
#pragma omp parallel for firstprivate(line)
  for (i = 0; i < N; i++)
    out[i] = on(&line, values[i]);
#pragma omp parallel firstprivate(line)
  {
#pragma omp for reduction(+ : sum)
    for (i = 0; i < N; i++)
      sum += on(&line, i) + by_value(line, i) - out[i];
  }
  printf("%g\n", sum);
#pragma omp parallel for private(place) reduction(+ : sum)
  for (i = 0; i < N; i++) {
    place = 0;
    if (first_above(right, 64, i % 50, &place))
      sum += place;
  }
  printf("%g\n", sum);
#pragma omp parallel for firstprivate(value) reduction(+ : wrong)
  for (i = 0; i < N; i++)
    if (misleading(i & 15, &value)) /* what is carried along is always greater than 0 */
      wrong += value > 0;
  printf("%ld\n", wrong);
  return 0;
}
