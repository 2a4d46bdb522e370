/* Gather through an index: streaming writes, reads from all over a table. */
#include <stdio.h>
#include <stdlib.h>

static void gather(int n, const int *index, const float *table, float *out)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) out[i] = table[index[i]];
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *index = malloc((size_t)n * sizeof *index);
  float *table = malloc((size_t)n * sizeof *table), *out = malloc((size_t)n * sizeof *out);
  if (index == NULL || table == NULL || out == NULL) return 1;
  for (int i = 0; i < n; i++) {
    unsigned h = (unsigned)i * 2654435761u;
    index[i] = (int)((h ^ h >> 15) % (unsigned)n);
    table[i] = (float)(i % 1013);
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      table[r % n] += 1.0f;
      gather(n, index, table, out);
      sum += (double)out[r % n];
    } else {
      gather(n, index, table, out);
    }
  }
  printf("%.10g %.9g %.9g\n", sum, (double)out[n / 2], (double)out[n - 1]);
  free(index);
  free(table);
  free(out);
  return 0;
}
