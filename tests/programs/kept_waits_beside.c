/* expect: offloaded=2 kept=K001,K001,K015,K015,K015,K015,K015,K015
 * Threads that wait in a construct for others that have left it, or never come to it: the team must stay together. */
#include <stdio.h>
#include <unistd.h>

#define N 500
#ifdef _OPENMP
#include <omp.h>
static omp_lock_t lock;
static int inside;
enum { threads = 1 };
#else
enum { threads = 0 };
#endif

static double a[N], b[N], c[N], d[N];
static int go, ready, seen, late, done[N], most;

int main(void)
{
  double sum = 0;

#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < 3; i++)
      if (i == 0 && threads)
        while (!go) {
#pragma omp flush
        }
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      a[i] = 2 * i;
    go = 1;
#pragma omp flush
  }

#pragma omp parallel num_threads(3)
  {
#pragma omp single nowait
    {
      int found = !threads;
      while (!found) {
        sleep(0);
#pragma omp atomic read
        found = ready;
      }
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < N; i++) {
      b[i] = a[i] + 1;
      if (i == N / 2) {
#pragma omp atomic write
        ready = 1;
      }
    }
  }

  go = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp master
    while (threads && !__atomic_load_n(&go, __ATOMIC_ACQUIRE))
      sleep(0);
#pragma omp for nowait schedule(dynamic)
    for (int i = 0; i < N; i++) {
      c[i] = b[i] / 2;
      if (i == N / 2) {
#pragma omp atomic write
        go = 1;
      }
    }
  }

  /* A thread that is done with the first loop looks from the second at what is going on in it. */
#pragma omp parallel num_threads(3)
  {
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      if (i == 0) {
        seen = i + 1;
#pragma omp flush
      }
#pragma omp for
    for (int i = 0; i < N; i++) {
#pragma omp flush
      if (seen == 0)
        late = 1;
    }
  }

  /* Threads that wait for others of the same loop, and a single that all wait for. */
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < 6; i++) {
      if (i > 0)
        while (!done[i - 1]) {
#pragma omp flush
        }
#pragma omp flush
      done[i] = 1;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      d[i] = c[i] - 1;
#pragma omp single
    go = 2;
#pragma omp for
    for (int i = 0; i < N; i++)
      d[i] += go;
  }

  /* A lock that is waited for by looking is no data race. */
#ifdef _OPENMP
  omp_init_lock(&lock);
#pragma omp parallel for num_threads(3)
  for (int i = 0; i < 40; i++) {
    while (!omp_test_lock(&lock))
      sleep(0);
    inside++;
    most += inside;
    inside--;
    omp_unset_lock(&lock);
  }
#else
  most = 40;
#endif
  for (int i = 0; i < N; i++)
    sum += d[i] * (i % 7) + done[i];
  printf("%g %d %d %d\n", sum, seen, go, most);
  return late < 0;
}
