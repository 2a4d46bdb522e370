/* Blocks of 4 x 4, factorised along rows: triangular loops, rows of components, and a loop too long for copies. */
enum { SIZE = 4, LENGTH = 24 };

static void factorise(double a[SIZE][SIZE])
{
  int m, l, pivot;

  for (pivot = 0; pivot < SIZE; pivot++) {
    a[pivot][pivot] = 1.0 / a[pivot][pivot];
    for (m = pivot + 1; m < SIZE; m++) {
      a[m][pivot] *= a[pivot][pivot];
      for (l = pivot + 1; l < SIZE; l++)
        a[m][l] -= a[m][pivot] * a[pivot][l];
    }
  }
}

static void solve(double a[SIZE][SIZE], double x[SIZE])
{
  for (int m = 1; m < SIZE; m++)
    for (int l = 0; l < m; l++)
      x[m] -= a[m][l] * x[l];
  for (int m = SIZE - 1; m >= 0; m--) {
    for (int l = m + 1; l < SIZE; l++)
      x[m] -= a[m][l] * x[l];
    x[m] *= a[m][m];
  }
}

void f(int n, double in[][LENGTH][SIZE], double out[][LENGTH][SIZE])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double row[LENGTH][SIZE];
    for (int p = 0; p < LENGTH; p++)
      for (int m = 0; m < SIZE; m++)
        row[p][m] = in[i][p][m];
    for (int p = 0; p < LENGTH; p++) {
      double block[SIZE][SIZE];
      for (int m = 0; m < SIZE; m++)
        for (int l = 0; l < SIZE; l++)
          block[m][l] = m == l ? 4.0 + row[p][m] : 0.25 * (m - l);
      factorise(block);
      solve(block, row[p]);
    }
    for (int p = 0; p < LENGTH; p++)
      for (int m = 0; m < SIZE; m++)
        out[i][p][m] = row[p][m];
  }
}
