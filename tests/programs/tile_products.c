/* Matrix products and their like, which a work-group does over tiles: odd sizes, conditions, other orders.
   expect: offloaded=9  small: -DN=37 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 83
#endif
#define M (N - 16)

static double a[N][N], b[N][N], c[N][N], total[N][N];
static float f[N][N], g[N][N], h[N][N];
static int left[N][N], right[N][N], both[N][N], chosen[N];
static double batch[3][N][20], weights[20][N], mixed[3][N][N];

static double sum_of(double x[N][N])
{
  double sum = 0.0;
  int i, j;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      sum += x[i][j] * ((i * 3 + j * 5) % 11 + 1);
  return sum;
}

int main(int count, char **arguments)
{
  int i, j, k, n = count > 1 ? atoi(arguments[1]) : N - 1, none = n - N + 1;
  double *rows = malloc(sizeof(double) * M * N), sum = 0.0;
  long integers = 0;

  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      a[i][j] = (i * 7 + j * 3) % 13 - 5.5;
      b[i][j] = (i * 5 + j * 11) % 17 * 0.25;
      c[i][j] = i - j;
      total[i][j] = 1.0;
      f[i][j] = (float)((i + 2 * j) % 9) - 3.5f;
      g[i][j] = (float)(i * j % 7) / 8.0f;
      left[i][j] = (i * j + 3) % 19 - 9;
      right[i][j] = (i + j * j) % 23 - 11;
      chosen[i] = i % 5 < 2 && i < M;
      if (i < M)
        rows[i * N + j] = (i + 3 * j) % 8;
      if (j < 20)
        for (k = 0; k < 3; k++)
          batch[k][i][j] = weights[j][i] = (i * k + j) % 6;
    }

  /* the element is updated before, in and behind the loop */
#pragma omp parallel for private(j, k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      c[i][j] *= 0.5;
      for (k = 0; k < N; k++)
        c[i][j] += 1.5 * a[i][k] * b[k][j];
      c[i][j] -= 3.0;
    }
  printf("%.14g\n", sum_of(c));

  /* transposed, both ways; a part of the array, downwards and by steps */
#pragma omp parallel for private(j, k)
  for (i = 3; i < n; i++)
    for (j = n - 1; j >= 1; j--) {
      double forth = 0.0, back = 1.0;

      for (k = n; k > 1; k -= 3) {
        forth += a[k][i] * b[j][k] + k;
        back -= b[k][i] * a[j][k];
      }
      total[i][j] = forth + 0.125 * back + k;
    }
  printf("%.14g\n", sum_of(total));

  /* a triangle and its mirror image */
#pragma omp parallel for private(j, k)
  for (i = 0; i < N; i++) {
    total[i][i] = 1.0;
    for (j = i + 1; j < N; j++) {
      double dot = 0.0;

      for (k = 0; k < n; k++)
        dot += a[k][i] * a[k][j];
      total[i][j] = dot;
      total[j][i] = -dot;
    }
  }
  printf("%.14g\n", sum_of(total));

  /* rows that are read only where a condition holds: there are not as many as there are iterations */
#pragma omp parallel for private(j, k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      double sum_here = i;

      if (chosen[i] && chosen[j]) {
        for (k = 0; k < N; k++)
          sum_here += rows[i * N + k] * rows[j * N + k];
        c[i][j] = sum_here;
      }
      total[i][j] = sum_here / 2.0;
    }
  printf("%.14g %.14g\n", sum_of(c), sum_of(total));

  /* other types */
#pragma omp parallel for private(j, k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      float here = 0.0f;

      for (k = 0; k < N; k++)
        here += f[i][k] * g[j][k];
      h[i][j] = here;
    }
#pragma omp parallel for private(j, k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      int most = -1000;

      for (k = 0; k < N; k++) {
        int here = left[i][k] - right[k][j];

        most = here > most ? here : most;
        both[i][j] = most;
      }
    }
#pragma omp parallel for private(j, k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      for (k = 0; k < N; k++)
        both[i][j] += left[i][k] * right[k][j] + (k ^ i);
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      sum += (double)h[i][j] * (i % 4 + 1);
      integers += both[i][j] * (long)(j % 6 + 1);
    }
  printf("%.8g %ld\n", sum, integers);

  /* three dimensions */
#pragma omp parallel for collapse(3) private(k)
  for (int at = 0; at < 3; at++)
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++) {
        double here = 0.0;

        for (k = 0; k < 20; k++)
          here += batch[at][i][k] * weights[k][j];
        mixed[at][i][j] = here;
      }
  /* a loop that does not run */
#pragma omp parallel for private(j, k)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      double here = i * j;

      for (k = 0; k < none; k++)
        here += a[i][k] * b[k][j];
      total[i][j] = here;
    }
  printf("%.14g %.14g %.14g\n", sum_of(mixed[0]) + sum_of(mixed[2]), sum_of(mixed[1]), sum_of(total));
  free(rows);
  return 0;
}
