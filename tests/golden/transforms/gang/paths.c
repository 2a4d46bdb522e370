/* All iterations need one element, which one of them changes: it runs between those before and those behind it. */
void shorten(int n, int k, int *d)
{
  int i, j;
#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      int over = d[i * n + k] + d[k * n + j];
      if (over < d[i * n + j])
        d[i * n + j] = over;
    }
}
