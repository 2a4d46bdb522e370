/* Extremes that threads find in iterations that they deal out by hand, and store by their number: in turns and in parts, by a
 * conditional expression and `if`, of bytes, and two in one loop.  Each thread keeps the extreme of its own
 * iterations.  expect: offloaded=4 */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#define omp_get_max_threads() 1
#endif
#include <math.h>
#include <stdio.h>

#define N 10007

static double x[N], most[64];
static float f[N], least[64];
static unsigned char b[N];
static int last[64];
static int low_of[64];
static long high_of[64];

static void in_turns(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    double m = -1e300;
    for (int i = me; i < n; i += threads)
      m = x[i] > m ? x[i] : m;
    most[me] = m;
  }
}

static void in_parts(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int low = (int)((long)n * me / threads), high = (int)((long)n * (me + 1) / threads);
    float m = 1e30f;
    for (int i = low; i < high; i++)
      m = m < f[i] ? m : f[i];
    least[me] = m;
  }
}

static void of_bytes(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int k = 300;
    for (int i = me; i < n; i += threads)
      if (b[i] <= k)
        k = b[i];
    last[me] = k;
  }
}

static void two(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    int low = (int)((long)n * me / threads), high = (int)((long)n * (me + 1) / threads), least_of_me = 1000;
    long most_of_me = -5;
    for (int i = low; i < high; i++) {
      if (b[i] < least_of_me)
        least_of_me = b[i];
      if (most_of_me < i % 4999)
        most_of_me = i % 4999;
    }
    low_of[me] = least_of_me;
    high_of[me] = most_of_me;
  }
}

int main(void)
{
  const int threads = omp_get_max_threads() < 64 ? omp_get_max_threads() : 64;
  for (int i = 0; i < N; i++) {
    x[i] = (i * 7919L) % 10007 * 0.5;
    f[i] = 3 + (i * 31L) % 4001;
    b[i] = 7 + i % 241;
  }
  in_turns(N);
  in_parts(N);
  of_bytes(N);
  two(N);
  int apart = 0;
  for (int k = 0; k < threads; k++) {
    double m = -1e300;
    for (int i = k; i < N; i += threads)
      m = x[i] > m ? x[i] : m;
    apart += m != most[k];
  }
  for (int k = 1; k < threads; k++) {
    most[0] = fmax(most[0], most[k]);
    least[0] = fminf(least[0], least[k]);
    last[0] = last[k] < last[0] ? last[k] : last[0];
    low_of[0] = low_of[k] < low_of[0] ? low_of[k] : low_of[0];
    high_of[0] = high_of[k] > high_of[0] ? high_of[k] : high_of[0];
  }
  printf("%d %g %g %d %d %ld\n", apart, most[0], least[0], last[0], low_of[0], high_of[0]);
  return 0;
}
