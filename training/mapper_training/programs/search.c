/* Binary searches in a sorted table: dependent reads, other branches in each iteration. */
#include <stdio.h>
#include <stdlib.h>

static void search(long n, const int *table, const int *query, int *place)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    long low = 0, high = n;
    while (low < high) {
      long middle = (low + high) / 2;
      if (table[middle] < query[i])
        low = middle + 1;
      else
        high = middle;
    }
    place[i] = (int)low;
  }
}

int main(int argc, char **argv)
{
  long n = argc > 1 ? atol(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int touch = argc > 3 ? atoi(argv[3]) : 0;
  int *table = malloc((size_t)n * sizeof *table);
  int *query = malloc((size_t)n * sizeof *query);
  int *place = malloc((size_t)n * sizeof *place);
  if (table == NULL || query == NULL || place == NULL) return 1;
  for (long i = 0; i < n; i++) {
    table[i] = (int)(i * 2);
    query[i] = (int)((unsigned)i * 2654435761u % (unsigned)(2 * n));
  }
  double sum = 0.0;
  for (int r = 0; r < repeats; r++) {
    if (touch) {
      query[r % n] = r;
      search(n, table, query, place);
      sum += place[r % n];
    } else {
      search(n, table, query, place);
    }
  }
  printf("%.10g %.10g %.10g\n", sum, (double)place[0], (double)place[n - 1]);
  free(table);
  free(query);
  free(place);
  return 0;
}
