/* Sequential loops over planes, each with a pipeline over its rows. */
double a[12][16][20], b[12][16][20], c[16][20];
int done[16];

/* Each point needs its neighbours before it in all three dimensions. */
void relax(int planes, int n) {
#pragma omp parallel
  for (int k = 1; k < planes; k++) {
#pragma omp for nowait
    for (int i = 1; i < n; i++) {
      while (i > 1 && done[i - 1] < k) {
#pragma omp flush
      }
      for (int j = 1; j < n; j++)
        a[k][i][j] = 0.25 * (a[k - 1][i][j] + a[k][i - 1][j] + a[k][i][j - 1]);
      done[i] = k;
#pragma omp flush
    }
  }
}

/* What a plane needs, in functions: a point runs both loops, planes and columns go back. */
static void weigh(int k, int n) {
  int i, j;
  double half = 0.5 * k;
#pragma omp for nowait
  for (i = 1; i < n; i++)
    for (j = 1; j < n; j++)
      c[i][j] = half - b[k + 1][i][j];
}

static void solve(double v[12][16][20], int plane, int last) {
  int i, j;
#pragma omp for ordered(1)
  for (i = 1; i < last; i++) {
#pragma omp ordered depend(sink : i - 1)
    for (j = last - 1; j >= 1; j--)
      v[plane][i][j] -= c[i][j] * v[plane][i - 1][j] * v[plane][i][j + 1];
#pragma omp ordered depend(source)
  }
}

void back(int planes, int n) {
#pragma omp parallel
  {
    int k;
    for (k = planes - 2; k >= 0; k--) {
      weigh(k, n);
      solve(b, k, n);
    }
  }
}

/* A later row of the plane before: the planes stay one behind the other. */
void skewed(int planes, int n) {
#pragma omp parallel
  for (int k = 1; k < planes; k++) {
#pragma omp for ordered(1)
    for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
      for (int j = 1; j < n; j++)
        a[k][i][j] += 0.5 * a[k - 1][i + 1][j] * a[k][i - 1][j];
#pragma omp ordered depend(source)
    }
  }
}
