/* Compound literals of arrays: arguments that are made at the call, pointers to them, elements.
 * expect: offloaded=1 kept=K018 */
#include <stdbool.h>
#include <stdio.h>

enum { N = 700 };

static int place(const int at[3], const int sides[3])
{
  return (at[0] * sides[1] + at[1]) * sides[2] + at[2];
}

static void wrap(int at[3], const int sides[3], int wrapped[3])
{
  for (int k = 0; k < 3; k++) {
    at[k] += 1;
    wrapped[k] = at[k] % sides[k];
  }
}

static double polynomial(const double *factors, int n, double x)
{
  double value = 0;
  while (n--)
    value = value * x + factors[n];
  return value;
}

static float most(const float *list, int n)
{
  float found = list[0];
  for (int i = 1; i < n; i++)
    if (list[i] > found)
      found = list[i];
  return found;
}

int main(void)
{
  const int sides[3] = {7, 10, 10};
  static double out[N];
  static int back[N];
  static bool on[N];
  double sum = 0;
  unsigned mixed = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int wrapped[3], found = 0;
    out[i] = polynomial((double[]){1, i * 0.5, -0.25, 2}, 4, i * 0.01);
    for (int k = 0; k < 3; k++) {
      wrap((int[3]){i / 100, i / 10 % 10 + k}, sides, wrapped);
      found += place(wrapped, sides) * (k + 1);
    }
    back[i] = found;
    const float *four = (float[4]){i, 3, 2.5f};
    int *three = (int[]){7, 8, 9};
    three[1] += i;
    out[i] += most(four, 4) + three[i % 3] + ((const short[]){3, 1, 4, 1, 5})[i % 5];
    on[i] = ((bool[2]){i & 4, 0})[0];
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) /* with a designator */
    back[i] += ((int[4]){[2] = i})[i % 4];
  for (int i = 0; i < N; i++) {
    sum += out[i] * (i % 11);
    mixed = mixed * 7 + back[i] + on[i];
  }
  printf("%.6f %u\n", sum, mixed);
  return 0;
}
