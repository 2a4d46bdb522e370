/* Memory is allocated and freed in the loop, of a size of its own in each iteration.  expect: offloaded=0 kept=K020 */
#include <stdio.h>
#include <stdlib.h>

#define N 30

static int a[N];

int main(void)
{
  int i;

#pragma omp parallel for
  for (i = 0; i < N; i++) {
    int *work = malloc((size_t)(i + 4) * sizeof *work);

    if (work) {
      work[i % 4] = i;
      a[i] = work[i % 4] + 1;
    }
    free(work);
  }
  printf("%d %d\n", a[0], a[N - 1]);
  return 0;
}
