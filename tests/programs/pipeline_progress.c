/* expect: offloaded=4 kept=K015,K015,K015,K015
 * Wavefronts by columns: each thread has a block of rows, and tells the next one how many columns it has done.  Where
 * threads wait for later columns, have their rows in turn or in chunks, or tell of some columns only, loops are kept. */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif

#define N 90

static double a[N][N + 1];
static int progress[1024];

static double sum_of(void)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += a[i][j] * ((i + 2 * j) % 9);
  return sum;
}

static void by_blocks(int n)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num(), threads = omp_get_num_threads(), i, j;
    int low = 1 + (n - 1) * t / threads, high = 1 + (n - 1) * (t + 1) / threads;
    progress[t] = 0;
#pragma omp barrier
    for (j = 1; j < n; j++) {
      if (t > 0) {
        int seen;
        do {
#pragma omp flush
#pragma omp atomic read
          seen = progress[t - 1];
        } while (seen < j);
#pragma omp flush
      }
      for (i = low; i < high; i++)
        a[i][j] = a[i - 1][j] * 0.5 + a[i][j - 1] * 0.25 + a[i - 1][j - 1] * 0.2;
#pragma omp flush
#pragma omp atomic write
      progress[t] = j;
#pragma omp flush
    }
  }
}

static void by_rows(int n)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num();
    progress[t] = 0;
#pragma omp barrier
    for (int j = n - 1; j >= 1; j--) {
      if (t > 0)
        while (__atomic_load_n(&progress[t - 1], __ATOMIC_ACQUIRE) < n - j) {
        }
#pragma omp for nowait
      for (int i = 1; i < n; i++)
        a[i][j] += a[i - 1][j] * 0.25 - a[i][j + 1] * 0.125;
      __atomic_store_n(&progress[t], n - j, __ATOMIC_RELEASE);
    }
  }
}

static void ahead(int n)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num();
    progress[t] = 0;
#pragma omp barrier
    for (int j = 1; j < n; j++) {
      if (t > 0)
        while (__atomic_load_n(&progress[t - 1], __ATOMIC_ACQUIRE) < (j + 1 < n ? j + 1 : n - 1)) {
        }
#pragma omp for nowait
      for (int i = 1; i < n; i++)
        a[i][j] += a[i - 1][j] * 0.25;
      __atomic_store_n(&progress[t], j, __ATOMIC_RELEASE);
    }
  }
}

static void in_chunks(int n)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num();
    progress[t] = 0;
#pragma omp barrier
    for (int j = 1; j < n; j++) {
      if (t > 0)
        while (__atomic_load_n(&progress[t - 1], __ATOMIC_ACQUIRE) < j) {
        }
#pragma omp for schedule(static, 1) nowait
      for (int i = 1; i < n; i++)
        a[i][j] += a[i][j - 1] * 0.25;
      __atomic_store_n(&progress[t], j, __ATOMIC_RELEASE);
    }
  }
}

static void in_turn(int n)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num(), threads = omp_get_num_threads();
    progress[t] = 0;
#pragma omp barrier
    for (int j = 1; j < n; j++) {
      if (t > 0)
        while (__atomic_load_n(&progress[t - 1], __ATOMIC_ACQUIRE) < j) {
        }
      for (int i = 1 + t; i < n; i += threads)
        a[i][j] += a[i][j - 1] * 0.125;
      __atomic_store_n(&progress[t], j, __ATOMIC_RELEASE);
    }
  }
}

static void in_odd_columns(int n)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num();
    progress[t] = 0;
#pragma omp barrier
    for (int j = 1; j < n; j++) {
      if (t > 0 && j % 2 == 1)
        while (__atomic_load_n(&progress[t - 1], __ATOMIC_ACQUIRE) < j) {
        }
#pragma omp for nowait
      for (int i = 1; i < n; i++)
        a[i][j] += a[i][j - 1] * 0.5;
      if (j % 2 == 1)
        __atomic_store_n(&progress[t], j, __ATOMIC_RELEASE);
    }
  }
}

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= N; j++)
      a[i][j] = (i * 7 + j * 3) % 11 + 1;
  for (int step = 0; step < 2; step++) {
    by_blocks(N - step);
    by_rows(N - step);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j <= N; j++)
        a[i][j] += 0.001 * ((i + j) % 5);
    printf("%.12e\n", sum_of());
  }
  ahead(N - 1);
  printf("%.12e\n", sum_of());
  in_chunks(N);
  printf("%.12e\n", sum_of());
  in_turn(N);
  printf("%.12e\n", sum_of());
  in_odd_columns(N);
  printf("%.12e\n", sum_of());
  return 0;
}
