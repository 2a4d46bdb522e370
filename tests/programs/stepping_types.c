/* expect: offloaded=5
   Variables that step along with loops whose bounds and steps have other types: wider, unsigned and floating ones. */
#include <stdio.h>
#include <stdlib.h>

#define N 200
#define M 24

static double a[N + 2 * M], b[N * M];
static int c[N * M];

/* A constant that is long: 32 bits of the product count. */
static void hash(void)
{
#pragma omp parallel for
  for (unsigned i = 0; i < N; i++) {
    unsigned h = i;
    for (unsigned j = 0; j < M; j++) {
      c[i * M + j] = (int)(h >> 16);
      h += 2654435769;
    }
  }
}

/* Unsigned steps of what is negative. */
static void negative(size_t stride, int from)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int k = from;
    long l = 3L * from;
    for (int j = 0; j < M; j++) {
      c[i * M + j] += k / 2;
      b[i * M + j] = (double)l / 3 + l / 7;
      k += 2u;
      l += stride;
    }
  }
}

/* A bound that is negative once it is an int. */
static void around(unsigned centre, unsigned radius)
{
#pragma omp parallel for
  for (int i = 8; i < N; i++) {
    const double *p = a + i - (int)radius;
    double sum = 0.0;
    for (int k = centre - radius; k <= (int)radius; k++)
      sum += *p++ * k;
    b[i * M] += sum;
  }
}

/* Bounds that are converted to the counter's type. */
static void converted(double from, long far)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double sum = 0.0;
    int m = i;
    for (int k = from; k <= 9; k++) {
      sum += a[m] * k;
      m += 2;
    }
    b[i * M + 1] += sum;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double sum = 0.0;
    unsigned m = i;
    for (unsigned k = far; k <= 19; k++) {
      sum += (m >> 3) * k;
      m += 0x90000001u;
    }
    b[i * M + 2] += sum;
  }
}

int main(int argc, char **argv)
{
  (void)argv;
  for (int i = 0; i < N + 2 * M; i++)
    a[i] = i * 0.5;
  hash();
  negative(argc + 2, argc - 11);
  around(argc - 1, argc + 3);
  converted(argc + 1.7, argc + (1L << 32));
  double sum = 0.0;
  for (int i = 0; i < N * M; i++)
    sum += b[i] * (1 + i % 7) + c[i] % 1000;
  printf("%.3f\n", sum);
  return 0;
}
