/* Pointers and subscripts that step along with loops, which are up, down, by one and by rows. */
static double a[4096], b[4096], c[4096];

void pointers(int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const double *from = a + i * m;
    double *to = b + i * m;
    for (int j = 0; j < m; j++)
      *to++ += 2 * *from++;
  }
}

void subscripts(int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int row = i * m, column = j;
      double sum = 0.0;
      for (int k = 0; k < m; k++, column += n)
        sum += a[row++] * b[column];
      c[i * n + j] = sum;
    }
}

void down(int n, unsigned m, long from)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *p = &a[(i + 1) * 64], *q;
    q = b + i * 64;
    for (unsigned j = m; j > 0; j--) {
      *--p *= 0.5;
      p[0] += q[1];
      q += 2;
      q[-1] = p[0] - i;
    }
    long at = from + i * 64;
    for (long j = from; j <= from + 9; ++j) {
      c[at] += j;
      at += 3;
      c[at - 1] -= 1.0;
    }
  }
}
