/* the order in which its sums are added must be that of single launches */
static double a[90][90], s;

void f(int n)
{
#pragma omp parallel
  for (int d = 2; d < n; d++) {
#pragma omp for reduction(+ : s)
    for (int i = 1; i < d; i++)
      s += a[i][d - i];
  }
}
