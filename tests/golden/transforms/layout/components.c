/* Components move outwards, in functions, too; the transposed matrix, and what is not subscripted, keep their order. */
static double u[10][20][30][5], matrix[50][40], kept[40][3];
static float rows[40][50];

static double sum(double all[10][20][30][5], int k, int j, int i)
{
  double total = 0.0;
  for (int m = 0; m < 5; m++)
    total += all[k][j][i][m];
  return total;
}

double components(void)
{
  double total = 0.0;
#pragma omp parallel for collapse(3) reduction(+ : total)
  for (int k = 0; k < 10; k++)
    for (int j = 0; j < 20; j++)
      for (int i = 0; i < 30; i++) {
        u[k][j][i][0] = sum(u, k, j, i) - u[k][j][i][1 + i % 2];
        total += u[k][j][i][4];
      }
#pragma omp parallel for
  for (int i = 0; i < 40; i++) {
    double *row = kept[i];
    for (int j = 1; j < 50; j++) {
      rows[i][j] = rows[i][j - 1] + (float)matrix[j - 1][i];
#pragma omp atomic
      rows[i][0] += 1.0f;
    }
    kept[i][0] = row[1];
  }
  return total;
}
