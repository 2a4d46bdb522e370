/* Successive over-relaxation in red and black half steps, in place.  expect: offloaded=1 */
#include <stdio.h>

#define N 34

static double u[N][N];

static double sweep(int colour, double omega)
{
  double change = 0.0;
  int i, j;

#pragma omp parallel for private(j) reduction(+ : change)
  for (i = 1; i < N - 1; i++)
    for (j = 1 + (i + colour) % 2; j < N - 1; j += 2) {
      double difference = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) - u[i][j];

      u[i][j] += omega * difference;
      change += difference * difference;
    }
  return change;
}

int main(void)
{
  int i, step;
  double change = 0.0;

  for (i = 0; i < N; i++) {
    u[i][0] = 1.0;
    u[0][i] = i / (double)N;
  }
  for (step = 0; step < 30; step++)
    change = sweep(0, 1.5) + sweep(1, 1.5);
  printf("%.10g %.10g %.10g\n", change, u[N / 2][N / 2], u[3][N - 4]);
  return 0;
}
