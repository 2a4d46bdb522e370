/* The pages of arrays are replaced, emptied, protected and moved by system calls between loops.
 * expect: offloaded=9  flags: -D_GNU_SOURCE */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { N = 1 << 15 };
static double fixed[N] __attribute__((aligned(4096)));

static double *pages(size_t bytes)
{
  void *found = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return found == MAP_FAILED ? NULL : found;
}

static void fill(double *x, int n, double step)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i * step;
}

static double sum(const double *x, int n)
{
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

int main(void)
{
  const int how = PROT_READ | PROT_WRITE;
  double s = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    fixed[i] = i;
  double *again = mmap(fixed, sizeof fixed, how, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; i++)
    s += fixed[i];
  printf("replaced %g\n", s);

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    again[i] += i + 1;
  printf("by the new pointer %g %g\n", fixed[0], fixed[N - 1]);

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    fixed[i] = i;
  madvise(fixed, sizeof fixed / 2, MADV_DONTNEED);
  s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; i++)
    s += fixed[i];
  printf("emptied %g\n", s);

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    fixed[i] = 2;
  mprotect(fixed, sizeof fixed, PROT_READ);
  printf("protected %g", fixed[3]);
  mprotect(fixed, sizeof fixed, how);
  s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; i++)
    s += fixed[i];
  printf(" %g\n", s);

  double *own = pages(N * sizeof *own), *other = pages(N * sizeof *other);
  if (own == NULL || other == NULL)
    return 1;
  fill(own, N, 1);
  fill(other, N, 2);
  printf("own %g %g", sum(own, N), other[5]);
  own = mremap(own, N * sizeof *own, 2 * N * sizeof *own, MREMAP_MAYMOVE);
  if (own == MAP_FAILED)
    return 1;
  printf(" %g", sum(own, 2 * N));
  fill(own, 2 * N, 1);
  printf(" %g %g\n", own[2 * N - 1], sum(own, N));
  munmap(own, 2 * N * sizeof *own);
  munmap(other, N * sizeof *other);
  return 0;
}
