/* Sweeps over diagonals, whose points depend on those of the one before; a loop that the host interrupts, and sums. */
enum { N = 24 };

static int larger(int a, int b)
{
  return a > b ? a : b;
}

static int smaller(int a, int b)
{
  return a < b ? a : b;
}

void sweep(double weight, float bias, double a[N][N], double b[N][N])
{
#pragma omp parallel
  for (int plane = 2; plane <= 2 * (N - 1); plane++) {
#pragma omp for
    for (int i = larger(1, plane - N + 1); i <= smaller(N - 1, plane - 1); i++)
      a[i][plane - i] = weight * (a[i - 1][plane - i] + a[i][plane - i - 1]) + b[i][plane - i] + bias * (plane % 3);
  }
}

double steps(int n, double a[N][N])
{
  double total = 0.0;
#pragma omp parallel
  {
    for (int step = 0; step < n; step++) {
#pragma omp for
      for (int i = 0; i < N; i++)
        a[i][step] += 0.5 * a[step][i];
#pragma omp single
      total += a[step][step];
    }
    for (int step = 0; step < n; step++) {
#pragma omp for reduction(+ : total)
      for (int i = 0; i < N; i++)
        total += a[step][i];
    }
  }
  return total;
}
