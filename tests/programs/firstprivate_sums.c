/* Threads' own sums that `firstprivate` begins: with zero from right before the region, and with what is or may be another value.
 * expect: offloaded=3 kept=K013,K013,K013,K013 */
#include <stdio.h>

#define N 1000

static int hidden;

static int is_prime(int n)
{
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0)
      return 0;
  return n > 1;
}

static int primes(int a, int b)
{
  int own = 0;
  int total = 0;

  if (a < 2)
    a = 2;
#pragma omp parallel firstprivate(own) shared(a, b, total)
  {
#pragma omp for nowait
    for (int i = a; i <= b; i++)
      if (is_prime(i))
        own++;
#pragma omp atomic
    total += own;
  }
  return total;
}

static double twice(const double *x)
{
  double own, total = 0;

  for (int k = 0; k < 2; k++) {
    own = 0.0;
#pragma omp parallel firstprivate(own)
    {
#pragma omp for
      for (int i = 0; i < N; i++)
        own += x[i] * k;
#pragma omp critical
      total += own;
    }
  }
  return total;
}

static double product(void)
{
  double own = 1, total = 1;

#pragma omp parallel firstprivate(own)
  {
#pragma omp for
    for (int i = 1; i <= 10; i++)
      own *= i;
#pragma omp critical
    total *= own;
  }
  return total;
}

static void of_one(void)
{
  int own = 1;

#pragma omp parallel firstprivate(own)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      own += i;
#pragma omp atomic
    hidden += own;
  }
}

static void of_condition(int n)
{
  int own = 0;

  if (n > 3)
    own = 2;
#pragma omp parallel firstprivate(own)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      own += i;
#pragma omp atomic
    hidden += own;
  }
}

static void of_before(void)
{
  int own = 0;

  for (int k = 0; k < 2; k++) {
#pragma omp parallel firstprivate(own)
    {
#pragma omp for
      for (int i = 0; i < N; i++)
        own += i;
#pragma omp atomic
      hidden += own;
    }
    own = k + 1;
  }
}

static void of_last_time(void)
{
  static int own = 0;

#pragma omp parallel firstprivate(own)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      own += i;
#pragma omp atomic
    hidden += own;
  }
  own = 5;
}

int main(void)
{
  static double x[N];

  for (int i = 0; i < N; i++)
    x[i] = i % 9;
  printf("%d %.3f %.0f\n", primes(0, 2000), twice(x), product());
  of_one();
  of_condition(N);
  of_before();
  of_last_time();
  of_last_time();
  return hidden == 0;
}
