/* Rows whose first subscript is 2: their pointers lie before their blocks, perhaps in others.  What the loop reaches
 * says which blocks they are for.  expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

#define N 20
#define M 64

struct point {
  double x, y;
};

static struct point *row(int first, int last)
{
  struct point *block = malloc((size_t)(last - first + 1) * sizeof *block);

  return block - first;
}

int main(void)
{
  struct point **a = malloc(N * sizeof *a);
  double sum = 0.0;
  int i, j;

  for (i = 0; i < N; i++) {
    a[i] = row(2, M);
    for (j = 2; j <= M; j++) {
      a[i][j].x = i + j;
      a[i][j].y = i * j;
    }
  }
#pragma omp parallel for private(j)
  for (i = 0; i < N; i++)
    for (j = 2; j <= M; j++)
      a[i][j].x += 0.5 * a[i][j].y;
  for (i = 0; i < N; i++)
    for (j = 2; j <= M; j++)
      sum += a[i][j].x * j;
  printf("%.12g\n", sum);
  return 0;
}
