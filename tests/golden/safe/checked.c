/* One access of each kind that --safe checks, and some that need no check. */
struct cell {
  int count;
  double value[3];
};

static double sum(const double *from, int length)
{
  double s = 0;
  while (length-- > 0)
    s += *from++;
  return s;
}

void f(double *a, double *b, const int *to, struct cell *cells, int n, int m)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const double *either = i % 2 ? a : b + m;
    double own[4] = {0};
    own[i & 3] = sum(&either[i], m) / 2;
    own[3] += i / m + i / 2;
    b[to[i]] += own[i & 3];
    cells[i].value[to[i] % m]++;
    a[i] = own[0];
#pragma omp atomic
    cells[to[i]].count += i;
  }
}
