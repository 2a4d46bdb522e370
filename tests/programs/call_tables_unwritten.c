/* Functions in tables that are not constant: those that nothing writes, and those that something may write.
 * expect: offloaded=5 kept=K006,K006,K006,K006 */
#include <stdio.h>
#include <string.h>

#define N 90

typedef double step(double);

struct rule {
  step *apply;
  double weight;
};

static double twice(double x) { return 2 * x; }
static double square(double x) { return x * x; }
static double less(double x) { return x - 0.5; }

static step *steps[] = {twice, square, less};
static struct rule rules[3] = {{square, 0.5}, {.weight = 0.25, .apply = less}, {twice, 2}};
step *shared[2] = {less, &square};
static step *assigned[2] = {less, square}, *copied[2] = {twice, square}, *passed[2] = {twice, less};

static void replace(step **table, int at, step *by) { table[at] = by; }

static double total(const double *values)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += values[i] * (i % 7 + 1);
  return sum;
}

int main(void)
{
  static step *inside[2] = {twice, less};
  step *own[3] = {less, twice, square}, *changed[2] = {less, twice};
  static double a[N], b[N];
  static int kind[N];

  for (int i = 0; i < N; i++) {
    kind[i] = i * 5 % 3;
    b[i] = i * 0.25;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = steps[kind[i]](b[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += rules[kind[i]].apply(b[i]) * rules[kind[i]].weight;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] -= shared[kind[i] & 1](b[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += own[kind[i]](b[i]) * 0.125;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] -= inside[i & 1](b[i]) * 3;
  printf("%.12g\n", total(a));

  assigned[0] = square;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += assigned[i & 1](b[i]);
  memcpy(copied, steps + 1, sizeof copied);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] -= copied[i & 1](b[i]);
  replace(passed, 1, square);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += passed[i & 1](b[i]);
  if (a[3] > 0)
    changed[1] = square;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] -= changed[i & 1](b[i]);
  printf("%.12g\n", total(a));
  return 0;
}
