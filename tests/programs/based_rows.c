/* Matrices and tensors with other lower bounds than 0: one block or a block for each row, rows that are views of
 * others, rows of different lengths, columns by data, rows that functions of the host use.
 * expect: offloaded=10 */
#include <stdio.h>
#include <stdlib.h>

#define NR_END 1
#define FREE_ARG char *

static double **matrix(long nrl, long nrh, long ncl, long nch) { /* one block */
  long i, nrow = nrh - nrl + 1, ncol = nch - ncl + 1;
  double **m;
  m = (double **)malloc((size_t)((nrow + NR_END) * (long)sizeof(double *)));
  m += NR_END;
  m -= nrl;
  m[nrl] = (double *)malloc((size_t)((nrow * ncol + NR_END) * (long)sizeof(double)));
  m[nrl] += NR_END;
  m[nrl] -= ncl;
  for (i = nrl + 1; i <= nrh; i++)
    m[i] = m[i - 1] + ncol;
  return m;
}

static void free_matrix(double **m, long nrl, long ncl) {
  free((FREE_ARG)(m[nrl] + ncl - NR_END));
  free((FREE_ARG)(m + nrl - NR_END));
}

static int **imatrix(int nrl, int nrh, int ncl, int nch) { /* a block for each row */
  int i, **m = (int **)malloc((unsigned)(nrh - nrl + 1) * sizeof(int *));
  m -= nrl;
  for (i = nrl; i <= nrh; i++) {
    m[i] = (int *)malloc((unsigned)(nch - ncl + 1) * sizeof(int));
    m[i] -= ncl;
  }
  return m;
}

static double **submatrix(double **a, long oldrl, long oldrh, long oldcl, long newrl, long newcl) {
  long i, j, nrow = oldrh - oldrl + 1, ncol = oldcl - newcl;
  double **m = (double **)malloc((size_t)((nrow + NR_END) * (long)sizeof(double *)));
  m += NR_END;
  m -= newrl;
  for (i = oldrl, j = newrl; i <= oldrh; i++, j++)
    m[j] = a[i] + ncol;
  return m;
}

static double **convert_matrix(double *a, long nrl, long nrh, long ncl, long nch) {
  long i, j, nrow = nrh - nrl + 1, ncol = nch - ncl + 1;
  double **m = (double **)malloc((size_t)((nrow + NR_END) * (long)sizeof(double *)));
  m += NR_END;
  m -= nrl;
  m[nrl] = a - ncl;
  for (i = 1, j = nrl + 1; i < nrow; i++, j++)
    m[j] = m[j - 1] + ncol;
  return m;
}

static double ***f3tensor(long nrl, long nrh, long ncl, long nch, long ndl, long ndh) {
  long i, j, nrow = nrh - nrl + 1, ncol = nch - ncl + 1, ndep = ndh - ndl + 1;
  double ***t = (double ***)malloc((size_t)((nrow + NR_END) * (long)sizeof(double **)));
  t += NR_END;
  t -= nrl;
  t[nrl] = (double **)malloc((size_t)((nrow * ncol + NR_END) * (long)sizeof(double *)));
  t[nrl] += NR_END;
  t[nrl] -= ncl;
  t[nrl][ncl] = (double *)malloc((size_t)((nrow * ncol * ndep + NR_END) * (long)sizeof(double)));
  t[nrl][ncl] += NR_END;
  t[nrl][ncl] -= ndl;
  for (j = ncl + 1; j <= nch; j++)
    t[nrl][j] = t[nrl][j - 1] + ndep;
  for (i = nrl + 1; i <= nrh; i++) {
    t[i] = t[i - 1] + ncol;
    t[i][ncl] = t[i - 1][ncl] + ncol * ndep;
    for (j = ncl + 1; j <= nch; j++)
      t[i][j] = t[i][j - 1] + ndep;
  }
  return t;
}

static double **triangle(int n) { /* rows 1 to n, row i has the columns 1 to i */
  double **m = (double **)malloc((size_t)n * sizeof(double *)) - 1;
  for (int i = 1; i <= n; i++)
    m[i] = (double *)malloc((size_t)i * sizeof(double)) - 1;
  return m;
}

static double trace(double **m, int from, int to) {
  double sum = 0;
  for (int i = from; i <= to; i++)
    sum += m[i][i] * i;
  return sum;
}

