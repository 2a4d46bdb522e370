/* Arrays that a loop overwrites whole, nearly, in part, through two pointers, or after it has read them.
 * expect: offloaded=9 */
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define M 17

struct pair {
  double x, y[2];
};

static double whole[N][M], padded[N][M + 1], border[N][M], own[N], mixed[N];
static struct pair pairs[N], halves[N];

static void fill(double *to, const double *from, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    to[i] = from[i];
    to[i] *= 2.0;
  }
}

int main(int argc, char **argv)
{
  double sum = 0.0, *p = malloc(N * sizeof *p), *q = malloc(N * sizeof *q);
  int i, j, last = argc + N - 2;

  if (p == NULL || q == NULL)
    return argv[0][0];
  for (i = 0; i < N; i++) {
    for (j = 0; j < M; j++)
      whole[i][j] = border[i][j] = padded[i][j] = -1.0;
    padded[i][M] = pairs[i].x = halves[i].x = halves[i].y[0] = halves[i].y[1] = i;
    own[i] = mixed[i] = i % 7;
    p[i] = q[i] = i;
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    for (int k = 0; k < M; k++)
      whole[i][k] = i - k;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    for (int k = 0; k < M; k++)
      padded[i][k] = i + k;
#pragma omp parallel for
  for (i = 1; i < N - 1; i++)
    for (int k = 1; k < M - 1; k++)
      border[i][k] = i * k;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    pairs[i].x = i;
    halves[i].x = -i;
    for (int k = 0; k < 2; k++)
      pairs[i].y[k] = pairs[i].x + k;
  }
#pragma omp parallel for
  for (i = 0; i <= last; i++) {
    if (own[i] < 3.0)
      own[i] = 100.0;
    if (i % 2 == 0)
      mixed[i] = 1.0;
    else
      mixed[i] = 2.0;
  }
  fill(p, q, N);
  fill(q, q, N);
  fill(p, whole[N - 1], M); /* the rest of p stays */
#pragma omp parallel for
  for (i = 0; i < last; i++) /* all but one */
    mixed[i] += own[i];
#pragma omp parallel for
  for (i = 0; i < N; i++)
    q[N - 1 - i] = i;
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < N; i++)
    sum += q[i] * i;
  for (i = 0; i < N; i++) {
    for (j = 0; j < M; j++)
      sum += whole[i][j] * j + padded[i][j] * i + border[i][j] * (i + j);
    sum += padded[i][M] + pairs[i].x + pairs[i].y[0] + 2 * pairs[i].y[1];
    sum += halves[i].x + halves[i].y[1] + own[i] + mixed[i] * i + p[i] * i + q[i];
    printf("%g %g %g\n", p[i], q[i], mixed[i]);
  }
  printf("%g\n", sum);
  free(p);
  free(q);
  return 0;
}
