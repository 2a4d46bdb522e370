/* Threads that the program starts itself write beside what a region works on.
 * expect: offloaded=0 kept=K026,K026
 * flags: -pthread */
#include <pthread.h>
#include <stdio.h>

#define N 3000

static double a[4][N], out[4];

static void *work(void *number)
{
  int k = *(int *)number;
  double s = 0.0;

  for (int t = 0; t < 20; t++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[k][i] = a[k][i] * 0.5 + i * k + t;
    a[k][t] += 1;
    s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
      s += a[k][i];
  }
  out[k] = s;
  return NULL;
}

int main(void)
{
  pthread_t threads[4];
  int numbers[4] = {0, 1, 2, 3};

  for (int k = 0; k < 4; k++)
    pthread_create(&threads[k], NULL, work, &numbers[k]);
  for (int k = 0; k < 4; k++)
    pthread_join(threads[k], NULL);
  for (int k = 0; k < 4; k++)
    printf("%.9e\n", out[k]);
  return 0;
}
