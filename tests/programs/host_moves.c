/* What the host copies from array to array, or sets to zero, between launches: by calls and by loops.
 *
 * expect: offloaded=7 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 30000, STEPS = 8 };

typedef struct {
  double mass, at[2];
} body;
static double field[N], before[N], sums[N];
static int counts[N];

static void keep(double *to, const double *from, int n)
{
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

static double looked(const double *p, int i) { return p[i]; }

int main(void)
{
  double *u = malloc(N * sizeof *u), *old = malloc(N * sizeof *old), *rest = calloc(N, sizeof *rest), seen = 0;
  body *b = malloc(N / 3 * sizeof *b), *c = malloc(N / 3 * sizeof *c);
  float *shifted = calloc(N + 10, sizeof *shifted);
  for (int i = 0; i < N; i++)
    u[i] = i % 13;
  memset(b, 0, N / 3 * sizeof *b);

  /* whole arrays by calls and by loops; then parts, which overlap in their array */
  for (int t = 0; t < STEPS; t++) {
    memcpy(old, u, N * sizeof *u);
    memset(sums, 0, sizeof sums);
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++) {
      u[i] = old[i] + .1 * (old[i - 1] - 2 * old[i] + old[i + 1]) + t;
      sums[i] += u[i];
      field[i] = u[i] * 2;
    }
    for (int i = 0; i < N; i++)
      before[i] = field[i];
    for (int i = 0; i < N; i++)
      counts[i] = 0;
    keep(rest, u, N);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      counts[i] += i % (t + 1);
      field[i] -= before[i] * .5 + rest[i] * .01;
    }
    memcpy(old + 100, sums, 5000 * sizeof *old);
    memmove(u + 7, u, 2000 * sizeof *u);
    seen += old[101] + old[5099] + old[5100] + u[8]; /* the host looks at once */
  }
  printf("%.9g %.9g %.9g\n", seen, looked(u, 777), field[4321]);

  /* copies of which the host sees one at once; under conditions; of structures */
  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
    for (int i = 0; i < N / 3; i++) {
      b[i].mass += i % 3 + t;
      b[i].at[0] += 1;
      b[i].at[1] -= c == b ? 1 : .5;
    }
    seen += old[3];
    if (t % 2) {
      memcpy(old, u, N * sizeof *u);
      memcpy(c, b, N / 3 * sizeof *c);
    } else
      memset(c, 0, N / 3 * sizeof *c);
    seen += old[3] + c[5].mass + c[N / 3 - 1].at[0];
    old[3] = t;
#pragma omp parallel for
    for (int i = 0; i < N / 3; i++) {
      c[i].mass -= b[i].at[1];
      old[i] += c[i].mass;
    }
  }
  for (int i = 0; i < N / 3; i += 100)
    seen += c[i].mass * 3 + c[i].at[1] + old[i] + old[i + N / 2];

  /* a copy that the loop shifts, one whose counter is used later, one that converts, and one that goes backwards */
  int i;
  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
    for (int k = 0; k < N; k++)
      shifted[k] += k % 5 + u[k] * .001;
    for (int k = 0; k < N - 1; k++)
      u[k] = shifted[k];
    for (i = 0; i < N - 10; i++)
      old[i] = u[i + 5];
    for (int k = 0; k < N; k++)
      rest[k] = old[N - 1 - k];
    for (int k = 0; k < 100; k++)
      shifted[k + 1] = shifted[k];
    old[i] = 9;
#pragma omp parallel for
    for (int k = 0; k < N; k++)
      u[k] += old[k] * .25 + rest[k] * .125;
  }
#pragma omp parallel for
  for (int k = 0; k < N; k++)
    sums[k] += counts[k] + u[k] + shifted[k];
  double all = 0;
  for (int k = 0; k < N; k++)
    all += sums[k] * (1 + k % 3) + before[k] + rest[k] + old[k];
  printf("%.9g %.9g\n", seen, all);
  free(u);
  free(old);
  return 0;
}
