/* Two collapsed loops: the inner one is dimension 0; constant inner lengths stay in the types. */
#define N 64
static double a[N][N], b[N][N];

void transpose(int n)
{
  int i, j;
#pragma omp parallel for collapse(2)
  for (i = 0; i < n; i++)
    for (j = n - 1; j >= 0; j--)
      a[i][j] = b[j][i];
}
