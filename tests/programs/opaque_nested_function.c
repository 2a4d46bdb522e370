/* A function with another one in it is left to the C compiler; loops elsewhere see what both do to shared memory.
   expect: offloaded=3 kept=K027,K027
   strict: no
   flags: -Wl,-z,execstack */
#include <stdio.h>
#include <stdlib.h>

static double shared[500];
static double apart[500];

static void fill(double *to, int n, double step)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = i * step;
}

static double total(int n)
{
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += shared[i];
  return sum;
}

static double each(double (*of)(int), int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += of(i);
  return sum;
}

static double *bent(double *block, int n)
{
  double local[500];
  double both(int i) { return local[i] + block[i] + shared[i]; }
  void bend(int i) { shared[i] = block[i] = -1; }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    local[i] = i % 7;
  bend(3);
  fill(block, n / 2, 0.25);
  printf("%g\n", each(both, n));
  fill(shared, n / 4, 2);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    shared[i] += 1;
  bend(n - 1);
  return block + 1;
}

int main(void)
{
  double *block = malloc(500 * sizeof *block);
  fill(shared, 500, 1);
  for (int round = 0; round < 3; round++) {
    fill(block, 500, 0.5);
    double *inner = bent(block, 500);
    printf("%g %g %g\n", inner[0], block[2], block[499]);
#pragma omp parallel for
    for (int i = 0; i < 500; i++)
      apart[i] = inner[i % 499] + shared[i];
    printf("%g %g %g\n", total(500), apart[0], apart[499]);
  }
  free(block);
  return 0;
}
