/* Threads' sums that are rounded or cut off before they are added: their number would show.
   expect: offloaded=4 kept=K013,K013,K013,K013,K013,K013,K014 */
#include <stdio.h>

#define N 3000
#define BINS 16

static double x[N], halves, floats;
static int whole, bins[BINS], wide;
static long exact, more;
static unsigned char bytes;

int main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = i % 4 * 0.25;

#pragma omp parallel
  {
    double mine = 0;

#pragma omp for
    for (int i = 0; i < N; i++)
      mine += 4 * x[i];
#pragma omp critical
    whole += mine; /* the sum is converted to an int */
  }
#pragma omp parallel
  {
    double mine = 0;

#pragma omp for
    for (int i = 0; i < N; i++)
      mine += 4 * x[i];
#pragma omp critical
    exact += (long)mine;
  }
#pragma omp parallel
  {
    double mine = 0;

#pragma omp for
    for (int i = 0; i < N; i++)
      mine += 4 * x[i];
#pragma omp critical
    {
      int rounded = mine;

      halves += rounded * 0.5;
    }
  }
#pragma omp parallel
  {
    double mine[BINS];

    for (int k = 0; k < BINS; k++)
      mine[k] = 0;
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      mine[i % BINS] += 4 * x[i];
    for (int k = 0; k < BINS; k++) {
#pragma omp atomic
      bins[k] += (int)mine[k];
    }
  }
#pragma omp parallel
  {
    int mine = 0;

#pragma omp for
    for (int i = 0; i < N; i++)
      mine += i % 2;
#pragma omp critical
    wide += (signed char)(mine - mine);
  }
#pragma omp parallel
  {
    size_t mine = 0;

#pragma omp for
    for (int i = 0; i < N; i++)
      mine += i % 3;
#pragma omp critical
    more += (int)mine;
  }
#pragma omp parallel
  {
    long mine = 0;

#pragma omp for
    for (int i = 0; i < N; i++)
      mine += i % 5;
#pragma omp critical
    {
      floats += (float)mine;
      bytes += mine;
    }
  }
#pragma omp parallel
  {
    float mine = 0;

#pragma omp for
    for (int i = 0; i < N; i++)
      mine += (float)x[i];
#pragma omp critical
    halves += (double)mine / 2;
  }
#pragma omp parallel
  {
    int mine = 0;

#pragma omp for
    for (int i = 0; i < N; i++)
      mine += i % 2;
#pragma omp critical
    wide += (int)(unsigned)mine;
  }
#pragma omp parallel
  {
    long mine = 0, part = 0;

#pragma omp for
    for (int i = 0; i < N; i++)
      mine += i % 2 * 8;
#pragma omp critical
    {
      part = mine * 0.25;
      more += part;
    }
  }
#pragma omp parallel
  {
    double mine = 0;

#pragma omp for
    for (int i = 0; i < N; i++)
      mine += 4 * x[i];
    int half = mine * 0.5;
#pragma omp critical
    halves += half;
  }
  printf("%d %ld %g %d %d %ld %g %d\n", whole, exact, halves, bins[1] + bins[7], wide, more, floats, bytes);
  return 0;
}
