/* Reductions that go on from step to step: in a region, and where serial code repeats one; sums are added in order. */
enum { N = 24 };

double sweep(int n, double a[N][N])
{
  double change = 0, least = 1e9;
#pragma omp parallel
  for (int d = 0; d <= 2 * n - 2; d++) {
    int lo = d < n ? 0 : d - n + 1, hi = d < n ? d : n - 1;
#pragma omp for reduction(max : change) reduction(min : least)
    for (int i = lo; i <= hi; i++) {
      double v = 0.5 * (a[i][d - i] + 1.0);
      change = v - a[i][d - i] > change ? v - a[i][d - i] : change;
      least = v < least ? v : least;
      a[i][d - i] = v;
    }
  }
  return change - least;
}

long steps(int n, int *x)
{
  long odd = 0;
  for (int k = 0; k < n; k++) {
#pragma omp parallel for reduction(+ : odd)
    for (int i = k; i < n; i++) {
      x[i] = x[i] * 3 + k;
      odd += x[i] & 1;
    }
  }
  return odd;
}

float sums(int n, float *x)
{
  float sum = 0;
  for (int k = 0; k < n; k++) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = k; i < n; i++) sum += x[i];
  }
  return sum;
}
