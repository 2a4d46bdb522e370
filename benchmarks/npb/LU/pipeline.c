/* Sweeps as a pipeline: each thread owns a strip of the rows j and goes through the planes k.
 *
 * A strip of a plane may begin when the thread before has done its strip of the same plane.  Threads tell each other
 * by counters of finished planes, and wait by looking at the counter again and again.
 */
#include "cfd/cfd.h"
#include "lu.h"
#include "relax.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define CACHE_LINE 64

/* Planes that each strip's thread has finished in this sweep, a cache line each. */
static struct {
  int planes;
  char padding[CACHE_LINE - sizeof(int)];
} finished[LAST];

const char lu_name[] = "LU";

/* This thread's number and its strip: rows first <= j < end, none when there are more threads than rows. */
static int own_strip(int *first, int *end)
{
  int thread = 0, strips = 1;

#ifdef _OPENMP
  thread = omp_get_thread_num();
  strips = omp_get_num_threads() < LAST ? omp_get_num_threads() : LAST;
#endif
  if (thread >= strips) {
    *first = *end = LAST + 1;
  } else {
    *first = 1 + LAST * thread / strips;
    *end = 1 + LAST * (thread + 1) / strips;
  }
  return thread;
}

/* Waits until a strip's thread has finished that many planes; its updates of residual are then seen here. */
static void wait_for(int thread, int planes)
{
  int seen;

  do {
#pragma omp flush
#pragma omp atomic read
    seen = finished[thread].planes;
  } while (seen < planes);
#pragma omp flush
}

/* Before a sweep; a barrier must follow. */
static void announce_none(int thread)
{
#pragma omp atomic write
  finished[thread].planes = 0;
}

static void announce_plane(int thread)
{
#pragma omp flush
#pragma omp atomic update
  finished[thread].planes++;
#pragma omp flush
}

void lower_sweep(void)
{
  int k, j, i, first, end;
  const int thread = own_strip(&first, &end);

  if (first < end)
    announce_none(thread);
#pragma omp barrier
  for (k = 1; k <= LAST && first < end; k++) {
    if (first > 1)
      wait_for(thread - 1, k);
    for (j = first; j < end; j++)
      for (i = 1; i <= LAST; i++)
        relax_lower(k, j, i);
    announce_plane(thread);
  }
#pragma omp barrier
}

void upper_sweep(void)
{
  int k, j, i, first, end;
  const int thread = own_strip(&first, &end);

  if (first < end)
    announce_none(thread);
#pragma omp barrier
  for (k = LAST; k >= 1 && first < end; k--) {
    if (end <= LAST)
      wait_for(thread + 1, LAST - k + 1);
    for (j = end - 1; j >= first; j--)
      for (i = LAST; i >= 1; i--)
        relax_upper(k, j, i);
    announce_plane(thread);
  }
#pragma omp barrier
}
