/* Conditions, bounds and targets that change variables themselves, and pointers to these.  expect: offloaded=4 kept=K007 */
#include <stdbool.h>
#include <stdio.h>

enum { LINES = 21, N = 50 };

static int whole[LINES][N], counts[LINES];
static double real[LINES][N];
static bool flags[LINES][N];

static void show(const char *what)
{
  unsigned long sum = 0;
  double reals = 0.0;
  for (int i = 0; i < LINES; i++) {
    sum = sum * 31 + (unsigned)counts[i];
    for (int p = 0; p < N; p++) {
      sum = sum * 7 + (unsigned)whole[i][p] + flags[i][p];
      reals += real[i][p] * (p % 5 + 1);
    }
  }
  printf("%s %lx %.9g\n", what, sum, reals);
}

int main(void)
{
  for (int i = 0; i < LINES; i++)
    for (int p = 0; p < N; p++) {
      whole[i][p] = (i * 7 + p * 5) % 13 - 6;
      real[i][p] = (i + p) % 7 * 0.5;
    }

#pragma omp parallel for
  for (int i = 0; i < LINES; i++) { /* what is counted is counted wherever p is */
    int last = N - 1, tested = 0;
    for (int p = 0; p <= last; p++) {
      if (tested++ < 3 || p < last)
        real[i][p] += 1;
      for (int left = p; left-- && whole[i][left] < 5;)
        real[i][p] += left * 0.25;
      if (p > 0)
        real[i][p] += real[i][p - 1] * 0.125;
    }
    counts[i] = tested;
  }
  show("counted conditions");

#pragma omp parallel for
  for (int i = 0; i < LINES; i++) {
    int least = 5, *same = &least;
    for (int p = 0; p < N; p++) {
      if (p > least)
        real[i][p] += 1;
      if (p == 10)
        *same = 30;
    }
    counts[i] = least;
  }
  show("pointed conditions");

#pragma omp parallel for
  for (int i = 0; i < LINES; i++) { /* half as many iterations */
    int bound = N, sum = 0;
    for (int p = 0; p < bound--; p++)
      sum += whole[i][p];
    counts[i] = sum * 100 + bound;
  }
  show("counted bound");

#pragma omp parallel for
  for (int i = 0; i < LINES; i++) { /* the bound moves on */
    int ahead = 3, sum = 0;
    for (int p = ahead++; p < (ahead += 1) && p < N; p++)
      sum += whole[i][p];
    counts[i] = sum * 100 + ahead;
  }
  show("moving bound");

#pragma omp parallel for
  for (int i = 0; i < LINES; i++) { /* one step for each update */
    int p = 0;
    for (int k = 0; k < N - 1; k++)
      flags[i][p++] |= whole[i][k] > 3;
    counts[i] = p;
  }
  show("counted flags");
  return 0;
}
