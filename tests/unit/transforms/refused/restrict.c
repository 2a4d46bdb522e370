/* any of the arrays may be the same memory */
void f(double *a, double *b, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
