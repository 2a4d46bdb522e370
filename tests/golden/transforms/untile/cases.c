/* Strips of one size, tiles by number, strips that are taken to divide their range, a part of a strip's sum, refusals. */
#define MIN(a, b) ((a) < (b) ? (a) : (b))

static double a[24][24], b[24][24], line[24 * 24];

static int smaller(int x, int y)
{
  return x < y ? x : y;
}

double tiled(int n, int t)
{
  double sum = 0.0;
  int blocks = (n + 7) / 8;
#pragma omp parallel for
  for (int it = 0; it < n; it += t)
    for (int jt = 1; jt <= n - 2; jt += t)
      for (int i = it; i < MIN(n, it + t); i++)
        for (int j = jt; j <= smaller(n - 2, jt + t - 1); j++)
          b[j][i] += a[i][j];
#pragma omp parallel for collapse(2)
  for (int ib = 0; ib < blocks; ib++)
    for (int jb = 0; jb < blocks; jb++) {
      int last = 8 * ib + 8 > n ? n : 8 * ib + 8;
      for (int kt = 0; kt < 24; kt += 6)
        for (int i = 8 * ib; i < last; i++)
          for (int k = kt; k < kt + 6; k++)
            for (int j = 8 * jb; j < n && j < 8 * (jb + 1); j++)
              a[i][j] += b[k][j];
    }
#pragma omp parallel for reduction(+ : sum)
  for (int first = 0; first < n; first += t)
    for (int i = first; i < first + t; i++)
      sum += a[i % 24][3];
#pragma omp parallel for
  for (int i = 0; i < 1; i++)
    for (int jt = 0; jt < n; jt += t)
      for (int k = 0; k < n; k++)
        for (int j = jt; j < jt + t; j++)
          line[k * n + j] = 0.5 * line[k * n + j] + k;
#pragma omp parallel for
  for (int i = 1; i < 24; i++)
    for (int jt = 1; jt < n; jt += t)
      for (int k = 0; k < n - 1; k++)
        for (int j = jt; j < MIN(n, jt + t); j++)
          b[i][(j * 5 + k) % 24] = 0.5 * b[i][((j - 1) * 5 + k + 1) % 24];
#pragma omp parallel for
  for (int it = 0; it < n; it += t)
    for (int i = it; i < MIN(n, it + t); i++)
      a[i][0] += it;
  return sum;
}

double sums(int n)
{
#pragma omp parallel for
  for (int it = 0; it < n; it += 5)
    for (int kt = 0; kt < n; kt += 5)
      for (int i = it; i < (it + 5 < n ? it + 5 : n); i++)
        for (int j = 0; j < n; j++) {
          double sum = a[i][j];
          for (int k = kt; k < (kt + 5 < n ? kt + 5 : n); k++)
            sum += b[i][k] * line[k * n + j];
          a[i][j] = sum;
        }
  return a[1][2];
}
