/* what is stored is no number */
#include <omp.h>

typedef struct {
  int x, y;
} pair;
static int key[9000], begin[65], count[64][64];
static pair from[9000], to[9000];

void f(int n)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      to[begin[key[i]] + count[me][key[i]]++] = from[i];
  }
}
