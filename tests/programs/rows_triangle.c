/* rows_triangle.c: each step uses more entries of a table of rows than the one before: what is known of tables stays small.
 *
 * expect: offloaded=1
 */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  enum { N = 300, M = 40 };
  double **a = malloc(N * sizeof *a);
  for (int i = 0; i < N; i++) {
    a[i] = malloc((M + i * 7 % 11) * sizeof **a); /* at uneven distances */
    for (int j = 0; j < M; j++)
      a[i][j] = i + j;
  }
  for (int k = 1; k <= N; k++) {
#pragma omp parallel for
    for (int i = 0; i < k; i++)
      for (int j = 0; j < M; j++)
        a[i][j] += 0.5 * k;
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      sum += a[i][j] * (i % 5 + 1);
  printf("%.6f\n", sum);
  for (int i = 0; i < N; i++)
    free(a[i]);
  free(a);
  return 0;
}
