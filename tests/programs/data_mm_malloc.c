/* expect: offloaded=3
   Memory from the allocator in the headers of compilers for x86: blocks are different memory, bytes in one of them
   leave a table of pointers in another as it is, and new blocks have no copies of freed ones. */
#if defined __x86_64__ || defined __i386__
#include <mm_malloc.h>
#else
#include <stdlib.h>
#define _mm_malloc(size, alignment) aligned_alloc(alignment, ((size) + (alignment) - 1) / (alignment) * (alignment))
#define _mm_free free
#endif
#include <stdio.h>

enum { N = 300, M = 20 };

struct lattice {
  unsigned char *walls;
  double **grids;
};

static void set(struct lattice *at, int turn) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    at->walls[i] = (i + turn) % 3 == 0;
    at->grids[0][i] = i * 0.5;
    at->grids[1][i] = turn;
  }
}

static void stream(struct lattice *at, double *sums) {
  double *from = at->grids[0], *to = at->grids[1];
#pragma omp parallel for
  for (int i = 1; i < N; i++)
    to[i] += at->walls[i] ? from[i] : from[i - 1];
#pragma omp parallel for
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++)
      sums[j] += to[i] * (i % (j + 1));
}

int main(void) {
  double total = 0.0;
  double *sums = _mm_malloc(M * sizeof *sums, 64);
  for (int j = 0; j < M; j++)
    sums[j] = 0.0;
  for (int turn = 0; turn < 4; turn++) {
    struct lattice at = {_mm_malloc(N, 16), _mm_malloc(2 * sizeof *at.grids, 16)};
    for (int g = 0; g < 2; g++)
      at.grids[g] = _mm_malloc(N * sizeof **at.grids, 64);
    set(&at, turn);
    stream(&at, sums);
    for (int i = 0; i < N; i++)
      total += at.grids[1][i] * (i % 7);
    for (int g = 0; g < 2; g++)
      _mm_free(at.grids[g]);
    _mm_free(at.grids);
    _mm_free(at.walls);
  }
  for (int j = 0; j < M; j++)
    total += sums[j];
  _mm_free(sums);
  printf("%.9g\n", total);
  return 0;
}
