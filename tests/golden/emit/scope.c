/* The device copy of an automatic array goes when its scope is left. */
int last(int n)
{
  int square[n];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    square[i] = i * i;
  return square[n - 1];
}
