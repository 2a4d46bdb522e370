#line 100
static void NAME(int *to, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = __LINE__;
}