static void smooth(double **from, double **to, long rl, long rh, long cl, long ch) {
#pragma omp parallel for
  for (long i = rl + 1; i < rh; i++)
    for (long j = cl + 1; j < ch; j++)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) + 0.125 * to[i][j];
}

static double run(long rl, long rh, long cl, long ch) {
  double **a = matrix(rl, rh, cl, ch), **b = matrix(rl, rh, cl, ch), sum = 0;
  int **pick = imatrix((int)rl, (int)rh, (int)cl, (int)ch);
  for (long i = rl; i <= rh; i++)
    for (long j = cl; j <= ch; j++) {
      a[i][j] = (double)((i * 3 + j) % 11);
      b[i][j] = 0;
      pick[i][j] = (int)(cl + ((j - cl) * 7 + i - rl) % (ch - cl + 1));
    }
  for (int turn = 0; turn < 3; turn++) {
    smooth(a, b, rl, rh, cl, ch);
    b[rl + 1][cl + 1] += 1;
    smooth(b, a, rl, rh, cl, ch);
#pragma omp parallel for
    for (long i = rl; i <= rh; i++)
      for (long j = cl; j <= ch; j++)
        a[i][j] += 0.01 * b[i][pick[i][j]];
  }
  double **part = submatrix(a, rl + 2, rh - 2, cl + 3, 1, 1);
#pragma omp parallel for
  for (long i = 1; i <= rh - rl - 3; i++)
    for (long j = 1; j <= ch - cl - 5; j++)
      part[i][j] *= 1.5;
  for (long i = rl; i <= rh; i++)
    for (long j = cl; j <= ch; j++)
      sum += a[i][j] * (double)(j - cl) + b[i][j] * (double)(i - rl);
  for (long i = rl; i <= rh; i++)
    free((FREE_ARG)(pick[i] + cl));
  free((FREE_ARG)(pick + rl));
  free((FREE_ARG)(part + 1 - NR_END));
  free_matrix(a, rl, cl);
  free_matrix(b, rl, cl);
  return sum;
}

int main(void) {
  enum { N = 40, M = 30, L = 20 };
  printf("%.10g %.10g\n", run(1, N, 1, M), run(3, N, 50, 90));
  printf("%.10g %.10g\n", run(-5, N, -60, -20), run(0, N, 9, 20));

  double *block = malloc(N * M * sizeof *block), sum = 0;
  double **c = convert_matrix(block, 1, N, 11, 10 + M), **t = triangle(N);
#pragma omp parallel for
  for (int i = 1; i <= N; i++)
    for (int j = 11; j <= 10 + M; j++)
      c[i][j] = i + 0.5 * j;
#pragma omp parallel for
  for (int i = 0; i < N * M; i++)
    block[i] += i % 3;
#pragma omp parallel for
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= i; j++)
      t[i][j] = c[i][j % M + 11];
  sum += trace(t, 1, N);
#pragma omp parallel for
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= i; j++)
      t[i][j] += t[i][i + 1 - j] * 0;
  printf("%.10g\n", sum + trace(t, 1, N) + c[N][10 + M]);

  double ***u = f3tensor(1, N, 2, M, -7, L), ***v = f3tensor(1, N, 2, M, -7, L);
#pragma omp parallel for
  for (int i = 1; i <= N; i++)
    for (int j = 2; j <= M; j++)
      for (int k = -7; k <= L; k++) {
        u[i][j][k] = (i + 2 * j + 3 * k) % 13;
        v[i][j][k] = 0;
      }
  for (int turn = 0; turn < 2; turn++) {
#pragma omp parallel for
    for (int i = 2; i < N; i++)
      for (int j = 3; j < M; j++)
        for (int k = -6; k < L; k++)
          v[i][j][k] = u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] - 4 * u[i][j][k - 1];
    v[2][3][-6] += turn;
#pragma omp parallel for
    for (int i = 1; i <= N; i++)
      for (int j = 2; j <= M; j++)
        for (int k = -7; k <= L; k++)
          u[i][j][k] = 0.1 * v[i][j][k] + u[i][j][k];
  }
  sum = 0;
  for (int i = 1; i <= N; i++)
    for (int j = 2; j <= M; j++)
      for (int k = -7; k <= L; k++)
        sum += u[i][j][k] * (k + 8) + v[i][j][k];
  printf("%.10g\n", sum);
  return 0;
}
