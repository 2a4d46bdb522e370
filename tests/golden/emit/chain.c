/* The host enqueues all launches of the steps, and reads the scalars at the end. */
static double x[1000], y[1000];

double relax(int steps)
{
  double sum = 0.0, weight = 0.5;
  int i, step;

#pragma omp parallel private(i, step)
  for (step = 0; step < steps; step++) {
#pragma omp for reduction(+ : sum)
    for (i = 0; i < 1000; i++)
      sum += x[i] * y[i];
#pragma omp single
    weight = 1.0 / (1.0 + sum);
#pragma omp for
    for (i = 0; i < 1000; i++)
      x[i] = x[i] + weight * y[999 - i];
  }
  return sum;
}
