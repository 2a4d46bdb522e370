/* expect: offloaded=9 idle=4
 * Symmetric over-relaxation whose threads wait for their neighbours by number, in functions before and behind the
 * loops of each plane, as in LU of NPB3.3.  The numbers are threadprivate.  The kernels of the loops over planes run
 * the loops of the functions. */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif

#define N 18
#define M 2

static double u[N][N][N][M], r[N][N][N][M], a[N][N][M][M], d[N][N][M];
static int ready[1024], done[1024];
static int last, me;
#pragma omp threadprivate(last, me)
static int lo = 1, hi = N - 1;
static double omega = 1.1;

static void wait_left(void)
{
  int left;

  if (me > 0 && me <= last) {
    left = me - 1;
    while (ready[left] == 0) {
#pragma omp flush(ready)
    }
    ready[left] = 0;
#pragma omp flush
  }
}

static void signal_right(void)
{
  if (me < last) {
#pragma omp flush
    while (ready[me] == 1) {
#pragma omp flush(ready)
    }
    ready[me] = 1;
#pragma omp flush(ready)
  }
}

static void lower_blocks(int k)
{
  int i, j, m, n;

#pragma omp for schedule(static) nowait
  for (j = lo; j < hi; j++)
    for (i = lo; i < hi; i++)
      for (m = 0; m < M; m++) {
        d[j][i][m] = 2.0 + 0.01 * u[k][j][i][m];
        for (n = 0; n < M; n++)
          a[j][i][m][n] = 0.01 * (m + 1) + 0.001 * u[k][j][i][n];
      }
}

static void lower(int k, int rows, double v[][rows][rows][M], double weight)
{
  int i, j, m, n;
  double t[M], s;

  wait_left();
#pragma omp for schedule(static) nowait
  for (j = lo; j < hi; j++) {
    for (i = lo; i < hi; i++) {
      for (m = 0; m < M; m++) {
        s = 0;
        for (n = 0; n < M; n++)
          s += a[j][i][m][n] * (v[k - 1][j][i][n] + v[k][j - 1][i][n] + v[k][j][i - 1][n]);
        t[m] = v[k][j][i][m] - weight * s;
      }
      for (m = 0; m < M; m++)
        v[k][j][i][m] = t[m] / d[j][i][m];
    }
  }
  signal_right();
}

static void upper_blocks(int k)
{
  int i, j, m, n;

#pragma omp for schedule(static) nowait
  for (j = hi - 1; j >= lo; j--)
    for (i = hi - 1; i >= lo; i--)
      for (m = 0; m < M; m++) {
        d[j][i][m] = 2.0 + 0.02 * u[k][j][i][m];
        for (n = 0; n < M; n++)
          a[j][i][m][n] = 0.02 * (n + 1) + 0.001 * u[k][j][i][m];
      }
}

static void upper(int k, double v[N][N][N][M], double weight)
{
  int i, j, m, n;
  double s;

  wait_left();
#pragma omp for schedule(static) nowait
  for (j = hi - 1; j >= lo; j--) {
    for (i = hi - 1; i >= lo; i--) {
      for (m = 0; m < M; m++) {
        s = 0;
        for (n = 0; n < M; n++)
          s += a[j][i][m][n] * (v[k + 1][j][i][n] + v[k][j + 1][i][n] + v[k][j][i + 1][n]);
        v[k][j][i][m] -= weight * s / d[j][i][m];
      }
    }
  }
  signal_right();
}

static void smooth(int own, int planes)
{
  for (int k = 1; k < planes; k++) {
    if (own > 0) {
      int seen;
      do {
#pragma omp flush
#pragma omp atomic read
        seen = done[own - 1];
      } while (seen < k);
    }
#pragma omp for schedule(static) nowait
    for (int x = 1; x < N; x++)
      for (int y = 1; y < N; y++)
        u[k][x][y][0] += 0.1 * u[k][x - 1][y][0] + 0.2 * u[k][x][y - 1][1] + 0.05 * u[k - 1][x][y][0];
#pragma omp flush
#pragma omp atomic update
    done[own]++;
  }
}

int main(void)
{
  int step, i, j, k, m;
  double sum = 0;

#pragma omp parallel for private(i, j, m)
  for (k = 0; k < N; k++)
    for (j = 0; j < N; j++)
      for (i = 0; i < N; i++)
        for (m = 0; m < M; m++) {
          u[k][j][i][m] = 0.01 * ((i * 7 + j * 5 + k * 3 + m) % 13);
          r[k][j][i][m] = 0.1 * ((i + 2 * j + 3 * k + m) % 11);
        }
  for (step = 0; step < 2; step++) {
#pragma omp parallel private(i, j, k, m)
    {
      last = omp_get_num_threads() - 1;
      if (last > hi - lo)
        last = hi - lo;
      me = omp_get_thread_num();
      ready[me] = 0;
#pragma omp barrier
      for (k = 1; k < N - 1; k++) {
        lower_blocks(k);
        lower(k, N, r, omega);
      }
#pragma omp barrier
      for (k = N - 2; k > 0; k--) {
        upper_blocks(k);
        upper(k, r, omega);
      }
#pragma omp barrier
#pragma omp for
      for (k = 1; k < N - 1; k++)
        for (j = 1; j < N - 1; j++)
          for (i = 1; i < N - 1; i++)
            for (m = 0; m < M; m++)
              u[k][j][i][m] += 0.2 * r[k][j][i][m];
    }
  }
#pragma omp parallel
  {
    int own = omp_get_thread_num();
    done[own] = 0;
#pragma omp barrier
    smooth(own, N - 1);
  }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      for (k = 0; k < N; k++)
        for (m = 0; m < M; m++)
          sum += (r[i][j][k][m] + u[i][j][k][m]) * ((i + j + k) % 7 + 1);
  printf("%.12e\n", sum);
  for (i = 0, sum = 0; i < N; i++)
    for (j = 0; j < N; j++)
      for (m = 0; m < M; m++)
        sum += a[i][j][m][m] + 3 * d[i][j][m];
  printf("%.12e %d\n", sum, ready[0]);
  return 0;
}
