/* Arrays and a function that other files know by their second names alone. */
#include "second_names.h"

static double inner[COUNT];
extern double outer[COUNT] __attribute__((alias("inner")));

static double step(double x) { return x + 1; }
double advance(double) __attribute__((alias("step")));

double half[COUNT] __asm__("whole");

double inner_sum(void)
{
  double sum = 0;
  for (int i = 0; i < COUNT; i++)
    sum += inner[i];
  inner[2] = 40;
  return sum;
}

void inner_grow(void)
{
#pragma omp parallel for
  for (int i = 0; i < COUNT; i++)
    inner[i] += half[i];
}
