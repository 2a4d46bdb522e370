/* Launches that reach other entries of the same table of pointers each time.
 *
 * expect: offloaded=7
 *
 * What is left of a matrix, antidiagonals, the rows of a triangle, two ends in turn; rows of different lengths, whose
 * positions don't grow evenly.  Between launches the host exchanges, replaces and changes rows.
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };

static double checksum(double **rows, int n, int m) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += rows[i][j] * ((i * 31 + j * 17) % 13 - 5);
  return sum;
}

/* Rows that are longer, the more their number is. */
static double **make_rows(int n, int m) {
  double **rows = malloc((size_t)n * sizeof *rows);
  for (int i = 0; i < n; i++) {
    rows[i] = malloc((size_t)(m + (i % 7) * 6) * sizeof **rows);
    for (int j = 0; j < m; j++)
      rows[i][j] = (i * 7 + j * 3) % 11 + (i == j ? 400 : 0);
  }
  return rows;
}

static void eliminate(double **a, int n, int exchanges) {
  for (int k = 0; k < n; k++) {
    if (exchanges && k % 5 == 0) { /* a row is found elsewhere */
      double *other = a[k];
      a[k] = a[(k + n) / 2];
      a[(k + n) / 2] = other;
    }
    if (k % 9 == 4)
      a[n - 1][n - 1] += k; /* the host changes a row that is on the device */
#pragma omp parallel for
    for (int i = k + 1; i < n; i++) {
      double factor = a[i][k] / a[k][k];
      for (int j = k; j < n; j++)
        a[i][j] -= factor * a[k][j];
    }
  }
}

static void antidiagonals(double **h, int n, int m) {
  for (int d = 2; d < n + m - 1; d++) {
    int low = d - m + 1 > 1 ? d - m + 1 : 1, high = d - 1 < n - 1 ? d - 1 : n - 1;
#pragma omp parallel for
    for (int i = low; i <= high; i++) {
      int j = d - i;
      double best = h[i - 1][j] > h[i][j - 1] ? h[i - 1][j] : h[i][j - 1];
      h[i][j] = best * .5 + h[i - 1][j - 1] * .25 + 1;
    }
  }
}

/* The ends of a table in turn, and a row in the midst that is made anew. */
static void ends(double **a, double **b, int n, int m) {
  for (int step = 0; step < 12; step++) {
    int low = step % 2 ? n / 2 + step / 4 : step / 3, high = step % 2 ? n : n / 2 - step / 4;
#pragma omp parallel for
    for (int i = low; i < high; i++)
      for (int j = 0; j < m; j++)
        b[i][j] += a[i][j] * .5 + step;
    if (step == 5) {
      free(a[n / 2 + 3]);
      a[n / 2 + 3] = malloc((size_t)m * sizeof **a);
      for (int j = 0; j < m; j++)
        a[n / 2 + 3][j] = j;
    }
    a[step][step] = step;
  }
}

/* One block for all rows, and a table whose first entry is never set. */
static double one_block(int n, int m) {
  double **rows = malloc((size_t)(n + 1) * sizeof *rows), sum = 0;
  rows[1] = calloc((size_t)n * (size_t)m, sizeof **rows);
  for (int i = 2; i <= n; i++)
    rows[i] = rows[1] + (i - 1) * m;
  for (int k = 1; k < n; k++) {
#pragma omp parallel for
    for (int i = k; i <= n; i++)
      for (int j = 0; j < m; j++)
        rows[i][j] += i + j * k;
  }
  sum = checksum(rows + 1, n, m);
  free(rows[1]);
  free(rows);
  return sum;
}

/* Rows of a triangle, of which a launch reaches those behind one. */
static double triangle(int n) {
  float **rows = malloc((size_t)n * sizeof *rows), sum = 0;
  for (int i = 0; i < n; i++)
    rows[i] = calloc((size_t)i + 1, sizeof **rows);
  for (int k = 0; k + 1 < n; k++) {
#pragma omp parallel for
    for (int i = k; i < n; i++)
      for (int j = 0; j <= i; j++)
        rows[i][j] += (float)(k + j) * .5f;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      sum += rows[i][j] * (float)((i + j) % 3);
    free(rows[i]);
  }
  free(rows);
  return sum;
}

/* Ranges of two tables, the rows of which are allocated in turn, and which change places. */
static double relax(int n, int m) {
  double **a = malloc((size_t)n * sizeof *a), **b = malloc((size_t)n * sizeof *b), sum;
  for (int i = 0; i < n; i++) {
    a[i] = malloc((size_t)(m + i % 3 * 4) * sizeof **a);
    b[i] = malloc((size_t)(m + i % 4 * 4) * sizeof **b);
    for (int j = 0; j < m; j++)
      a[i][j] = b[i][j] = (i * j) % 7;
  }
  for (int step = 1; step < n / 2; step++) {
#pragma omp parallel for
    for (int i = step; i < n - step; i++)
      for (int j = 1; j < m - 1; j++)
        b[i][j] = .25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    double **other = a;
    a = b;
    b = other;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] += 1;
  sum = checksum(a, n, m);
  for (int i = 0; i < n; i++) {
    free(a[i]);
    free(b[i]);
  }
  free(a);
  free(b);
  return sum;
}

int main(void) {
  for (int exchanges = 0; exchanges < 2; exchanges++) {
    double **a = make_rows(N, N);
    eliminate(a, N, exchanges);
    printf("%.10g\n", checksum(a, N, N));
    antidiagonals(a, N, N);
    printf("%.10g\n", checksum(a, N, N));
    double **b = make_rows(N, N);
    ends(a, b, N, N);
    printf("%.10g\n", checksum(b, N, N));
    for (int i = 0; i < N; i++) {
      free(a[i]);
      free(b[i]);
    }
    free(a);
    free(b);
  }
  printf("%.10g\n", one_block(N, 20));
  printf("%.10g\n", triangle(N));
  printf("%.10g\n", relax(N, 20));
  return 0;
}
