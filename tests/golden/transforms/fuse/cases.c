#define N 100

double a[N], b[N], c[N], d[N];

static double twice(double x)
{
  double factor = 2.0;
  return factor * x;
}

/* One kernel, in which names of the second loop are new where the first one has them. */
double neighbours(int n, double scale)
{
  double sum = 0.0;
  int i, k;

#pragma omp parallel private(i, k)
  {
#pragma omp for nowait
    for (i = 0; i < n; i++) {
      double part = twice(a[i]);
      b[i] = part + scale;
    }
#pragma omp for reduction(+ : sum)
    for (k = 0; k < n; k++) {
      double part = twice(b[k]);
      sum += part;
      d[k] = part - scale;
    }
  }
  return sum;
}

/* Two kernels: the second reads what other iterations of the first write. */
void shifted(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 1; i < N; i++)
      c[i] = a[i];
#pragma omp for
    for (i = 1; i < N; i++)
      d[i] = c[i - 1];
  }
}

/* Two kernels: they have other iterations. */
void other_bounds(void)
{
  int i;

#pragma omp parallel private(i)
  {
#pragma omp for
    for (i = 1; i < N; i++)
      c[i] = 0.0;
#pragma omp for
    for (i = 0; i < N; i++)
      d[i] = 0.0;
  }
}
