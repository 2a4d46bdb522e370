/* Sums that stay on the device, and what kernels compute of them. */
#define N 1000

static double p[N], q[N], r[N];

double chain(int steps)
{
  double rho = 0.0, old = 0.0, d = 0.0, alpha = 0.0, weight = 0.5;
  int i, step;

#pragma omp parallel private(i, step, alpha)
  {
    for (step = 0; step < steps; step++) {
      /* by one work-item of the next kernel */
#pragma omp single
      {
        old = rho;
        d = 0.0;
      }
#pragma omp for
      for (i = 1; i < N; i++)
        q[i] = p[i] - p[i - 1];
      /* in the kernel of the sum, before it and behind it */
#pragma omp single
      rho = 1.0;
#pragma omp for reduction(+ : d) reduction(max : rho)
      for (i = 0; i < N; i++) {
        d += p[i] * q[N - 1 - i];
        rho = q[i] > rho ? q[i] : rho;
      }
      alpha = -old / (d + 1.0);
#pragma omp for
      for (i = 0; i < N; i++)
        p[i] += alpha * r[i];
    }
    for (step = 0; step < steps; step++) {
      /* by all work-items, since they need it */
      weight = rho * d;
#pragma omp for
      for (i = 0; i < N; i++)
        r[i] = weight * q[N - 1 - i];
#pragma omp for reduction(+ : d)
      for (i = 0; i < N; i++)
        d += r[N - 1 - i];
    }
  }
  return rho + d + weight;
}

/* The host asks after each step. */
double asked(double limit)
{
  double sum;
  int i;

#pragma omp parallel private(i)
  do {
#pragma omp barrier
#pragma omp single
    sum = 0.0;
#pragma omp for reduction(+ : sum)
    for (i = 0; i < N; i++)
      sum += p[i];
#pragma omp for
    for (i = 0; i < N; i++)
      p[i] *= 0.5;
  } while (sum > limit);
  return sum;
}
