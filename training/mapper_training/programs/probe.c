/* Look-ups in a hash table with linear probing: a few dependent reads from all over memory. */
#include <stdio.h>
#include <stdlib.h>

static void look_up(long n, const unsigned *table, int *found)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    unsigned key = (unsigned)i / 2 + 1;
    long k = (long)(key * 2654435761u % (unsigned)(2 * n));
    int probes = 1;
    while (table[k] != key && table[k] != 0) {
      k = (k + 1) % (2 * n);
      probes++;
    }
    found[i] = probes;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  unsigned *table = malloc((size_t)(2 * n) * sizeof *table);
  int *found = malloc((size_t)n * sizeof *found);
  if (table == NULL || found == NULL) return 1;
  for (long i = 0; i < 2 * n; i++) table[i] = 0;
  for (long i = 0; i < n; i++) {
    long k = (long)((unsigned)(i + 1) * 2654435761u % (unsigned)(2 * n));
    while (table[k] != 0) k = (k + 1) % (2 * n);
    table[k] = (unsigned)(i + 1);
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      table[0] = table[0] != 0 ? table[0] : (unsigned)(2 * n);
      look_up(n, table, found);
      sum += found[r % n];
    } else {
      look_up(n, table, found);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)found[0], (double)found[n - 1]);
  free(table);
  free(found);
  return 0;
}
