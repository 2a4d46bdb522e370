/* Code of all threads that prints and ends the program under a condition: a block of its own, the default of a switch, and
 * functions that print and end it at once.  Where nothing ends it, each thread prints.  expect: offloaded=3 kept=K013 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#define N 400

static double a[N];

static void fill(int n, int kind)
{
  switch (kind) {
  case 0:
    break;
  default:
    printf("what is %d?\n", kind);
    fflush(stdout);
    exit(EXIT_FAILURE);
  }
  if (n < 3) {
    fprintf(stderr, "%d are too few\n", n);
    perror("fill");
    abort();
  }
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] = 3 * i - 1;
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : N;
  double sum = 0, least = 0;

#pragma omp parallel
  {
    if (n > N)
      errx(3, "%d are too many", n);
    fill(n, argc > 2);
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += a[i];
    if (sum < 0)
      exit(2);
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] /= sum;
  }
#pragma omp parallel
  {
    if (n > N)
      printf("%d\n", n);
#pragma omp for reduction(min : least)
    for (int i = 0; i < n; i++)
      if (a[i] < least)
        least = a[i];
  }
  printf("%g %g\n", sum, least);
  return 0;
}
