/* A reduction over three dimensions, and one over a single one, that has nothing to divide. */
static double u[10][20][30];

double norm(int n)
{
  double sum = 0.0, top = 0.0;
#pragma omp parallel for collapse(3) reduction(+ : sum)
  for (int k = 0; k < 10; k++)
    for (int j = 1; j < n; j++)
      for (int i = 0; i < 30; i += 2)
        sum += u[k][j][i] * u[k][j][i];
#pragma omp parallel for reduction(max : top)
  for (int k = 0; k < 10; k++)
    if (u[k][0][0] > top)
      top = u[k][0][0];
  return sum + top;
}
