/* Several arrays in one allocation, which loops reach through pointers and offsets that they set themselves; one loop's
   arrays overlap, of another it is not known how far it reaches, and both run in order on the CPU.
   expect: offloaded=6 idle=2 */
#include <stdio.h>
#include <stdlib.h>

static double *parts; /* four arrays of the same size */
static int rows, width;

static void add(double *to, const double *from)
{
#pragma omp parallel for collapse(2)
  for (int r = 0; r < rows; r++)
    for (int half = 0; half < 2; half++) {
      const double *in = from + r * width + half * (width / 2);
      double *out = to + r * width;
      out += 0;
      double *at = &to[r * width + half * (width / 2)];
      for (int i = 0; i < width / 2; i++)
        at[i] += in[i];
    }
}

static void scale(int n, double *to, const double *from, double by)
{
  int first, last;
#pragma omp parallel for private(first, last)
  for (int r = 0; r < n; r++) {
    first = r * width;
    last = first + width - 1;
    to[first] = by * from[last];
    first++;
    for (int i = r * width + 1; i <= last; i++)
      to[i] = by * from[i - 1] + first;
  }
}

static void shifted(double *to, const double *from)
{
#pragma omp parallel for
  for (int r = 0; r < rows; r += 2) {
    double *out = to + r * width;
    const double *in = from + r * width;
    for (int i = 0; i < width; i++)
      out[i] -= in[i];
  }
}

static void reversed(double *to, const double *from)
{
#pragma omp parallel for
  for (int r = 0; r < rows; r++) {
    double *out = to + r * width;
    const double *in;
    in = from + (rows - 1 - r) * width;
    double sum = *in + *(in + 1);
    for (int i = 0; i < width; i++) {
      const double *mine = in + i;
      out[i] = *mine + sum;
    }
  }
}

static void halves(void)
{
  int n = rows * width;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *second = parts + n;
    int k = n - 1 - i;
    second[i] = parts[k] + 0.5 * parts[2 * n + k];
  }
}

static double total(const double *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * (i % 7 + 1);
  return sum;
}

int main(int argc, char **argv)
{
  (void)argv;
  rows = 60 * argc;
  width = 32;
  int n = rows * width;
  parts = malloc(4 * n * sizeof *parts);
  for (int i = 0; i < 4 * n; i++)
    parts[i] = i % 11;
  double *a = parts, *b = parts + n, *c = b + n;
  add(b, a);
  scale(rows, c, a, 0.5);
  reversed(parts + 3 * n, c);
  halves();
  printf("%.10g %.10g\n", total(a, 2 * n), total(c, 2 * n));
#pragma omp parallel for
  for (int r = 0; r < rows; r++) {
    int own = r * width;
    double *to = c + own, *end = a + own;
    for (int i = 0; i < width; i++)
      to[i] -= end[i];
  }
  printf("%.10g\n", total(parts, 4 * n));
  shifted(a, a + width);
  printf("%.10g\n", total(parts, 4 * n));
  return 0;
}
