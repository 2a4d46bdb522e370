/* Loops whose steps are not one, and which begin where outer counters say: red and black elements, triangles of every
 * third element, down from the diagonal.
 * expect: offloaded=8 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 41, M = 36 };

static double u[N][M], v[N][M], t[N][N];
static int seen[N][N];

static void relax(int colour, int rows, int columns)
{
#pragma omp parallel for
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1 + (i + colour) % 2; j < columns - 1; j += 2)
      u[i][j] += 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);
}

/* With a sum, over a flat array, to the last element of each row. */
static double relax_flat(double *a, int n, int colour)
{
  double change = 0;
#pragma omp parallel for reduction(+ : change)
  for (int i = 1; i < n - 1; i++)
    for (int j = (i + colour) & 1; j <= n - 1; j += 2) {
      double next = 0.5 * (a[(i - 1) * n + j] + a[(i + 1) * n + j]);
      change += (next - a[i * n + j]) * (j + 1);
      a[i * n + j] = next;
    }
  return change;
}

static void thirds(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j += 3)
      t[i][j] = i * n + j;
}

static void thirds_up_to(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = i / 2; j < n - i; j += 3)
      t[i][j] -= i + j;
}

static void down(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = n - 1 - i % 4; j >= 0; j -= 4)
      seen[i][j]++;
}

static void unsigned_steps(unsigned n, unsigned step)
{
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i; j < n; j += step)
      seen[i][j] += 2;
}

int main(void)
{
  double *a = malloc(N * N * sizeof *a), sum = 0, change = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      u[i][j] = v[i][j] = (i * 5 + j * 3) % 17;
#pragma omp parallel for
  for (int i = 0; i < N * N; i++)
    a[i] = i % 19;
  for (int k = 0; k < 6; k++) {
    relax(k % 2, N - k % 3, M - k / 2);
    change += relax_flat(a, N - k % 2, k % 2);
  }
  thirds(N);
  thirds_up_to(N - 1);
  down(N);
  down(N - 2);
  unsigned_steps(N, 5);
  unsigned_steps(N - 3, 2);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += t[i][j] * (j % 5 + 1) + seen[i][j] * (i % 7 + j) + a[i * N + j] + (j < M ? u[i][j] * (j % 3 + 1) : 0);
  printf("%.10g %.10g\n", sum, change);
  return 0;
}
