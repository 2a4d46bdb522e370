/* Reductions whose results the host needs only behind the loops that follow, and some that are needed at once.
 * expect: offloaded=16 idle=1 */
#include <stdio.h>

#define N 3000

static double a[N], b[N];
static int counts[N];
static double global;

static void scale(int n, double by)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < n; i++)
    b[i] = b[i] * by + a[i] * 0.25;
}

static double later(int n)
{
  double sum = 1.5, most = -1.0, least = 1e9;
  float product = 1.0f;
  int i, bits = 0, all = 1;

#pragma omp parallel for reduction(+ : sum) reduction(max : most) reduction(min : least)
  for (i = 0; i < n; i++) {
    sum += a[i] * b[i];
    most = b[i] > most ? b[i] : most;
    least = b[i] < least ? b[i] : least;
  }
#pragma omp parallel for reduction(| : bits) reduction(&& : all) reduction(* : product)
  for (i = 0; i < n; i++) {
    bits |= counts[i];
    all = all && counts[i] < 64;
    product *= counts[i] == 7 ? 1.5f : 1.0f;
  }
#pragma omp parallel for
  for (i = 0; i < n; i++)
    b[i] = b[i] * 0.5 + a[i];
  printf("%.10g %.10g %.10g %d %d %.6g\n", sum, most, least, bits, all, product);
  return sum;
}

static void in_a_loop(int n, int steps)
{
  double sum = 0.0, before = 0.0;
  int s, i;

  for (s = 0; s < steps; s++) {
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < n; i++)
      sum += a[i];
#pragma omp parallel for
    for (i = 0; i < n; i++)
      a[i] += b[i] * 0.125;
    before = before * 0.5 + sum;
  }
  printf("%.10g %.10g\n", sum, before);
}

/* The loop behind it needs the sum, by name or by its address; a function does in between. */
static void at_once(int n)
{
  double sum = 0.0, known = 0.0, *way = &known, other = 0.0;
  int i;

#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < n; i++)
    sum += a[i];
#pragma omp parallel for
  for (i = 0; i < n; i++)
    b[i] += sum * 1e-6;
#pragma omp parallel for reduction(+ : known)
  for (i = 0; i < n; i++)
    known += b[i];
#pragma omp parallel for
  for (i = 0; i < n; i++)
    a[i] += *way * 1e-6;
#pragma omp parallel for reduction(+ : other)
  for (i = 0; i < n; i++)
    other += a[i];
  scale(n, other * 1e-9);
#pragma omp parallel for reduction(+ : global)
  for (i = 0; i < n; i++)
    global += b[i];
#pragma omp parallel for
  for (i = 0; i < n; i++)
    a[i] *= 0.5;
  printf("%.10g %.10g %.10g %.10g\n", sum, known, other, global);
}

/* Of the second one's kernel no iteration runs. */
static long none(int n, int empty)
{
  long sum = 4, same = 5;
  int i;

#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < n; i++)
    sum += counts[i];
#pragma omp parallel for reduction(+ : same)
  for (i = 0; i < empty; i++)
    same += counts[i];
#pragma omp parallel for
  for (i = 0; i < n; i++)
    counts[i] ^= 1;
  return sum * 1000 + same;
}

int main(void)
{
  double kept;
  int i;

  for (i = 0; i < N; i++) {
    a[i] = i % 17;
    b[i] = (i * 3) % 29 + 0.5;
    counts[i] = i % 23;
  }
  kept = later(N);
  in_a_loop(N, 5);
  at_once(N);
  printf("%.10g %ld\n", kept, none(N, 0));
  return 0;
}
