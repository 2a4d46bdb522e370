/* The host copies, reads and writes stretches of large arrays between launches.  expect: offloaded=2 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 200, STEPS = 6 };

int main(void)
{
  double *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b), row[N], sum = 0;
  FILE *file = tmpfile();

  for (int i = 0; i < N * N; i++)
    a[i] = b[i] = i % 23;
  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i * N + j] = 0.25 * (a[(i - 1) * N + j] + a[(i + 1) * N + j] + a[i * N + j - 1] + a[i * N + j + 1]);
    memcpy(row, b + (t + 1) * N, N * sizeof *row);
    sum += row[5];
    row[7] = t;
    memcpy(&b[N * (N - 2)], row, sizeof row);
    memset(b, 0, N * sizeof *b);
    fwrite(b + 3 * N, sizeof *b, N, file);
    if (t % 2 == 0)
      printf("%g %g\n", b[N * 4 + 4], b[N * (N - 2) + 7]);
    rewind(file);
    if (t == 3)
      memmove(b + 9 * N, b + 3 * N, N * sizeof *b);
#pragma omp parallel for
    for (int i = 0; i < N * N; i++)
      a[i] = b[i] + 1;
    if (t == 4)
      sum += fread(a + N, sizeof *a, 2 * N, file);
    rewind(file);
  }
  for (int i = 0; i < N * N; i++)
    sum += a[i] * (i % 7);
  printf("%.10g\n", sum);
  fclose(file);
  free(a);
  free(b);
  return 0;
}
