/* Sums in variables of the file, which a function computes with that all threads call.
   expect: offloaded=11 */
#include <math.h>
#include <stdio.h>

#define N 500

static double x[N], p[N], q[N], r[N], z[N];
static double rho, d, alpha, beta, rho0, norm;
static double own, shown;
#pragma omp threadprivate(own)
double common;

static void gradients(int steps)
{
  int i, step;

#pragma omp single nowait
  {
    rho = 0.0;
    norm = 0.0;
  }
#pragma omp for
  for (i = 0; i < N; i++) {
    r[i] = p[i] = x[i];
    z[i] = 0.0;
  }
#pragma omp for reduction(+ : rho)
  for (i = 0; i < N; i++)
    rho += r[i] * r[i];
  for (step = 0; step < steps; step++) {
#pragma omp single
    {
      rho0 = rho;
      d = 0.0;
      rho = 0.0;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      q[i] = 3.0 * p[i] - (i > 0 ? p[i - 1] : 0.0) - (i < N - 1 ? p[i + 1] : 0.0);
#pragma omp for reduction(+ : d)
    for (i = 0; i < N; i++)
      d += p[i] * q[i];
#pragma omp single
    alpha = rho0 / d;
#pragma omp for reduction(+ : rho)
    for (i = 0; i < N; i++) {
      z[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      rho += r[i] * r[i];
    }
#pragma omp single
    beta = rho / rho0;
#pragma omp for
    for (i = 0; i < N; i++)
      p[i] = r[i] + beta * p[i];
  }
#pragma omp for reduction(+ : norm)
  for (i = 0; i < N; i++)
    norm += z[i] * z[i];
}

/* Here pointers lead to one of the sums, another one is seen by other files, and one is each thread's own. */
static void others(double *pointer)
{
  int i;

#pragma omp for reduction(+ : shown)
  for (i = 0; i < N; i++)
    shown += z[i];
#pragma omp for reduction(+ : common)
  for (i = 0; i < N; i++)
    common += 0.5 * z[i];
  own = common * 2.0;
#pragma omp for
  for (i = 0; i < N; i++)
    z[i] = z[i] * shown + own;
#pragma omp single
  *pointer += 1.0;
}

int main(void)
{
  int i, round;
  double sum = 0.0;

  for (i = 0; i < N; i++)
    x[i] = 1.0 + (i % 5) * 0.5;
  for (round = 0; round < 4; round++) {
#pragma omp parallel
    gradients(8);
    printf("%.6e %.6e\n", rho, norm);
#pragma omp parallel private(i)
    {
#pragma omp for
      for (i = 0; i < N; i++)
        x[i] = z[i] / sqrt(norm);
      gradients(2 + round);
      others(&shown);
    }
    printf("%.6e %.6e %.6e %.6e\n", rho, d, alpha, common);
  }
  for (i = 0; i < N; i++)
    sum += x[i] + 2 * z[i] + 3 * r[i] + 4 * p[i];
  printf("%.6e %.6e\n", sum, shown);
  return 0;
}
