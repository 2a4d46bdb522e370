/* Bitonic sort: many short loops over resident keys, half of the iterations idle, strides of all sizes. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  int length = 1;
  while (length < n) length *= 2;
  int *key = malloc((size_t)length * sizeof *key);
  if (key == NULL) return 1;
  for (int r = 0; r < repeats; r++) {
    for (int i = 0; i < length; i++) key[i] = i < n ? (int)((unsigned)(i + r) * 2654435761u >> 1) : INT_MAX;
    for (int block = 2; block <= length; block *= 2)
      for (int stride = block / 2; stride > 0; stride /= 2) {
#pragma omp parallel for
        for (int i = 0; i < length; i++) {
          int other = i ^ stride;
          if (other > i && (key[i] > key[other]) == ((i & block) == 0)) {
            int t = key[i];
            key[i] = key[other];
            key[other] = t;
          }
        }
      }
  }
  printf("%d %d %d\n", key[0], key[n / 2], key[n - 1]);
  free(key);
  return 0;
}
