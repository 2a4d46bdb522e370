/* What the host computes of sums between loops: kernels do it where they can.
   expect: offloaded=34 */
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 900
#endif

static double x[N], y[N], z[N], r[N], p[N], q[N];
static double outside;

static void fill(void)
{
  int i;
  for (i = 0; i < N; i++) {
    x[i] = 1.0 + (i % 7) * 0.25;
    y[i] = (i % 11) * 0.125 - 0.5;
    z[i] = 0.0;
    p[i] = q[i] = r[i] = x[i];
  }
}

/* Conjugate gradients, the scalars computed by each thread for itself. */
static double gradients(int steps)
{
  int i, step;
  double alpha, beta, rho0;
  double rho = 0.0, d = 0.0;

#pragma omp parallel private(i, step, alpha, beta, rho0)
  {
#pragma omp for reduction(+ : rho)
    for (i = 0; i < N; i++)
      rho += r[i] * r[i];
    for (step = 0; step < steps; step++) {
      rho0 = rho;
#pragma omp barrier
#pragma omp single
      {
        d = 0.0;
        rho = 0.0;
      }
#pragma omp for
      for (i = 0; i < N; i++)
        q[i] = 4.0 * p[i] - (i > 0 ? p[i - 1] : 0.0) - (i < N - 1 ? p[i + 1] : 0.0);
#pragma omp for reduction(+ : d)
      for (i = 0; i < N; i++)
        d += p[i] * q[i];
      alpha = rho0 / d;
#pragma omp for reduction(+ : rho)
      for (i = 0; i < N; i++) {
        z[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        rho += r[i] * r[i];
      }
      beta = rho / rho0;
#pragma omp for
      for (i = 0; i < N; i++)
        p[i] = r[i] + beta * p[i];
    }
  }
  return rho;
}

/* The same with the scalars in the initial thread's hands, and the old sum replaced at the end of the step. */
static double replaced(int steps)
{
  int i, step;
  double alpha = 0.0, beta = 0.0, old = 0.0, d, now;

#pragma omp parallel private(i, step)
  {
#pragma omp for reduction(+ : old)
    for (i = 0; i < N; i++)
      old += r[i] * r[i];
    for (step = 0; step < steps; step++) {
#pragma omp single
      d = 0.0;
#pragma omp for reduction(+ : d)
      for (i = 0; i < N; i++)
        d += p[i] * (2.5 * p[i]);
#pragma omp single
      {
        alpha = old / d;
        now = 0.0;
      }
#pragma omp for reduction(+ : now)
      for (i = 0; i < N; i++) {
        r[i] -= alpha * p[i];
        now += r[i] * r[i];
      }
#pragma omp single
      beta = now / old;
#pragma omp for
      for (i = 0; i < N; i++)
        p[i] = r[i] + beta * p[i];
#pragma omp single
      old = now;
    }
  }
  return old + alpha + beta;
}

/* Values that only the next kernel can compute, for itself or for those behind it. */
static double forward(int n, int steps)
{
  int i, step;
  double low = 1e9, high = -1e9, product = 1.0, scale = 1.0, shift = 0.0, half = 0.5, width = 0.0;

#pragma omp parallel private(i, step)
  {
    for (step = 0; step < steps; step++) {
#pragma omp for reduction(min : low) reduction(max : high)
      for (i = 0; i < n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
      }
#pragma omp single
      width = fabs(sqrt(high * high) - low) + 1.0;
#pragma omp for
      for (i = 0; i < N; i++)
        y[i] = y[i] / width;
#pragma omp single
      {
        scale *= half;
        shift = -scale + 2 * width;
      }
#pragma omp for
      for (i = 0; i < N; i++)
        z[i] = z[i] + shift * y[i];
#pragma omp single
      {
        half = 0.5 + shift / 1024;
        product = 1.0;
      }
#pragma omp for reduction(* : product) reduction(- : shift)
      for (i = 0; i < 40; i++) {
        product *= 1.0 + y[i] * half;
        shift -= z[i];
      }
    }
  }
  return low + high + product + scale + shift + half + width;
}

/* Assignments that follow no sum: the next kernel runs them, with each work-item or with one of them. */
static double headed(int steps)
{
  int i, j, step;
  double grown = 0.5, width = 0.0, before = 2.0, sum = 1.0, other = 0.0;

#pragma omp parallel private(i, j, step)
  {
    for (step = 0; step < steps; step++) {
#pragma omp single
      width = grown / (before + 1.0);
#pragma omp for
      for (i = 0; i < N; i++)
        y[i] = y[i] * 0.75 + width * x[i];
#pragma omp single
      other = width;
#pragma omp for private(j)
      for (i = 0; i < N / 9; i++)
        for (j = 0; j < 9; j++)
          z[9 * i + j] = z[9 * i + j] * 0.5 + y[N - 1 - 9 * i - j];
#pragma omp single
      {
        before = grown;
        sum = 0.25;
      }
#pragma omp for reduction(+ : sum)
      for (i = 0; i < N; i++)
        sum += other * z[i];
      grown = sum / 512;
    }
#pragma omp for reduction(+ : other)
    for (i = 0; i < N; i++)
      other += y[i];
  }
  return grown + width + before + sum + other;
}

/* One that the loop's own end would have to run, and one that work-items would still read. */
static double refused(int steps)
{
  int i, step;
  double scale = 1.0, sum = 0.0;

#pragma omp parallel private(i, step)
  {
    for (step = 0; step < steps; step++) {
#pragma omp for reduction(+ : sum)
      for (i = 0; i < N; i++)
        sum += y[i];
#pragma omp for
      for (i = 0; i < N; i++)
        y[i] = y[i] + scale;
#pragma omp single
      scale = scale * 0.5;
    }
    for (step = 0; step < steps; step++) {
#pragma omp single
      scale = scale * 0.5;
#pragma omp for
      for (i = 0; i < N; i++)
        y[i] = y[i] + scale;
#pragma omp for reduction(+ : sum)
      for (i = 0; i < N; i++)
        sum += z[i] * z[N - 1 - i];
    }
  }
  return scale + sum;
}

/* What must stay with the host. */
static double asked(int steps)
{
  int i, step, count = 0;
  double rho = 0.0, d = 0.0, limit = 1e-3, *pointer = &limit;
  float single = 0.0f;
  static double kept;

#pragma omp parallel private(i, step)
  {
    for (step = 0; step < steps; step++) {
#pragma omp barrier
#pragma omp single
      rho = d = 0.0;
#pragma omp for reduction(+ : rho)
      for (i = 0; i < N; i++)
        rho += y[i] * y[i];
#pragma omp for reduction(+ : d)
      for (i = 0; i < N; i++)
        d += y[i];
      if (rho < 1.0)
        break;
#pragma omp for
      for (i = 0; i < N; i++)
        y[i] = y[i] * 0.5 + d / 4096;
    }
#pragma omp for reduction(+ : count)
    for (i = 0; i < N; i++)
      count += y[i] > 0.0;
#pragma omp for reduction(+ : single)
    for (i = 0; i < N; i++)
      single += (float)(i % 2);
#pragma omp single
    kept = 1.0 / (1 + count);
#pragma omp for reduction(+ : limit)
    for (i = 0; i < N; i++)
      limit += kept;
#pragma omp for reduction(+ : outside)
    for (i = 0; i < N; i++)
      outside += kept * x[i];
#pragma omp for
    for (i = 0; i < N; i++)
      z[i] += outside * limit;
  }
  return rho + d + count + single + *pointer + kept;
}

/* A chain in each step of a loop that the host ends, and one between two loops on the CPU. */
static double parted(void)
{
  int i, round = 0;
  double norm = 0.0, dot = 0.0, factor = 0.0;

#pragma omp parallel private(i, round)
  {
    round = 0;
    do {
#pragma omp barrier
#pragma omp single
      dot = 0.0;
#pragma omp for reduction(+ : dot)
      for (i = 0; i < N; i++)
        dot += x[i] * p[i];
#pragma omp single
      {
        factor = 1.0 / (1.0 + dot * dot);
        norm = 0.0;
      }
#pragma omp for reduction(+ : norm)
      for (i = 0; i < N; i++) {
        p[i] = p[i] * factor;
        norm += p[i] * p[i];
      }
    } while (norm > 1e-6 && ++round < 9);
#pragma omp for
    for (i = 0; i < 2; i++)
      if (norm < 0.0)
        printf("never\n");
#pragma omp for reduction(+ : norm)
    for (i = 0; i < N; i++)
      norm += x[i];
    factor = norm + 1.0;
#pragma omp for reduction(+ : dot)
    for (i = 0; i < N; i++)
      dot += factor * x[i];
  }
  return norm + dot + factor;
}

int main(void)
{
  int i;
  double sum = 0.0;

  fill();
  printf("%.6e\n", gradients(12));
  printf("%.6e\n", gradients(0));
  fill();
  printf("%.6e\n", replaced(5));
  fill();
  printf("%.6e\n", forward(N, 3));
  printf("%.6e\n", forward(0, 2));
  printf("%.6e\n", headed(4));
  printf("%.6e\n", refused(3));
  printf("%.6e\n", asked(6));
  printf("%.6e\n", parted());
  for (i = 0; i < N; i++)
    sum += x[i] + 2 * y[i] + 3 * z[i] + 4 * r[i] + 5 * p[i] + 6 * q[i];
  printf("%.6e\n", sum + outside);
  return 0;
}
