/* Results of reductions are combined with their variables, where the loop ran at all. */
double total(const double *a, long n, double start, double *least)
{
  double sum = start, low = a[0];
  long i;
#pragma omp parallel for reduction(+ : sum) reduction(min : low)
  for (i = 0; i < n; i++) {
    sum += a[i];
    if (a[i] < low)
      low = a[i];
  }
  *least = low;
  return sum;
}
