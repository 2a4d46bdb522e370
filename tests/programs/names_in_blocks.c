/* Types and external variables that are declared in a block alone, arrays that get their lengths at the end of the
 * file, and variables of the names that OpenCL C gives to macros.
 * expect: offloaded=6  with: support/declared_elsewhere.c */
#include <stdio.h>

#define N 60

static double out[N];
static char memory[2 * N * sizeof(double)];

extern double lengths[], *of_rows[];
extern const int steps[][3];

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

static void of_lengths(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    lengths[i] += steps[i % 4][1] * i;
#pragma omp parallel for
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 5; k++)
      of_rows[i][k] += i + k;
  for (int i = 0; i < n; i++)
    out[i] += lengths[i] + of_rows[i % 2][i % 5];
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
  of_lengths(N);
  of_macros(2.5, 7);
  double all = 0;
  for (int i = 0; i < N; i++)
    all = all * 0.99 + out[i];
  printf("%.10g\n", all);
  return 0;
}

double lengths[N] = {1, 2, 3}, *of_rows[] = {lengths + 20, lengths + 40};
const int steps[][3] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
