/* Keys go to buckets in order; of structures, which are no numbers, each goes there alone. */
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

struct pair {
  int one, two;
};

extern int key[60000], by_bucket[60000], begin[513];
extern int count[64][512];
extern struct pair pairs[60000], by_pair[60000];

void split(int n, int shift)
{
#pragma omp parallel
  {
    int me = number(), b;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      b = key[i] >> shift;
      by_bucket[begin[b] + count[me][b]++] = key[i];
    }
  }
}

void split_pairs(int n)
{
#pragma omp parallel
  {
    int me = number();
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      by_pair[begin[key[i] % 512] + count[me][key[i] % 512]++] = pairs[i];
  }
}
