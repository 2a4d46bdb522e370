/* Private arrays whose size the program finds when it runs.  expect: offloaded=6 kept=K014,K014,K017,K017 */
#include <stdio.h>

#define N 45

struct shape {
  int rows, columns;
};

static double out[N];
static int width = 12;

static double mean(int n, const double *in)
{
  int half = n / 2;
  double w[n + 1], pairs[half][2];
  double s = 0;

  for (int i = 0; i <= n; i++)
    w[i] = in[i % 20] * i;
  for (int i = 0; i < half; i++) {
    pairs[i][0] = w[2 * i];
    pairs[i][1] = w[2 * i + 1];
  }
  for (int i = 0; i < half; i++)
    s += pairs[i][0] - 0.5 * pairs[half - 1 - i][1];
  return s;
}

static double outer(int n, const double *in) { return mean(n, in) + mean(2 * n + 1, in); }

static void diagonal(int n, int m, double a[n][m])
{
  for (int i = 0; i < n; i++)
    a[i][i % m] += 100;
}

static double body(int n, const struct shape *shape, int unused)
{
  int most = n > 8 ? n : 8;
  double table[n][n + 2], in[20], s = 0;

  for (int i = 0; i < 20; i++)
    in[i] = i * 0.5;
#pragma omp parallel for private(table)
  for (int i = 0; i < N; i++) {
    double t[2 * n], u[shape->rows][shape->columns], v[most];
    float w[width][3];
    const int m = n - 1;
    short last[m + 1];

    for (int k = 0; k < 2 * n; k++)
      t[k] = i + k;
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n + 2; k++)
        table[j][k] = j * k + i;
    diagonal(n, n + 2, table);
    for (int j = 0; j < shape->rows; j++) {
      double *row = u[j];
      for (int k = 0; k < shape->columns; k++)
        row[k] = t[k % (2 * n)] * j;
    }
    for (int k = 0; k < most; k++)
      v[k] = u[k % shape->rows][k % shape->columns];
    for (int k = 0; k < width; k++)
      w[k][k % 3] = (float)k;
    for (int k = 0; k <= m; k++)
      last[k] = (short)(i - k);
    out[i] = table[n - 1][n - 1] + table[0][1] + v[most - 1] + u[shape->rows - 1][1] + w[width - 1][(width - 1) % 3] +
             last[m] + outer(n, in);
  }
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; i++) {
    long t[n];
    for (int k = 0; k < n; k++)
      t[k] = i * k;
    s += t[n - 1] + t[n / 2];
  }
  if (unused) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      double never[unused];
      never[0] = i;
      out[i] = never[0];
    }
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) { /* may differ between iterations */
    int t[i + 1];
    for (int k = 0; k <= i; k++)
      t[k] = k * k;
    out[i] += t[i / 2];
  }
  for (int i = 0; i < N; i += 4)
    s += out[i] * (i + 1);
  return s;
}

/* arrays with values from before the loop, of which iterations write what they read; or don't */
static double copies(int n)
{
  double scratch[n], row[n], weights[n], last[n], fixed[8], rest[8], s = 0;

  for (int k = 0; k < n; k++)
    scratch[k] = row[k] = weights[k] = last[k] = k * 0.5;
  for (int k = 0; k < 8; k++)
    fixed[k] = rest[k] = k;
#pragma omp parallel for firstprivate(scratch, weights, fixed)
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < n; k++)
      scratch[k] = i + k * weights[k];
    for (int k = 0; k < 8; k++)
      fixed[k] = i - k;
    out[i] = fixed[i % 8];
    for (int k = 0; k < n; k++)
      out[i] += scratch[n - 1 - k] * k;
  }
#pragma omp parallel firstprivate(row)
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int k = n; k > 0; k--)
        row[k - 1] = i - k;
      for (int k = 0; k < n; k++)
        out[i] += row[n - 1 - k] * k;
    }
  }
#pragma omp parallel for firstprivate(weights)
  for (int i = 0; i < N; i++) { /* reads what was there, too */
    weights[i % n] += 1;
    out[i] += weights[i % n] > 0;
    weights[i % n] -= 1;
  }
#pragma omp parallel for firstprivate(rest) lastprivate(rest)
  for (int i = 0; i < N; i++) { /* the last value has elements that no iteration writes */
    for (int k = 0; k < 5; k++)
      rest[k] = i + k;
    for (int k = 0; k < 5; k++)
      out[i] += rest[4 - k];
  }
  for (int k = 0; k < 8; k++)
    s += rest[k] * k;
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < N; i++)
    for (int k = 0; k < n; k++)
      last[k] = i + k;
  for (int i = 0; i < N; i++)
    s += out[i] * (i % 5) + last[i % n];
  return s;
}

int main(void)
{
  struct shape shape = {3, 5};
  double s = 0;

  printf("%.10g\n", body(10, &shape, 0));
  shape.rows = 9;
  width = 40;
  printf("%.10g\n", body(33, &shape, 0));
  printf("%.10g\n", body(2, &shape, 1));
  printf("%.10g %.10g\n", copies(7), copies(23));
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double t[width];
    for (int k = 0; k < width; k++)
      t[k] = k;
    out[i] = t[i % width];
  }
  for (int i = 0; i < N; i++)
    s += out[i];
  printf("%.10g\n", s);
  return 0;
}
