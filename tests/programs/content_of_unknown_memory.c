/* expect: offloaded=1 idle=1
   Memory behind a pointer to void that the run-time library does not know: the launch is refused. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vector { void *content; };
struct content { long length; double *data; };

static int n = 300;

static void fill(struct vector *v, double value) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    ((struct content *) v->content)->data[i] = value * i;
}

int main(void) {
  char *block = NULL;
  size_t bytes = 0;
  FILE *stream = open_memstream(&block, &bytes);
  struct content inner = {n, malloc(n * sizeof(double))};
  if (stream == NULL || inner.data == NULL)
    return 1;
  fwrite(&inner, sizeof inner, 1, stream);
  fclose(stream);
  struct vector v = {block};
  fill(&v, 0.5);
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += inner.data[i];
  printf("%.3f\n", sum);
  free(inner.data);
  free(block);
  return 0;
}
