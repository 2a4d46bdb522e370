/* Shared variables that each iteration assigns before it reads them, and what the program reads of them later: nothing, or
 * the value that all iterations leave.
 * expect: offloaded=7 */
#include <stdio.h>

enum { N = 60, M = 20 };

static double a[N][M], b[N][M], c[N][M];
static double one, two, inner, handed, late;
static int entered;
double shown;

static double use_handed(double x) { return handed * x; }

static void first(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < M; k++) {
      one = 1.0 / (1 + a[i][k]);
      two = one * one;
      b[i][k] = two + one;
    }
    for (int k = 1; k < M; k++) {
      one = 0.5 * k;
      c[i][k] = one * b[i][k - 1];
    }
  }
}

static void second(double factor)
{
  one = factor; /* written before each read, but what is read behind the loop is what this leaves */
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    inner = factor * 2;
    a[i][0] += inner * c[i][1];
  }
  a[1][1] += inner + one;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    handed = factor + 1;
    a[i][2] += handed;
  }
  a[2][2] += use_handed(0.5);
}

static void third(void)
{
  if (entered)
    a[3][3] += late; /* of the call before */
  entered = 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    late = 3.5;
    shown = late * 2;
    b[i][1] += late + shown;
  }
}

static double own(int rounds)
{
  double mine = 0, again = -1, sum = 0;

  for (int r = 0; r < rounds; r++) {
    sum += again; /* of the round before */
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      mine = a[i][0] * 0.5;
      again = rounds * 0.25;
      c[i][2] += mine + again;
    }
  }
  mine = sum + 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    mine = c[i][2] * 0.25;
    c[i][3] = mine * mine;
  }
  return sum;
}

int main(void)
{
  double check = 0;

  for (int i = 0; i < N; i++)
    for (int k = 0; k < M; k++)
      a[i][k] = (i * k) % 7 * 0.5;
  for (int round = 0; round < 4; round++) {
    first();
    second(round + 0.5);
    third();
    check += own(round + 2) + shown;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      two = b[i][2];
      for (int k = 0; k < M; k++)
        a[i][k] = a[i][k] * 0.5 + two * 0.01;
    }
  }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < M; k++)
      check += a[i][k] + b[i][k] * (i % 3) - c[i][k] * (k % 2);
  printf("%.10g\n", check);
  return 0;
}
