/* The dimension that runs through neighbouring elements becomes dimension 0; lastprivate names the last iteration. */
static double a[20][30], b[20][30];

double swap(void)
{
  double last;
#pragma omp parallel for collapse(2) lastprivate(last)
  for (int j = 0; j < 30; j++)
    for (int i = 0; i < 20; i++) {
      last = b[i][j];
      a[i][j] = last;
    }
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      b[i][j] = 1.0;
  return last;
}
