/* Functions of another file get structures of types without tags, which both files have from one header.
 * expect: offloaded=2  with: support/shapes.c */
#include <stdio.h>
#include <stdlib.h>

#include "support/shapes.h"

int main(void)
{
  enum { N = 500 };
  terrain hills = {N, malloc(N * sizeof(double)), {1, 2}, STEEP, {10, 900}, {.scale = 0.5}};
  double *found = malloc(N * sizeof(double));
  spot *spots = malloc(N * sizeof(spot));
  double sum = 0;
  if (!hills.heights || !found || !spots)
    return 1;
  for (int i = 0; i < N; i++)
    hills.heights[i] = 3 * i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    found[i] = height_at(&hills, i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    spots[i] = moved(&hills.corner, found[i]);
  for (int i = 0; i < N; i++)
    sum += spots[i].x - 3 * spots[i].y;
  printf("%.1f %.1f %.1f\n", found[0], found[N / 2], sum);
  free(hills.heights);
  free(found);
  free(spots);
  return 0;
}
