/* Copies for rows and components, of known size and not; none for a function, nor where a row is a pointer. */
static double matrix[300][40], sums[300];
static float cells[60][50][40];

static float mean(float all[60][50][40], int k, int j)
{
  float total = 0.0f;
  for (int m = 0; m < 40; m++)
    total = total * 0.5f + all[k][j][m];
  return total;
}

void relaid(double (*heap)[40], double (*turned)[300], float (*out)[50], int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double last = 0.0;
    for (int j = 0; j < 40; j++) {
      last = last * 0.5 + heap[i][j];
      turned[j][i] = last;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < 300; i++)
    for (int j = 1; j < 40; j++)
      matrix[i][j] += matrix[i][j - 1] * turned[j][i];
#pragma omp parallel for collapse(2)
  for (int k = 0; k < 60; k++)
    for (int j = 0; j < 50; j++)
      out[k][j] = mean(cells, k, j);
#pragma omp parallel for collapse(2)
  for (int k = 0; k < 60; k++)
    for (int j = 0; j < 50; j++)
      for (int m = 1; m < 40; m++)
        out[k][j] += cells[k][j][m] - cells[k][j][0];
#pragma omp parallel for
  for (int i = 0; i < 300; i++) {
    double *row = matrix[i];
    sums[i] = row[0];
    for (int j = 1; j < 40; j++)
      sums[i] = sums[i] * 0.25 + matrix[i][j];
  }
}
