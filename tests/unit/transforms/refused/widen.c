/* the host can't compute the range of what may wrap around */
static double a[4096];
static unsigned first[64];

void f(unsigned n, unsigned m)
{
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      a[first[i] * m + j] += j;
}
