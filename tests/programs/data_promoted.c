/* Elements that loops update repeatedly: sums, loops that don't run, early ends, and others that touch the same.
 * expect: offloaded=10 */
#include <stdio.h>

#define N 24
#define M 19

struct pair {
  double x;
  int hits[2];
};

static double a[N][M], b[M][N], c[N][N], line[4 * N];
static struct pair pairs[N];
static unsigned char bytes[N];
static float rough[N];
static int limits[N];

static void add(double *to, const double *from, int n)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int k = 0; k < n; k++)
      to[i] += 0.5 * from[2 * i + k % 2];
}

int main(int argc, char **argv)
{
  int i, j, none = argc - 1, some = argc + 16;
  double sum = 0.0;

  (void)argv;
  for (i = 0; i < N; i++) {
    for (j = 0; j < M; j++)
      a[i][j] = b[j][i] = (i * 5 + j * 3) % 7 - 2.5;
    line[i] = line[N + i] = i;
    limits[i] = i % 4 == 3 ? -1 : i % 4;
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      for (int k = 0; k < some; k++)
        c[i][j] += a[i][k] * b[k][j];
#pragma omp parallel for
  for (i = 0; i < N; i++) /* beyond its end if it ran */
    for (int k = 0; k < none; k++)
      line[i + 1000000000] += a[i][k];
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    line[i] = -1.0;
    for (int k = 0; k < some; k++) {
      if (a[i][k] < -1.0)
        continue;
      if (a[i][k] > 3.0)
        break;
      line[i] += a[i][k];
      pairs[i].hits[0]++;
      rough[i] += 0.1;
      bytes[i] += 77;
    }
  }
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    pairs[i].x -= a[i][0];
    pairs[i].hits[1] = i;
    pairs[i].x -= a[i][1] * pairs[i].hits[1];
  }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    for (int k = 0; k < M; k++) /* reads what it adds up */
      a[i][3] += a[i][k];
#pragma omp parallel for
  for (i = 0; i < N; i++)
    for (int k = 0; k < limits[i]; k++) {
      line[2 * N + i] -= b[k][i];
      for (int m = 0; m < 3; m++)
        c[i][k] += m * line[2 * N + i];
    }
#pragma omp parallel for
  for (i = 0; i < N; i++)
    for (int k = M - 1; k >= limits[i]; --k)
      if (b[k > 0 ? k : 0][i] > 2.0)
        line[3 * N + i] += k;
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int at = i;
    line[at] += 1.0;
    for (int k = 0; k < 3; k++) {
      at = (at + k) % N == i ? i : at;
      line[at] *= 1.5;
    }
  }
  add(&c[0][0], line, 3);
#pragma omp parallel for private(j) reduction(+ : sum)
  for (i = 0; i < N; i++) {
    c[i][0] = 0.0;
    for (j = 0; j < 4; j++)
      c[i][0] += c[i][1 + j] + (c[i][0] > 5.0);
    sum += c[i][0];
  }
  for (i = 0; i < N; i++) {
    for (j = 0; j < N; j++)
      sum += c[i][j] * (i - j);
    printf("%g %g %g %g %g %d %d %d\n", line[i], line[2 * N + i], line[3 * N + i], pairs[i].x, (double)rough[i],
           pairs[i].hits[0], pairs[i].hits[1], bytes[i]);
    sum += a[i][3] * i;
  }
  printf("%g\n", sum);
  return 0;
}
