/* Inner loops that add to an element of the iteration, which others add to, too: they stay in the iteration, unless
 * neighbours add to different elements.  expect: offloaded=5
 */
#include <math.h>
#include <stdio.h>

enum { N = 1500, PAIRS = 12, ROWS = 1200, COLUMNS = 40 };

static double x[N], y[N], force[2][N], energy[N], table[ROWS][COLUMNS], small[8], all;

static void forces(int n)
{
#pragma omp parallel for schedule(dynamic, 16)
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double dx = x[j] - x[i], dy = y[j] - y[i], r = 1.0 / (1.0 + dx * dx + dy * dy);
#pragma omp atomic
      force[0][i] += r * dx;
#pragma omp atomic
      force[1][i] += r * dy;
#pragma omp atomic
      force[0][j] -= r * dx;
#pragma omp atomic
      force[1][j] -= r * dy;
    }
}

static void bonds(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 1; k <= PAIRS; k++) {
      double e = sqrt(fabs(x[i] - x[(i + k) % n]));
#pragma omp atomic
      energy[i] += 0.5 * e;
#pragma omp atomic
      energy[(i + k) % n] += 0.5 * e;
    }
}

static void rows(int few)
{
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
#pragma omp atomic
      table[i][j] += 0.25 * i;
#pragma omp atomic
      table[(i + 7) % ROWS][j] += 0.5 * j;
    }
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < N; j++) {
#pragma omp atomic
      small[i] += x[j] * i;
#pragma omp atomic
      small[(i + 1) % 8] += y[j];
    }
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < few; j++) {
#pragma omp atomic
      all += table[i][j];
    }
}

int main(void)
{
  double total = 0.0;
  for (int i = 0; i < N; i++) {
    x[i] = (i * 37 % 101) * 0.25;
    y[i] = (i * 53 % 97) * 0.5;
  }
  forces(N);
  bonds(N);
  rows(COLUMNS);
  for (int i = 0; i < N; i++)
    total += force[0][i] * (i % 5) + force[1][i] * (i % 3) + energy[i];
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      total += table[i][j];
  for (int i = 0; i < 8; i++)
    total += small[i];
  printf("%.6g %.6g\n", total, all);
  return 0;
}
