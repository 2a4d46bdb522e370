/* A variable that the loop gives a last value is copied around the launch. */
int final(const int *a, int n)
{
  int seen = -1;
#pragma omp parallel for lastprivate(seen)
  for (int i = 0; i < n; i++)
    seen = a[i] + i;
  return seen;
}
