/* Output in one iteration of loops that overwrite their own input, wherever the valid copies are.
 * expect: offloaded=6 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 500

static double grid[N];
static char name[] = "element";

static void step(double *v, int n, double odd)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < n; i++) {
    v[i] = 2 * v[i] + 1;
    if (v[i] == odd)
      printf("%s %d is %g\n", name, i, v[i]);
  }
}

static double total(const double *v, int n)
{
  double sum = 0;
  int i;

#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < n; i++)
    sum += v[i];
  return sum;
}

static double turn(double *v, int n, int last)
{
  double sum = 0;
  int i;

#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < n; i++) {
    switch (i - last) {
    case 0:
      printf("turn %d\n", i);
      break;
    default:
      v[i] += i;
    }
    v[i] = -v[i];
    sum += v[i];
  }
  return sum;
}

static void report(const double *v, int i)
{
  char text[40];

  if (v[i] < 1e300)
    return;
  sprintf(text, "%.3e", v[i]);
  strcat(text, " is large");
  puts(text);
}

int main(void)
{
  double *v = malloc(N * sizeof *v), local[N], first = 0;
  int i, count = 0;

  for (i = 0; i < N; i++) {
    v[i] = i;
    local[i] = grid[i] = -i;
  }
  step(v, N, -1);                     /* never */
  printf("%g\n", total(v, N));
  step(v, N, -1);                     /* never, and only the device has v */
  step(v, N, 4 * 77 + 3 + 4 * 77 + 4); /* once, and only the device has v */
  printf("%g %g\n", total(v, N), v[77]);
  step(v, N, -1); /* the kernel is not launched again */
  step(grid, N, 1);
  printf("%g %g\n", total(grid, N), total(v, N));
  printf("%g\n", turn(local, N, -1));
  printf("%g\n", turn(local, N, 123));
  printf("%g %g\n", local[122], local[123]);

#pragma omp parallel
  {
#pragma omp for lastprivate(first) schedule(static)
    for (i = 0; i < N; i++) {
      first = v[i] + i;
      v[i] = first;
    }
#pragma omp for
    for (i = 0; i < N; i++) {
      report(v, i);
      if (i == 17) {
#pragma omp critical
        {
          count++;
          printf("seventeen: %g\n", v[i]);
        }
      }
      v[i] += first;
    }
#pragma omp for
    for (i = 0; i < N; i++)
      grid[i] += v[i];
  }
  printf("%d %g %g\n", count, total(grid, N), first);
  free(v);
  return 0;
}
