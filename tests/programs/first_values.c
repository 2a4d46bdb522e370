/* Private scalars that begin with a value: all iterations replace it, or none, as a condition says that is the same for
 * all; and where one may leave a value to the next.
 * expect: offloaded=7 kept=K014,K014,K014,K014,K014 */
#include <math.h>
#include <stdio.h>

enum { N = 400 };

struct settings {
  int measured, scaled, kind;
  double least;
};

static double x[N], y[N];

static double chosen(double value, int steps)
{
  while (steps-- > 0)
    value = value * 0.5 + 1;
  return value;
}

int main(int argc, char **argv)
{
  struct settings values = {argc > 1, argc > 0, 2, 0.5}, *given = &values;
  double before = 3, field = 2, factor = 1, bonus = 0.25, last = 1, worse = 1;
  double early = 1, late = 1, carried = 1, third = 1, sum = 0;
  int steps = 2;
  (void)argv;
  for (int i = 0; i < N; i++)
    x[i] = sin(i);
#pragma omp parallel for firstprivate(before)
  for (int i = 0; i < N; i++) { /* never replaced */
    if (given->measured)
      before = x[i];
    y[i] = x[i] + before;
  }
#pragma omp parallel for firstprivate(field, steps)
  for (int i = 0; i < N; i++) { /* always replaced */
    if (given->scaled) {
      field = x[i] * 2;
      steps = i % 3;
    }
    y[i] += chosen(field, steps);
  }
#pragma omp parallel
  {
    double own = 5, other;
    int scaled = given->kind == 1;
#pragma omp for
    for (int i = 0; i < N; i++) { /* a variable of the region's */
      if (scaled)
        own = x[i];
      y[i] += own;
    }
    other = 7;
#pragma omp for
    for (int i = 0; i < N; i++) {
      if (given->kind == 2)
        other = -x[i];
      y[i] -= other;
    }
  }
#pragma omp parallel for firstprivate(factor)
  for (int i = 0; i < N; i++) { /* one of several */
    if (given->kind == 1)
      factor = x[i];
    else if (given->kind == 2)
      factor = -x[i];
    y[i] *= 1 + factor / 8;
  }
#pragma omp parallel for firstprivate(bonus)
  for (int i = 0; i < N; i++) { /* stored where it is read, by the iteration's own condition */
    if (x[i] > given->least)
      bonus = x[i];
    if (x[i] > given->least)
      y[i] += bonus;
  }
#pragma omp parallel for firstprivate(early)
  for (int i = 0; i < N; i++) { /* in a loop that ends before */
    for (int k = 0; k < 3; k++) {
      if (given->kind == 2)
        break;
      early = x[i] * k;
      y[i] += early;
    }
    y[i] += early;
  }
#pragma omp parallel for firstprivate(late)
  for (int i = 0; i < N; i++) { /* replaced in the first step */
    for (int k = 0; k < 3; k++) {
      if (given->kind == 2)
        late = x[i] * k;
      y[i] += late;
    }
  }
#pragma omp parallel for firstprivate(carried)
  for (int i = 0; i < N; i++) { /* read, then replaced */
    y[i] += carried * 0;
    if (given->scaled)
      carried = x[i];
  }
#pragma omp parallel for firstprivate(worse)
  for (int i = 0; i < N; i++) { /* iterations differ */
    if (x[i] > 2)
      worse = x[i];
    y[i] += worse;
  }
#pragma omp parallel for firstprivate(third)
  for (int i = 0; i < N; i++) { /* the first step reads it, the last replaces it */
    for (int k = 0; k < 3; k++) {
      y[i] += third * 0;
      if (k == given->kind)
        third = x[i];
    }
  }
#pragma omp parallel for firstprivate(last) lastprivate(last)
  for (int i = 0; i < N; i++) { /* needed behind the loop */
    if (given->measured)
      last = x[i];
    y[i] += last;
  }
  for (int i = 0; i < N; i++)
    sum += y[i] * (i % 7);
  printf("%.8f %.3f\n", sum, last);
  return 0;
}
