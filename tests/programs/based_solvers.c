/* Solvers with vectors and matrices that begin at 1: functions allocate them, and give pointers to before them.
 * expect: offloaded=11  tolerance: 1e-6 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void nrerror(const char *text) {
  fprintf(stderr, "%s\n", text);
  exit(1);
}

static double *dvector(long nl, long nh) {
  double *v = (double *)malloc((size_t)(nh - nl + 1) * sizeof(double));
  if (!v)
    nrerror("allocation failure in dvector()");
  return v - nl;
}

static void free_dvector(double *v, long nl, long nh) {
  (void)nh;
  free((char *)(v + nl));
}

static double **dmatrix(int nrl, int nrh, int ncl, int nch) {
  int i;
  double **m = (double **)malloc((unsigned)(nrh - nrl + 1) * sizeof(double *));
  if (!m)
    nrerror("allocation failure 1 in dmatrix()");
  m -= nrl;
  for (i = nrl; i <= nrh; i++) {
    m[i] = (double *)malloc((unsigned)(nch - ncl + 1) * sizeof(double));
    if (!m[i])
      nrerror("allocation failure 2 in dmatrix()");
    m[i] -= ncl;
  }
  return m;
}

static void free_dmatrix(double **m, int nrl, int nrh, int ncl, int nch) {
  int i;
  (void)nch;
  for (i = nrh; i >= nrl; i--)
    free((char *)(m[i] + ncl));
  free((char *)(m + nrl));
}

static void lu(double **a, int n) { /* without pivots */
  int i, j, k;
  for (k = 1; k < n; k++) {
#pragma omp parallel for private(j)
    for (i = k + 1; i <= n; i++) {
      a[i][k] /= a[k][k];
      for (j = k + 1; j <= n; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  }
}

static void solve(double **a, int n, double *b) {
  int i, j;
  for (i = 1; i <= n; i++) {
    double sum = b[i];
#pragma omp parallel for reduction(- : sum)
    for (j = 1; j < i; j++)
      sum -= a[i][j] * b[j];
    b[i] = sum;
  }
  for (i = n; i >= 1; i--) {
    double sum = b[i];
#pragma omp parallel for reduction(- : sum)
    for (j = i + 1; j <= n; j++)
      sum -= a[i][j] * b[j];
    b[i] = sum / a[i][i];
  }
}

static void jacobi(double **u, double **w, double **f, int n, int sweeps) {
  int i, j, s;
  for (s = 1; s <= sweeps; s++) {
#pragma omp parallel for private(j)
    for (i = 2; i < n; i++)
      for (j = 2; j < n; j++)
        w[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
#pragma omp parallel for private(j)
    for (i = 2; i < n; i++)
      for (j = 2; j < n; j++)
        u[i][j] = w[i][j];
  }
}

static void tridag(double **a, double **b, double **c, double **r, double **u, int systems, int n) {
  int s;
#pragma omp parallel for
  for (s = 1; s <= systems; s++) { /* many systems at once */
    int j;
    double bet = b[s][1];
    u[s][1] = r[s][1] / bet;
    for (j = 2; j <= n; j++) {
      double gam = c[s][j - 1] / bet;
      bet = b[s][j] - a[s][j] * gam;
      u[s][j] = (r[s][j] - a[s][j] * u[s][j - 1]) / bet;
    }
    for (j = n - 1; j >= 1; j--)
      u[s][j] -= 0.125 * u[s][j + 1];
  }
}

#define SWAP(a, b) \
  tempr = (a);     \
  (a) = (b);       \
  (b) = tempr

static void four1(double *data, unsigned long nn, int isign) { /* data[1..2*nn] */
  unsigned long n, mmax, m, j, istep, i;
  double tempr;
  n = nn << 1;
  j = 1;
  for (i = 1; i < n; i += 2) {
    if (j > i) {
      SWAP(data[j], data[i]);
      SWAP(data[j + 1], data[i + 1]);
    }
    m = nn;
    while (m >= 2 && j > m) {
      j -= m;
      m >>= 1;
    }
    j += m;
  }
  mmax = 2;
  while (n > mmax) {
    double theta = isign * (6.28318530717959 / (double)mmax);
    istep = mmax << 1;
#pragma omp parallel for
    for (m = 1; m < mmax; m += 2) {
      double wr = cos(theta * (double)(m / 2)), wi = sin(theta * (double)(m / 2));
      unsigned long k, l;
      for (k = m; k <= n; k += istep) {
        double re, im;
        l = k + mmax;
        re = wr * data[l] - wi * data[l + 1];
        im = wr * data[l + 1] + wi * data[l];
        data[l] = data[k] - re;
        data[l + 1] = data[k + 1] - im;
        data[k] += re;
        data[k + 1] += im;
      }
    }
    mmax = istep;
  }
}

int main(void) {
  enum { N = 96, SYSTEMS = 40, POINTS = 256 };
  int i, j;
  double **a = dmatrix(1, N, 1, N), **u = dmatrix(1, N, 1, N), **w = dmatrix(1, N, 1, N), **f = dmatrix(1, N, 1, N);
  double *b = dvector(1, N), *data = dvector(1, 2 * POINTS), sum = 0;
  double **low = dmatrix(1, SYSTEMS, 1, N), **mid = dmatrix(1, SYSTEMS, 1, N), **up = dmatrix(1, SYSTEMS, 1, N);
#pragma omp parallel for private(j)
  for (i = 1; i <= N; i++)
    for (j = 1; j <= N; j++) {
      a[i][j] = i == j ? N : 1.0 / (i + j);
      u[i][j] = i * j % 7;
      f[i][j] = 0.01 * (i - j);
      w[i][j] = 0;
    }
  for (i = 1; i <= N; i++)
    b[i] = i % 5;
  lu(a, N);
  solve(a, N, b);
  for (i = 1; i <= N; i++)
    sum += b[i] * i;
  printf("lu %.8g\n", sum);
  jacobi(u, w, f, N, 5);
  u[1][1] += u[N / 2][N / 2];
  jacobi(u, w, f, N, 2);
  for (sum = 0, i = 1; i <= N; i++)
    for (j = 1; j <= N; j++)
      sum += u[i][j] * (i % 3) + w[i][j];
  printf("jacobi %.8g\n", sum);
#pragma omp parallel for private(j)
  for (i = 1; i <= SYSTEMS; i++)
    for (j = 1; j <= N; j++) {
      low[i][j] = -1;
      mid[i][j] = 4 + 0.01 * i;
      up[i][j] = -1;
    }
  tridag(low, mid, up, a, u, SYSTEMS, N);
  for (sum = 0, i = 1; i <= SYSTEMS; i++)
    for (j = 1; j <= N; j++)
      sum += u[i][j] * (j % 3);
  printf("tridag %.8g\n", sum);
#pragma omp parallel for
  for (i = 1; i <= 2 * POINTS; i++)
    data[i] = (i * 7) % 13 - 6;
  four1(data, POINTS, 1);
  data[3] += 1;
  four1(data, POINTS, -1);
#pragma omp parallel for
  for (i = 1; i <= 2 * POINTS; i++)
    data[i] /= POINTS;
  for (sum = 0, i = 1; i <= 2 * POINTS; i++)
    sum += data[i] * (i % 11);
  printf("four1 %.8g\n", sum);
  free_dmatrix(a, 1, N, 1, N);
  free_dmatrix(u, 1, N, 1, N);
  free_dmatrix(w, 1, N, 1, N);
  free_dmatrix(f, 1, N, 1, N);
  free_dmatrix(low, 1, SYSTEMS, 1, N);
  free_dmatrix(mid, 1, SYSTEMS, 1, N);
  free_dmatrix(up, 1, SYSTEMS, 1, N);
  free_dvector(b, 1, N);
  free_dvector(data, 1, 2 * POINTS);
  return 0;
}
