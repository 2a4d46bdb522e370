/* Pointers inside the loop: each one is followed to the memory that it points into. */
#include <stddef.h>

void walk(int n, int m, double *a, const unsigned char *bytes, long *out)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *row = a + (size_t)i * m, *end = row + m, local[2] = {0, 1};
    double *best = NULL;
    const double *p = local;
    const int *words = (const int *)(bytes + 8 * i);
    for (double *q = row; q < end; q++)
      if (!best || *q > *best)
        best = q;
    out[i] = (best - row) + words[1];
    *row = p[1];
  }
}
