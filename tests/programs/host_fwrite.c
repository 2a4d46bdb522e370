/* fwrite of an array that a device wrote, and fread into one that a device reads.  expect: offloaded=3 */
#include <stdio.h>

#define N 52

static int a[N], b[N];

int main(void)
{
  FILE *file = tmpfile();
  int i;

  if (!file)
    return 1;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = i * i - 3;
  if (fwrite(a, sizeof a[0], N, file) != N)
    return 1;
  rewind(file);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    b[i] = -a[i];
  if (fread(a + 1, sizeof a[0], N - 1, file) != N - 1)
    return 1;
  fclose(file);
#pragma omp parallel for
  for (i = 0; i < N; i++)
    b[i] += a[i];
  for (i = 0; i < N; i += 4)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
