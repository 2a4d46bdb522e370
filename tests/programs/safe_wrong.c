/* Loops that go wrong in the way that the first argument names, which --safe finds; without one, none does.
 * expect: offloaded=5 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300 };

struct row {
  int length;
  float of[6];
};

static struct row rows[N];
static int divisors[N];

static float third(const struct row *row, int at) { return row->of[at] / 3; }

int main(int argc, char **argv)
{
  const char *wrong = argc > 1 ? argv[1] : "";
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  int *to = malloc(N * sizeof *to), last = N;
  double sum = 0;

  for (int i = 0; i < N; i++) {
    to[i] = N - 1 - i;
    divisors[i] = i % 5 + 1;
    rows[i].length = i % 6;
    for (int k = 0; k < 6; k++)
      rows[i].of[k] = (float)(i + k);
  }
  if (strcmp(wrong, "subscript") == 0)
    to[70] = -1000000000;
  if (strcmp(wrong, "read") == 0)
    last = N + 1;
  if (strcmp(wrong, "collision") == 0)
    to[21] = to[20];
  if (strcmp(wrong, "part") == 0)
    rows[33].length = 6;
  if (strcmp(wrong, "zero") == 0)
    divisors[44] = 0;
  if (strcmp(wrong, "least") == 0)
    divisors[44] = -1;

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    a[i] = i;
    b[i] = 2 * i;
  }
  /* With a collision both iterations store the same, so that the CPU's result is known. */
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[to[i]] = to[i] % 7 + a[to[i]];
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    for (int k = i; k < last; k += N)
      sum += k < N ? b[k] : (a[k] > 1) * 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += third(&rows[i], rows[i].length) * (rows[i].length < 6);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += (i == 44 ? INT_MIN : 7 * i) / divisors[i];
  for (int i = 0; i < N; i++)
    sum += a[i] * i;
  printf("%.6f\n", sum);
  free(a), free(b), free(to);
  return 0;
}
