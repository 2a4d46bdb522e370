/* Loops that reduce, in parts: the sum belongs to the first part, to the last one, to both, or to a joined loop.
 * expect: offloaded=7 */
#include <stdio.h>

#define N 13
#define M 1800

static double a[M][N], b[M][N], c[N], w[N][M];

static double columns(int from, int n, int m)
{
  double total = 100.0;

#pragma omp parallel for reduction(+ : total)
  for (int j = from; j < n; j++) {
    double sum = 0.0;
    for (int i = 0; i < m; i++)
      sum += a[i][j];
    sum /= 64;
    for (int i = 0; i < m; i++)
      a[i][j] -= sum;
    total += sum;
    c[j] = sum;
  }
  return total;
}

static double step(int n, int m)
{
  double worst = -1.0;
  long moved = 3;

#pragma omp parallel for reduction(max : worst) reduction(+ : moved)
  for (int j = 1; j < n - 1; j++) {
    for (int i = 1; i < m - 1; i++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    for (int i = 1; i < m - 1; i++) {
      const double change = b[i][j] > a[i][j] ? b[i][j] - a[i][j] : a[i][j] - b[i][j];
      if (change > worst)
        worst = change;
      moved++;
    }
  }
  return worst + moved;
}

static double both(int n, int m)
{
  double most = -1e30, least = 1e30;
  unsigned bits = 1;
  int i;

#pragma omp parallel
  {
#pragma omp for reduction(min : least) reduction(max : most) private(i) reduction(^ : bits)
    for (int j = 0; j < n; j++) {
      least = c[j] < least ? c[j] : least;
      bits ^= j * 7u;
      for (i = 0; i < m; i++)
        if (a[i][j] > most)
          most = a[i][j];
      for (i = 1; i < m; i++)
        a[i][j] += a[i - 1][j] > 4 ? 0.5 : 0.25;
      for (i = 0; i < m - 1; i++) {
        b[i][j] += a[i][j];
        bits ^= (unsigned)(i + j);
      }
    }
  }
  return most - least + bits;
}

static double merged(int n, int m)
{
  double all = 1.0;

#pragma omp parallel
  {
    double mine = 0.0;
#pragma omp for nowait
    for (int j = 0; j < n; j++) {
      double first = a[0][j];
      for (int i = 1; i < m; i++)
        first = 0.5 * first + a[i][j];
      mine += (int)first;
      for (int i = 0; i < m; i++)
        b[i][j] -= (int)first;
    }
#pragma omp critical
    all += mine;
  }
  return all;
}

static int used(int n, int m)
{
  int last = 5, rows = 0;

#pragma omp parallel for reduction(+ : last)
  for (int j = 0; j < n; j++) {
    last += j;
    c[j] = last > 1000000;
    for (int i = 0; i < m; i++)
      a[i][j] += c[j];
  }
#pragma omp parallel for reduction(+ : rows)
  for (int i = 0; i < m; i++) {
    int sum = 0;
    for (int j = 0; j < n; j++)
      sum += (int)a[i][j];
    for (int j = 0; j < n; j++)
      b[i][j] += sum;
    rows += sum % 5;
  }
  return last + rows;
}

/* lanes share the product, and what comes behind it is summed by work-items with an iteration each */
static double residual(int n)
{
  double error = 0.5;

#pragma omp parallel for reduction(+ : error)
  for (int i = 0; i < N; i++) {
    double product = 0.0;
    for (int j = 0; j < n; j++)
      product += w[i][j] * b[j][0];
    const double change = (c[i] - (int)product) / 16;
    c[i] += change;
    error += change * change;
  }
  return error;
}

static void show(double value)
{
  printf("%.10g\n", value);
}

int main(void)
{
  double total = 0;

  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 7 + j * 3) % 11, w[j][i] = (i + j) % 3;
  show(columns(0, N, M));
  show(columns(2, N - 1, 640));
  show(columns(1, N, 40));
  show(columns(5, 5, 3));
  show(step(N, M));
  show(step(2, M));
  show(both(N, M));
  show(both(N - 3, 20));
  show(merged(N, M));
  show(merged(0, M));
  show(residual(M));
  show(residual(5));
  show(used(N, M));
  show(used(N, 0));
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      total += a[i][j] * (j % 5) + b[i][j] * (i % 3) + c[j];
  printf("%.10g\n", total);
  return 0;
}
