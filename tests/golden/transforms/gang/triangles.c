/* Sums in a stage that are as long as the row of the parallel loop, and lines whose points and the code between them
 * set one scalar in turn. */
enum { N = 40, PLANES = 6 };

static double a[N][N], x[N][N];
static double field[PLANES][N][N], flux[PLANES][N][N], ends[PLANES][N];

void lower_rows(int n)
{
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    for (int j = n - 2; j >= 0; j--) {
      double s = x[i][j + 1];
      for (int k = 0; k < i; k++)
        s += a[i][k] * a[j][k];
      x[i][j] = s;
    }
}

void planes(int ny, int nz)
{
#pragma omp parallel for
  for (int p = 0; p < PLANES; p++) {
    double t;
    for (int y = 0; y < ny; y++) {
      for (int z = 0; z < nz; z++) {
        t = field[p][y][z] - field[p][y + 1][z];
        flux[p][y][z] += t;
      }
      t = field[p][y][nz];
      flux[p][y][nz] -= t;
      for (int z = 0; z < nz; z++) {
        t = field[p][ny][z] - flux[p][y][z];
        flux[p][ny][z] += t;
      }
      t = field[p][ny][nz];
      ends[p][y] = t;
    }
  }
}
