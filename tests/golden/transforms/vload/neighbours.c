/* Neighbours read, written, updated, in a loop over them, and some that must stay. */
static float x[800], y[800], z[100];
static double u[100][4];
static int index_of[100];

void neighbours(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double f;
    z[i] = x[8 * i] * x[8 * i + 1] - x[8 * i + 2] * x[8 * i + 3];
    for (int j = 0; j < 4; j++)
      y[8 * i + j] += x[8 * i + j];
    f = u[i][0];
    u[i][0] = u[i][1];
    u[i][1] = f;
  }
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    z[i] += x[8 * i + 1] + x[8 * i + 2] + x[8 * i - 1];
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float first = y[8 * i];
    y[index_of[i] + 8 * i] = 1.0f;
    z[i] = first + y[8 * i + 1];
  }
}
