/* The trailing update of a factorization: it reads rows and columns of the array that it writes, and none of what it
 * writes; one that does stays as it is. */
static double a[200][200];

void update(int n, int from, int to)
{
#pragma omp parallel for collapse(2)
  for (int i = to; i < n; i++)
    for (int j = to; j < n; j++) {
      double sum = a[i][j];
      for (int k = from; k < to; k++)
        sum -= a[i][k] * a[k][j];
      a[i][j] = sum;
    }
}

/* Its iterations race, so that nothing calls it. */
void update_with_own_row(int n, int from, int to)
{
#pragma omp parallel for collapse(2)
  for (int i = to; i < n; i++)
    for (int j = to + 1; j < n; j++) {
      double sum = a[i][j];
      for (int k = from; k <= to; k++)
        sum -= a[i][k] * a[k][j];
      a[i][j] = sum;
    }
}
