/* An element is no other one of its row in the same iterations of the loops around it, though it is in others. */
static double a[20][20], x[20][20];

void times_triangle(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = n - 1; j >= 0; j--)
      for (int k = 0; k < j; k++)
        x[i][j] += a[j][k] * x[i][k];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = n - 1; j >= 0; j--)
      for (int k = 0; k <= j; k++)
        x[i][j] += a[j][k] * x[i][k];
}
