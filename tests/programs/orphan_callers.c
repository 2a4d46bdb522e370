/* Two regions and serial code call the same function; host code between them sees its results.
 * expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>

#define N 200

static double a[N];

static void smooth(const double *from, double *to, int n)
{
  int i;

#pragma omp for
  for (i = 1; i < n - 1; i++)
    to[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) / 4;
}

static void start(double *x)
{
#pragma omp for
  for (int i = 0; i < N; i++)
    x[i] = i * i % 17;
}

int main(void)
{
  double *b = malloc(N * sizeof *b), *c = calloc(N, sizeof *c);
  double sum = 0;

  if (b == NULL || c == NULL)
    return 1;
#pragma omp parallel
  {
    start(a);
    smooth(a, c, N);
  }
  printf("%.9f\n", c[N / 2]);
  start(b); /* a team of one */
  b[9] += c[9];
  smooth(b, a, N);
  a[3] *= 2;
#pragma omp parallel
  {
    smooth(a, b, N);
    smooth(b, c, N);
  }
  for (int i = 0; i < N; i++)
    sum += a[i] + b[i] * (i % 3) + c[i] * (i % 5);
  printf("%.9f %.9f\n", c[4], sum);
  free(b);
  free(c);
  return 0;
}
