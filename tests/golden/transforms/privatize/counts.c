/* Counters in an array of their own, in rows by thread number, and in two rows of unsigned integers. */
#ifdef _OPENMP
#include <omp.h>
#endif

static int number(void)
{
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

extern int key[6000], counts[50];
extern unsigned sides[2][100];
extern int rows[64][20];

void count(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    counts[key[i] % 50]++;
  }
}

void split(int n, int m, int side)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#pragma omp atomic
      sides[side][key[i * m + j] % 100] -= 3u;
      if (key[i * m + j] % 3 == 0) {
#pragma omp atomic
        sides[side][key[i] % 100] += (unsigned)j;
      }
    }
}

void count_by_thread(int n)
{
#pragma omp parallel
  {
    int me = number();
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      rows[me][key[i] % 20]++;
  }
}
