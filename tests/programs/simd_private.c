/* Variables that a `simd` loop inside a parallel loop has of its own.  expect: offloaded=6
 * flags: -Wno-unused-variable */
#include <stdio.h>

#define N 40

#ifdef _OPENMP
#define OWN(declaration)
#else /* what `private` asks for, in plain C */
#define OWN(declaration) declaration
#endif

static int out[N];
static double sums[N];

static int inner(int i)
{
  int kept = i + 1, q = 3;
  double row[4] = {1, 2, 3, 4};

  {
    OWN(int kept; double row[4];)
#pragma omp simd private(kept, row)
    for (int j = 0; j < 4; j++) {
      kept = j * i;
      row[j] = kept;
      out[i] += (int)row[j] + q;
    }
  }
  return kept + (int)row[2];
}

int main(void)
{
  int j, outer = 9, other = -4;
  long s = 0;

#pragma omp parallel for private(j)
  for (int i = 0; i < N; i++) {
    int t = 5;
    j = i;
    {
      OWN(int t;)
#pragma omp simd private(t)
      for (int k = 0; k < 8; k++) {
        t = i + k;
        out[i] += t;
      }
    }
    out[i] += t * 1000;
    {
      OWN(int j;)
#pragma omp simd private(j)
      for (j = 0; j < 3; j++)
        out[i] += j;
    }
    out[i] += j * 100;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] += inner(i);
#pragma omp parallel for private(other)
  for (int i = 0; i < N; i++) {
    {
      OWN(int outer; int other;)
#pragma omp simd private(outer, other)
      for (int k = 0; k < 3; k++) {
        outer = k;
        other = outer + i;
        out[i] += other;
      }
    }
    other = 2;
    out[i] += other + outer;
  }
#pragma omp parallel for private(j)
  for (int i = 0; i < N; i++) {
    double sum = 1, last = 0;
    int place = i;
#pragma omp simd reduction(+ : sum) lastprivate(last) linear(place : 2)
    for (int k = 0; k < 5; k++) {
      sum += k * 0.5;
      last = k + i;
      place += 2;
    }
    sums[i] = sum + last + place;
#pragma omp simd
    for (j = 0; j < 6; j++)
      sums[i] += j;
    sums[i] += j * 100;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int t = 1;
    {
      OWN(int t;)
#pragma omp simd private(t)
      for (int k = 0; k < 2; k++) {
        t = k;
        {
          OWN(int t;)
#pragma omp simd private(t)
          for (int m = 0; m < 2; m++) {
            t = m + 7;
            out[i] += t;
          }
        }
        out[i] += t * 10;
      }
    }
    out[i] += t * 10000;
  }
#pragma omp parallel for simd private(other) reduction(+ : s)
  for (int i = 0; i < N; i++) {
    other = out[i] % 17;
    s += other;
  }
  for (int i = 0; i < N; i += 3)
    printf("%d %.2f\n", out[i], sums[i]);
  printf("%ld %d\n", s, outer);
  return 0;
}
