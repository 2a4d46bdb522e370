/* One thread reads and writes single elements of large arrays between the loops of a region, itself and in functions: only
 * these move.  expect: offloaded=6 */
#include <stdio.h>

#define N 40000
#define PLACES 4

static int a[N];
static double b[N];
static const int place[PLACES] = {3, N / 2, 17, N - 1};
static int seen[PLACES], changes;
static double sums[8];

static void change(int round)
{
  int i;

  a[round] = round;
  a[N - 1 - round] += round;
  for (i = 0; i < PLACES; i++)
    seen[i] += a[place[i]];
  if (a[round + 1] > 5)
    a[round + 1]--;
  else if (a[round + 2] < 0)
    changes += 100;
}

static void look(int round)
{
  sums[round] = b[round] + b[N - 1];
  b[round] *= 2;
  if (b[round] > sums[round])
    changes++;
}

static void sweep(void)
{
  int i;

#pragma omp for
  for (i = 1; i < N - 1; i++)
    b[i] += a[i - 1] + a[i + 1];
#pragma omp for
  for (i = 0; i < N; i++)
    a[i] += i % 3;
}

int main(void)
{
  int i, round;
  long total = 0;
  double all = 0;

#pragma omp parallel private(round)
  {
#pragma omp for
    for (i = 0; i < N; i++)
      a[i] = b[i] = i % 100;
    for (round = 0; round < 6; round++) {
#pragma omp single
      {
        change(round);
        a[100] = 7;
        b[a[100]] = a[place[2]];
      }
      sweep();
#pragma omp master
      {
        look(round);
        for (i = 0; i < 40; i++) /* more than are worth moving alone */
          total += a[i * 1000];
        for (i = 0; i < N; i += 500)
          total += a[i];
      }
#pragma omp barrier
#pragma omp for
      for (i = 0; i < N; i++)
        a[i] ^= 1;
    }
  }
#pragma omp parallel for reduction(+ : total)
  for (i = 0; i < N; i++)
    total += a[i];
#pragma omp parallel for reduction(+ : all)
  for (i = 0; i < N; i++)
    all += b[i];
  for (i = 0; i < PLACES; i++)
    printf("%d ", seen[i]);
  for (i = 0; i < 6; i++)
    printf("%.1f ", sums[i]);
  printf("%ld %.1f %d %d\n", total, all, changes, a[3]);
  return 0;
}
