/* Threadprivate variables that serial code names, but whose values behind the regions nobody reads: it writes all of
 * them anew, hands their address to functions that only write, or read them before. Called functions fill them from
 * an element before the first on; branches that no constant lets run don't count.
 * expect: offloaded=5
 * flags: -Wno-stringop-overflow */
#include <stdio.h>
#include <time.h>

#define N 60
#define M 24
#define TRACE 0

static double line[M], row[M];
static int seen, limit = 3;
#pragma omp threadprivate(line, row, seen, limit)

static double a[N], b[N], bins[4];
static int c[N], d[N];

static void fill(int n, double *seed, double to[])
{
  int i;
  double s = *seed;

  for (i = 1; i <= n; i++) {
    s = s * 1.5 - (int)(s * 1.5);
    to[i] = s;
  }
  *seed = s;
}

/* The region is left with `row` set; each caller sets it again before it reads it. */
static void rows(int shift)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int k;

    for (k = 0; k < M; k++)
      row[k] = i + k * shift;
    b[i] = row[i % M] + row[M - 1];
  }
}

static double first(void)
{
  int k;

  for (k = 0; k < M; k++)
    row[k] = 2 * k;
  return row[0] + row[M / 2];
}

static int count(int i)
{
  seen = i * i;
  return seen + 1;
}

int main(void)
{
  int i, k, round;
  double seed = 0.25;

#pragma omp parallel for
  for (i = 0; i < M; i++)
    line[i] = -1;
  fill(0, &seed, line);
#pragma omp parallel copyin(line)
  {
    double own[4];
    int j, l;

    for (j = 0; j < 4; j++)
      own[j] = 0;
#pragma omp for
    for (j = 0; j < N; j++) {
      double s = 0.001 + j / 128.0;

      if (TRACE == 1)
        printf("%ld\n", (long)clock());
      fill(M, &s, line - 1);
      a[j] = 0;
      for (l = 0; l < M / 2; l++) {
        a[j] += line[2 * l] - line[2 * l + 1];
        own[(int)(line[l] * 4)] += 1;
      }
    }
#pragma omp critical
    for (j = 0; j < 4; j++)
      bins[j] += own[j];
  }
  for (round = 0; round < 3; round++) {
    printf("%g\n", first());
    rows(round);
    printf("%g %g\n", b[5], b[N - 1]);
  }
  seen = 5;
  printf("%d %d\n", seen, limit);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    c[i] = count(i);
  if (c[3] > 4)
    seen = 4;
  else
    seen = 3;
  printf("%d\n", seen);
#pragma omp parallel for
  for (i = 0; i < N; i++) {
    limit = c[i] / 2;
    d[i] = limit + i;
  }
  for (k = 0; k < N; k += 13)
    printf("%.6f %d %d\n", a[k], c[k], d[k]);
  printf("%g %g %g %g\n", bins[0], bins[1], bins[2], bins[3]);
  return 0;
}
