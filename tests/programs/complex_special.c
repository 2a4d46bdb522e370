/* Complex arithmetic with infinities, values that are not numbers, and signed zeros.  expect: offloaded=2 */
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define N 7
#define M (N * N)

static double complex sums[M * M], differences[M * M], products[M * M], mixed[M * M][6];
static float complex narrow[M * M], halves[M * M];
static int same[M * M];

static void show(const char *name, const double complex *z, int n)
{
  unsigned long sum = 0;
  int i, k, kinds[4] = {0, 0, 0, 0};

  for (i = 0; i < n; i++) {
    const double part[2] = {creal(z[i]), cimag(z[i])};

    for (k = 0; k < 2; k++) {
      kinds[isnan(part[k]) ? 0 : isinf(part[k]) ? 1 : part[k] == 0 ? 2 : 3]++;
      sum = sum * 31 + (isnan(part[k]) ? 7u : isinf(part[k]) ? 11u : (unsigned long)(long)(part[k] * 64));
      sum = sum * 3 + (!isnan(part[k]) && signbit(part[k]) ? 1u : 0u);
    }
  }
  printf("%s: %d %d %d %d %lx\n", name, kinds[0], kinds[1], kinds[2], kinds[3], sum);
}

int main(void)
{
  const double parts[N] = {0.0, -0.0, 1.5, -2.25, INFINITY, -INFINITY, NAN};
  double complex all[M], wide[M * M];
  int i, j, equal = 0;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      all[i * N + j] = CMPLX(parts[i], parts[j]);

#pragma omp parallel for private(j)
  for (i = 0; i < M; i++)
    for (j = 0; j < M; j++) {
      const double complex a = all[i], b = all[j];
      const double r = creal(b);
      const int at = i * M + j;

      sums[at] = a + b;
      differences[at] = a - b;
      products[at] = a * b;
      mixed[at][0] = r + a;
      mixed[at][1] = r - a;
      mixed[at][2] = a - r;
      mixed[at][3] = a * r;
      mixed[at][4] = a / r;
      mixed[at][5] = -conj(a) + r * I;
      same[at] = (a == b) + 2 * (a != r) + 4 * (a ? 1 : 0) + 8 * !b + 16 * (a && b);
    }

#pragma omp parallel for private(j)
  for (i = 0; i < M; i++)
    for (j = 0; j < M; j++) {
      const float complex a = all[i], b = all[j];

      narrow[i * M + j] = a * b;
      halves[i * M + j] = a + 2;
      halves[i * M + j] *= 0.25;
    }

  show("sums", sums, M * M);
  show("differences", differences, M * M);
  show("products", products, M * M);
  show("mixed", mixed[0], M * M * 6);
  for (i = 0; i < M * M; i++)
    wide[i] = narrow[i];
  show("narrow", wide, M * M);
  for (i = 0; i < M * M; i++)
    wide[i] = halves[i];
  show("halves", wide, M * M);
  for (i = 0; i < M * M; i++)
    equal = equal * 5 % 9973 + same[i];
  printf("%d\n", equal);
  return 0;
}
