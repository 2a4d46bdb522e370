/* Two collapsed loops are two dimensions; the inner one has the neighbours. */
#define N 40
#define M 50

static int grid[N][M];

void mark(int low, int step)
{
  int i, j;
#pragma omp parallel for collapse(2)
  for (i = low; i < N; i++)
    for (j = 0; j <= M - 1; j += step)
      grid[i][j] = i + j;
}
