/* Kernels are built while the program reads its input; without any, it ends at once.
   expect: offloaded=1 */
#include <stdio.h>
#include <stdlib.h>

#define N 2000

static double a[N];

#ifdef CHANGES
int setenv(const char *name, const char *value, int overwrite);
#endif

int main(int count, char **arguments)
{
  double sum = 0.0, scale = count > 1 ? 0.0 : 1.5;
  int i;

#ifdef CHANGES
  setenv("START_AHEAD", "1", 1);
#endif
  if (count > 1 && arguments[1][0] == 'q')
    exit(3);
  for (i = 0; i < N; i++)
    a[i] = i % 17;
#pragma omp parallel for
  for (i = 0; i < N; i++)
    a[i] = scale * a[i] + i;
  for (i = 0; i < N; i++)
    sum += a[i];
  printf("%.1f\n", sum);
  return 0;
}
