/* A region calls functions that hold work-sharing; one of them calls the other. */
static double sum;

static void scale(double x[], int n)
{
  int i;

#pragma omp for
  for (i = 0; i < n; i++)
    x[i] *= 2;
}

double norm(double *x, int n)
{
  scale(x, n);
#pragma omp single
  sum = x[0];
#pragma omp for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

double run(double *x, int n, int steps)
{
  double found = 0;

#pragma omp parallel firstprivate(found)
  for (int step = 0; step < steps; step++)
    found = norm(x, n);
  return sum;
}
