/* Types and external variables that are declared in a block alone, and variables of the names that OpenCL C gives to
 * macros.  expect: offloaded=4  with: support/declared_elsewhere.c */
#include <stdio.h>

#define N 60

static double out[N];
static char memory[2 * N * sizeof(double)];

static void of_types(int n)
{
  struct pair {
    double first, second;
  };
  typedef struct {
    struct pair of[1];
  } both;
  both *pairs = (both *)memory;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    pairs[i].of[0].second = i + (int)sizeof(both);
  for (int i = 0; i < n; i++)
    out[i] += pairs[i].of[0].second;
}

static void of_a_bound(void)
{
  extern int declared_bound;
#pragma omp parallel for
  for (int i = 0; i < declared_bound; i++)
    out[i] += i * 0.5;
}

static void of_an_array(void)
{
  extern double declared_weights[][4];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    declared_weights[i][1] += out[i];
  for (int i = 0; i < N; i++)
    out[i] -= declared_weights[i][1] * 0.25;
}

static void of_macros(double M_PI_F, int FLT_DIGITS)
{
  double M_SQRT1_2_F[N];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    M_SQRT1_2_F[i] = M_PI_F * i + FLT_DIGITS;
  for (int i = 0; i < N; i++)
    out[i] += M_SQRT1_2_F[i];
}

int main(void)
{
  of_types(N);
  of_a_bound();
  of_an_array();
  of_macros(2.5, 7);
  double all = 0;
  for (int i = 0; i < N; i++)
    all = all * 0.99 + out[i];
  printf("%.10g\n", all);
  return 0;
}
